import {
  AUDIT_PAGE_MAX,
  BATCH_FILE_MAX,
  CLIENT_HEADER,
  contract,
  limits as documentLimits,
  type Endpoint,
  en,
  eventSchemas,
  IDEMPOTENCY_HEADER,
  isKinoraError,
  KinoraError,
  languages,
  neededRights,
  PLAYBACK_FILE_MAX,
  REPLAYED_HEADER,
  routeRules,
  TERMS_FILE_MAX,
  TITLE_JOB_MAX,
  toOpenApi,
} from '@kinora/core'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps, Settings } from './deps.ts'
import { isTenantOrigin } from './embed-sessions/rows.ts'
import { handlers } from './handlers.ts'
import { toFailure } from './kernel/http/failure.ts'
import { sandboxed, securityHeaders, tellVersion } from './kernel/http/headers.ts'
import { type Client, observe } from './kernel/http/observe.ts'
import { pathsOf } from './kernel/http/paths.ts'
import { namePortal, servePortal, wantsPage } from './kernel/http/portal.ts'
import { clientOf, type ServerEnv, serve } from './kernel/http/serve.ts'
import { assertRight, isKeyOrigin } from './keys/index.ts'
import { MIN_FREE_TO_INSERT, MIN_FREE_TO_WRITE } from './ports/blobs.ts'
import type { FilesPort } from './ports/files.ts'
import type { MetricsPort } from './ports/runtime.ts'
import type { TracesPort } from './ports/traces.ts'
import { filePaths, mountRaw } from './raw.ts'
import { isScim, toScimFailure } from './scim/index.ts'
import { assertAccount, recordRefusal, refusedPerson } from './session/index.ts'
import { assertNotRevoked, createBearerReader } from './site-access/index.ts'
import { withoutDelete } from './taxonomies/handlers.ts'
import { isTenant } from './tenants/rows.ts'

export interface CreateServerOptions {
  /** Read by those who have the token; without both `/metrics` doesn't exist. */
  metrics?: MetricsPort
  metricsToken?: string
  /** Where calls are recorded; nowhere unless given (OPS-10). */
  traces?: TracesPort
  /** The built portal; without it only the API answers. */
  portal?: FilesPort
  /** Origins of hosts that embed components and call the API from a browser. */
  origins?: readonly string[]
  /** Who calls; by default nobody tells. */
  clientOf?: (c: Context) => Client
}

export type Server = Hono<ServerEnv>

const MiB = 1_048_576
/** Bodies that are larger than usual by nature. */
const limits = {
  'images.upload': 11 * MiB,
  'images.uploadCover': 11 * MiB,
  'batches.add': BATCH_FILE_MAX + MiB,
  'member-imports.upload': BATCH_FILE_MAX + MiB,
  'playback.upload': PLAYBACK_FILE_MAX + MiB,
  'documents.create': documentLimits.documentSize + MiB,
  'documents.update': documentLimits.documentSize + MiB,
  'terms.upload': languages.length * TERMS_FILE_MAX + MiB,
}
/** What pages ask for again and again, and what seldom changes. */
const revalidated = ['translations.current']
/**
 * Lists that are written in one piece, by the most rows that they answer with: a preview judges all titles of its job for any
 * page, and of the audit log more is refused. Any other list is written piece by piece.
 */
export const whole = { 'title-jobs.preview': TITLE_JOB_MAX, 'audit.list': AUDIT_PAGE_MAX }
const paths = pathsOf(contract)

