import type { Context, MiddlewareHandler } from 'hono'
import type { Log, MetricsPort } from '../../ports/runtime.ts'
import type { ServerEnv } from './serve.ts'

/** Where a call comes from, and whether by TLS. */
export interface Client {
  address: string
  isSecure: boolean
}

export interface ObserveOptions {
  metrics?: MetricsPort
  clientOf(c: Context): Client
}

/** One line in the log and one count for each call. Query strings and headers stay out: they may hold tokens. */
export function observe(log: Log, { metrics, clientOf }: ObserveOptions): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const start = performance.now()
    const { address, isSecure } = clientOf(c)
    c.set('address', address)
    await next()
    if (isSecure) c.header('strict-transport-security', 'max-age=31536000')
    const seconds = (performance.now() - start) / 1000
    const { status } = c.res
    const endpoint = c.get('endpoint') ?? (c.req.path.startsWith('/assets/') ? 'asset' : 'other')
    metrics?.request({ method: c.req.method, endpoint, status, seconds })
    const fields = {
      requestId: c.get('requestId'),
      method: c.req.method,
      path: shown(c.req.path),
      status,
      milliseconds: Math.round(seconds * 1000),
      address: c.get('address'),
      userId: c.get('caller')?.userId,
      keyId: c.get('caller')?.key?.keyId,
      siteOf: c.get('site')?.tenantId,
    }
    if (endpoint === 'asset' || endpoint === 'other') log.debug(fields, 'request')
    else log.info(fields, 'request')
  }
}

/** A signed link, or the address of a calendar, is in its path as good as a token. */
const shown = (path: string): string =>
  path.replace(/^\/(streams|media\/originals|calendars)\/[^/]+/, '/$1/…')
