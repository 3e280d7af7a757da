import type { Context, MiddlewareHandler } from 'hono'
import type { Log, MetricsPort } from '../../ports/runtime.ts'
import { type Carrier, noTraces, type TracesPort } from '../../ports/traces.ts'
import type { ServerEnv } from './serve.ts'

/** Where a call comes from, and whether by TLS. */
export interface Client {
  address: string
  isSecure: boolean
}

export interface ObserveOptions {
  metrics?: MetricsPort
  traces?: TracesPort
  clientOf(c: Context): Client
}

/** What is asked for all the time by those who watch over a server, files of pages and pieces of streams: no trace is made of them. */
const untraced = /^\/(assets\/|streams\/|healthz$|readyz$|metrics$)/

/** One line in the log, one count and one span for each call. Query strings and headers stay out: they may hold tokens. */
export function observe(
  log: Log,
  { metrics, traces = noTraces, clientOf }: ObserveOptions,
): MiddlewareHandler<ServerEnv> {
  return (c, next) => {
    const start = performance.now()
    const { address, isSecure } = clientOf(c)
    c.set('address', address)
    const { method, path } = c.req
    const attributes = { 'http.request.method': method, 'url.path': shown(path) }
    const options = { kind: 'server', from: carrierOf(c), attributes } as const
    const spans = untraced.test(path) ? noTraces : traces
    return spans.span(`HTTP ${method}`, options, async span => {
      await next()
      if (isSecure) c.header('strict-transport-security', 'max-age=31536000')
      const seconds = (performance.now() - start) / 1000
      const { status } = c.res
      const endpoint = c.get('endpoint') ?? (path.startsWith('/assets/') ? 'asset' : 'other')
      const requestId = c.get('requestId')
      metrics?.request({ method, endpoint, status, seconds })
      span.rename(`${method} ${endpoint}`)
      span.set({
        'http.route': endpoint,
        'http.response.status_code': status,
        'kinora.request_id': requestId,
      })
      if (status >= 500) span.fail()
      const fields = {
        requestId,
        traceId: span.traceId,
        method,
        path: shown(path),
        status,
        milliseconds: Math.round(seconds * 1000),
        address: c.get('address'),
        userId: c.get('caller')?.userId,
        keyId: c.get('caller')?.key?.keyId,
        siteOf: c.get('site')?.tenantId,
      }
      if (endpoint === 'asset' || endpoint === 'other') log.debug(fields, 'request')
      else log.info(fields, 'request')
    })
  }
}

/** The trace that a call says it is part of; what else it would hand on stays with it. */
const carrierOf = (c: Context): Carrier => {
  const [traceparent, tracestate] = [c.req.header('traceparent'), c.req.header('tracestate')]
  return { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) }
}

/** A signed link, or the address of a calendar, is in its path as good as a token. */
const shown = (path: string): string =>
  path.replace(/^\/(streams|media\/originals|calendars)\/[^/]+/, '/$1/…')