/** The whole platform as one function from request to answer; knows nothing of Node (PKG-02). */
export function createServer(deps: Deps, options: CreateServerOptions = {}): Server {
  const app: Server = new Hono<ServerEnv>({ strict: false })
  app.use(requestId())
  app.use(tellVersion(deps.settings.version))
  const { metrics, traces, clientOf: who = inProcess } = options
  app.use(observe(deps.log, { metrics, traces, clientOf: who }))
  app.use(sandboxed)
  app.use(securityHeaders(deps.settings.mediaOrigin))
  for (const path of ofSites) app.use(path, allowPagesOfSites)
  const { origins = deps.settings.origins ?? [] } = options
  const isAllowed = createIsAllowed(origins, deps)
  app.use(logRefusedOrigin(isAllowed, deps))
  app.use(allowOrigins(isAllowed))
  app.use('/api/*', compress())
  app.onError(async (error, c) => {
    await auditRefusal(c, error, deps)
    return respondWithFailure(c, error, deps)
  })
  mountHealth(app, deps)
  mountMetrics(app, options, deps)
  const authenticate = createBearerReader(deps)
  mountRaw(app, deps, authenticate)
  const portal = options.portal && namePortal(options.portal, deps.settings.productName)
  if (portal !== undefined) mountSharedPages(app, portal)
  serve(app, contract, handlers, {
    deps,
    authenticate,
    assertRight,
    assertAccount: caller => assertAccount(deps, caller),
    assertNotRevoked: token => assertNotRevoked(deps, token),
    isTenant: tenantId => isTenant(deps.db, tenantId),
    limits,
    revalidated,
    whole,
  })
  for (const path of withoutDelete) app.all(path, refuseMethod)
  // What is thrown here would go past the headers that every answer has.
  app.notFound(c => unknown(c, portal).catch(error => respondWithFailure(c, error, deps)))
  return app
}

function mountHealth(app: Server, { db, blobs, settings, log }: Deps): void {
  app.get('/healthz', c => c.json({ status: 'ok' }))
  app.get('/readyz', async c => {
    const ready = await db.execute(sql`SELECT 1`).then(
      () => true,
      cause => {
        log.error({ err: cause }, 'the database does not answer')
        return false
      },
    )
    const room = await Promise.all([blobs.room(), blobs.free()]).then(
      ([room, free = room]) => diskStateOf(Math.min(room, free), settings),
      cause => {
        log.error({ err: cause }, 'the disk of the stored files does not answer')
        return 'unavailable' as const
      },
    )
    const status = ready ? room : 'unavailable'
    return c.json({ status }, status === 'unavailable' || status === 'full' ? 503 : 200)
  })
  // Its schemas are many and few ask for it, so that a start doesn't wait for it.
  let openApi: ReturnType<typeof toOpenApi> | undefined
  app.get('/openapi.json', c => {
    const info = { title: settings.productName, version: settings.version, rightsOf: neededRights }
    openApi ??= toOpenApi(contract, info, { files: filePaths, sent: eventSchemas })
    return c.json(openApi)
  })
  // Editors ask for it seldom, and its schemas are many.
  app.get('/tenant.schema.json', async c =>
    c.json((await import('@kinora/core/tenant-file')).tenantFileSchema()),
  )
}

/**
 * `scarce`: nothing is added, while people sign in, change and delete; `full`: nothing is written, where the database lies on that
 * disk (decision 0090).
 */
function diskStateOf(
  free = Number.POSITIVE_INFINITY,
  { isDatabaseElsewhere }: Pick<Settings, 'isDatabaseElsewhere'>,
): 'ok' | 'scarce' | 'full' {
  if (free < MIN_FREE_TO_WRITE && !isDatabaseElsewhere) return 'full'
  return free < MIN_FREE_TO_INSERT ? 'scarce' : 'ok'
}

