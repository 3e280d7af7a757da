import { type Endpoint, VERSION_HEADER } from '@kinora/core'
import type { Context, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Strict for scripts: the portal is static files. Media comes through blob: URLs of the player and its worker, and from the origin
 * of a CDN or store where one gives it (OPS-08). Images and streams may be shown by other origins that embed the components.
 */
export const securityHeaders = (mediaOrigin?: string): MiddlewareHandler => {
  const media = mediaOrigin === undefined ? [] : [mediaOrigin]
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:', ...media],
      workerSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ...media],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginResourcePolicy: 'cross-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
  })
}

/** A program of another version can say so whichever answer it hears first. */
export const tellVersion =
  (version: string): MiddlewareHandler =>
  async (c, next) => {
    c.header(VERSION_HEADER, version)
    await next()
  }

/** C-108: HTML that somebody uploaded never runs as a page of this origin, wherever it is opened. */
export const sandboxed: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  const isFile = headers.get('content-disposition')?.startsWith('attachment') ?? false
  if (isFile && headers.get('content-type')?.startsWith('text/html'))
    headers.set('content-security-policy', "sandbox; default-src 'none'")
}

/** KEY-08: a call that will go says so with every answer, refusals too: RFC 9745 in seconds since 1970, RFC 8594 as a date. */
export function tellDeprecation(c: Context, { deprecated }: Endpoint): void {
  if (deprecated === undefined) return
  const { since, sunset, see } = deprecated
  c.header('deprecation', `@${Date.parse(since) / 1000}`)
  if (sunset !== undefined) c.header('sunset', new Date(sunset).toUTCString())
  if (see !== undefined) c.header('link', `<${see}>; rel="deprecation"; type="text/html"`, { append: true })
}