/** How much is asked for and how it ends is nobody's business but the operator's. */
function mountMetrics(
  app: Server,
  { metrics, metricsToken }: CreateServerOptions,
  { jobs, log }: Pick<Deps, 'jobs' | 'log'>,
): void {
  if (metrics === undefined || metricsToken === undefined) return
  app.get('/metrics', async c => {
    const isKnown = await timingSafeEqual(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
    if (!isKnown) throw new KinoraError('unauthorised', { detail: en['error.metricsToken'] })
    const queues = await jobs.state().catch((err: unknown) => {
      log.warn({ err }, 'the queues could not be looked at')
      return []
    })
    const { contentType, body } = await metrics.text(queues)
    return c.body(body, 200, { 'content-type': contentType })
  })
}

/** API-28, NAV-49: of an address that is a call and a page, such as /favourites, a browser that opens it gets the page. */
function mountSharedPages(app: Server, portal: FilesPort): void {
  const shared = Object.keys(routeRules).filter(path => paths.methods(path).includes('GET'))
  for (const path of shared)
    app.get(path, async (c, next) => (wantsPage(c) ? await servePortal(c, portal) : undefined) ?? next())
}

/** What the pages of a customer's site read, wherever they come from: by a token that only reads, or by an address that can't be guessed. */
const ofSites = ['/api/v1/site/*', '/streams/*', '/media/images/*', '/media/captions/*', '/media/trailers/*']
/** KEY-03 */
const rateLimitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy']
/** By which a page names its call, and the trace that the call is part of. */
const requestHeaders = ['x-request-id', 'traceparent', 'tracestate']
/** KEY-08: of calls that will go. */
const endingHeaders = ['deprecation', 'sunset', 'link']
/** No cookie signs anybody in, so that a page has no more than the token that it was given (decision 0057). */
const allowPagesOfSites = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  allowHeaders: ['authorization', 'range', 'if-range', 'tenantid', ...requestHeaders, CLIENT_HEADER],
  exposeHeaders: [
    'x-request-id',
    'content-disposition',
    'retry-after',
    ...['accept-ranges', 'content-range', 'etag'],
    ...rateLimitHeaders,
    ...endingHeaders,
  ],
  maxAge: 600,
})

type IsAllowed = (origin: string) => Promise<boolean>

/**
 * KEY-06: the operator’s origins, and those that keys and tenants let in as they are now. What a key of one tenant lets in may call
 * for every tenant: the token decides whose rows a page gets, and of a session also on which pages it is good.
 */
function createIsAllowed(origins: readonly string[], { db, clock }: Deps): IsAllowed {
  const fixed = new Set(origins)
  return async origin =>
    fixed.has(origin) ||
    (URL.canParse(origin) &&
      ((await isKeyOrigin(db, origin, clock.now())) || (await isTenantOrigin(db, origin))))
}

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
/** What calls read from headers, such as Last-Event-ID. */
const headersOfCalls = new Set(
  endpoints.flatMap(({ headers = {} }) => Object.keys(headers).map(name => name.toLowerCase())),
)

function allowOrigins(isAllowed: IsAllowed) {
  const answer = cors({
    origin: async (origin, c) => {
      // What every page may read isn’t asked for, nor what the portal sends with its own origin.
      const isOpen = c.res.headers.get('access-control-allow-origin') === '*'
      const isOwn = URL.canParse(origin) && new URL(origin).host === c.req.header('host')
      return !isOpen && !isOwn && (await isAllowed(origin)) ? origin : null
    },
    allowHeaders: [
      ...['authorization', 'content-type', 'tenantid', ...requestHeaders, CLIENT_HEADER],
      ...['range', 'if-range', IDEMPOTENCY_HEADER],
      ...headersOfCalls,
    ],
    exposeHeaders: [
      ...['x-request-id', 'content-disposition', 'retry-after', ...rateLimitHeaders],
      ...['accept-ranges', 'content-range', 'etag', REPLAYED_HEADER],
      ...endingHeaders,
    ],
    maxAge: 600,
  })
  return createMiddleware(async (c, next) => {
    // Who names no origin is no page: a wrong method stays one.
    if (c.req.header('origin') === undefined) return next()
    const refused = await answer(c, next)
    // What every page may read is the same for all: a cache keeps it once.
    const { headers } = c.res
    if (headers.get('access-control-allow-origin') === '*') {
      const varies = (headers.get('vary') ?? '').split(',').map(name => name.trim())
      headers.delete('vary')
      for (const name of varies.filter(name => name !== '' && name.toLowerCase() !== 'origin'))
        headers.append('vary', name)
    }
    return refused
  })
}

/** Origins that are remembered (a cache): a caller can name any. */
const MAX_LOGGED_ORIGINS = 100
/** Origins that are named in one window, and its milliseconds. */
const LOGGED_PER_WINDOW = 20
const WINDOW = 3_600_000

/**
 * A page that isn't let in sees a lost connection only, so that the log names its origin and the setting: once while it is among
 * those that were named last. Nobody's made-up origins fill the log, nor keep another one out of it for good: those above what a
 * window takes are counted, and named when they come again in a later one.
 */
function logRefusedOrigin(isAllowed: IsAllowed, { log, clock }: Deps) {
  const told = new Set<string>()
  let window = { since: 0, named: 0, others: 0 }
  return createMiddleware(async (c, next) => {
    const now = clock.now().getTime()
    if (Math.abs(now - window.since) >= WINDOW) {
      const { others } = window
      if (others > 0) log.warn({ others }, 'pages of other origins were refused as well, in this many calls')
      window = { since: now, named: 0, others: 0 }
    }
    const origin = c.req.header('origin')
    // Only a browser asks first, and only for another origin's page.
    const isPreflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
    if (isPreflight && origin !== undefined && !(await isAllowed(origin))) tell(origin)
    return next()
  })

  function tell(origin: string): void {
    const isKnown = told.delete(origin)
    if (!isKnown && window.named >= LOGGED_PER_WINDOW) {
      window.others += 1
      return
    }
    told.add(origin)
    if (isKnown) return
    window.named += 1
    log.warn(
      { origin },
      'a page of this origin is refused: add it to a key, to its tenant or to KINORA_ORIGINS to let it in',
    )
    const [oldest] = told
    if (told.size > MAX_LOGGED_ORIGINS) told.delete(oldest!)
  }
}

/** A wrong method is 405, an unknown address below the API 404, anything else a page of the portal. */
async function unknown(c: Context<ServerEnv>, portal: FilesPort | undefined): Promise<Response> {
  if (paths.methods(c.req.path).length > 0) refuseMethod(c)
  const page = portal === undefined || paths.isApi(c.req.path) ? undefined : await servePortal(c, portal)
  if (page !== undefined) return page
  throw new KinoraError('notFound', { detail: en['error.api404'] })
}

/** Says which methods the path has; one that takes none says so with an empty list. */
function refuseMethod(c: Context<ServerEnv>): never {
  c.header('allow', paths.methods(c.req.path).join(', '))
  throw new KinoraError('notAllowed')
}

/** F-2: who was refused what stands in the audit log. */
async function auditRefusal(c: Context<ServerEnv>, error: Error, deps: Deps): Promise<void> {
  const { caller, site, endpoint, address } = c.var
  // What a member lacks is told by issues, and no trespass of the site's.
  if (!isKinoraError(error) || error.code !== 'forbidden' || error.issues.length > 0 || !endpoint) return
  const who = caller
    ? refusedPerson(caller)
    : site && { userId: '', displayName: site.name, tenantId: site.tenantId }
  if (who === undefined) return
  await recordRefusal(deps, { who, endpoint, address, client: clientOf(c) })
}

function respondWithFailure(c: Context<ServerEnv>, error: unknown, { log }: Deps): Response {
  const thrown = c.req.raw.signal.aborted ? new KinoraError('aborted') : error
  const failure = toFailure(thrown, c.get('requestId'), {
    isRead: c.req.method === 'GET',
    names: c.get('names'),
  })
  if (failure.unexpected !== undefined) {
    log.error(
      { err: failure.unexpected, requestId: c.get('requestId'), endpoint: c.get('endpoint') },
      'call failed',
    )
  }
  const status = failure.status as ContentfulStatusCode
  if (!isScim(c.req.path)) return c.json(failure.body, status, failure.headers)
  const headers = { ...failure.headers, 'content-type': 'application/scim+json' }
  return c.json(toScimFailure(failure), status, headers)
}

const inProcess = (): Client => ({ address: 'local', isSecure: false })
