import {
  type BinaryResponse,
  CLIENT_HEADER,
  type Contract,
  type Endpoint,
  en,
  fromHeader,
  isBinary,
  isForRole,
  isStorable,
  KinoraError,
  type Noun,
  parseInput,
  Role,
  type WireNames,
  withPage,
} from '@kinora/core'
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { etag } from 'hono/etag'
import type { LimitFunction } from 'p-limit'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'
import {
  type Bearer,
  type Caller,
  type CallingSite,
  type ClientName,
  type Context,
  clientNames,
  type Handlers,
  type StoredResponse,
} from '../handlers.ts'
import { brokenReference } from '../rows/constraints.ts'
import { unknownReference } from '../rows/refusals.ts'
import { callScope, type Scope, scope, siteScope } from '../scope.ts'
import { admitKey, revocationCheck, untilRevoked } from './admission.ts'
import { respondWithBlob } from './blob-response.ts'
import { drain } from './form.ts'
import { tellDeprecation } from './headers.ts'
import { oncePerKey } from './idempotency.ts'
import { readInput } from './input.ts'
import { createOnce, isLong, ofOneMoment, toWireOutput, writeLongList } from './long-list.ts'

export interface ServerEnv {
  Variables: {
    requestId: string
    endpoint?: string
    /** How the caller names the fields of the input. */
    names?: WireNames | undefined
    /** Throws `unauthorised` where the sign-in or the keys behind the call have ended since it began. */
    assertNotRevoked?: () => Promise<void>
    caller?: Caller
    site?: CallingSite
    address: string
  }
}

/** Every noun's handlers by its name in the contract. */
export type AllHandlers<C extends Contract> = { [N in keyof C]: Handlers<C[N]> }

export interface ServeOptions {
  deps: Deps
  /** Who holds this token; throws `unauthorised`. `chosen`: the tenant that the call names in its header. */
  authenticate(token: string, chosen?: string): Promise<Bearer>
  /** KEY-02, KEY-06: throws `forbidden` where the caller’s key or embed session hasn’t the right to the call. */
  assertRight(call: Pick<Endpoint, 'id' | 'method'>, caller: Caller): void
  /** Throws `unauthorised` where the account isn’t what the token says any more. */
  assertAccount(caller: Caller): Promise<void>
  /** Throws `unauthorised` where the sign-in or the keys behind a token that was read have ended since. */
  assertNotRevoked(token: string): Promise<void>
  /** Whether customer support's choice exists. */
  isTenant(tenantId: string): Promise<boolean>
  /** Bytes of a body at most, for endpoints that need more or less than usual. */
  limits?: Readonly<Record<string, number>>
  /** Answers that a browser keeps and asks after by their ETag, so that one that is the same isn’t sent again. */
  revalidated?: readonly string[]
  /** Lists of which a page costs as much as the whole, each with the most rows that an answer has by a limit of its own. */
  whole?: Readonly<Record<string, number>>
}

const JSON_LIMIT = 1_048_576
/** Characters under which an answer isn't worth compressing. */
const SMALL = 1024
const MULTIPART_LIMIT = 5 * 1_048_576

/** Turns the contract and its handlers into routes: input, roles, scope and output are handled here and nowhere else. */
export function serve<C extends Contract>(
  app: Hono<ServerEnv>,
  contract: C,
  handlers: AllHandlers<C>,
  options: ServeOptions,
): void {
  const formLimiter = new FormLimiter()
  for (const [name, noun] of Object.entries(contract)) {
    const group = (handlers as Record<string, Handlers<Noun> | undefined>)[name]
    for (const [verb, endpoint] of Object.entries(noun)) {
      const handle = group?.[verb]
      const answer = (c: HonoContext<ServerEnv>) => call(c, { endpoint, handle, options, formLimiter })
      for (const { method, path } of [endpoint, ...endpoint.aliases]) {
        if (isRevalidated(endpoint, options)) app.use(toRoute(path), etag())
        app.on(method, toRoute(path), limit(endpoint, options), answer)
      }
    }
  }
}

/** `/api/v1/title/{tag}` as Hono writes it; a slash at the end makes no difference. */
const toRoute = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')

const limitOf = (endpoint: Endpoint, { limits }: ServeOptions): number =>
  limits?.[endpoint.id] ?? (endpoint.multipart ? MULTIPART_LIMIT : JSON_LIMIT)

/** A form holds itself to its limit while it is read. A body of a length that was announced can't be longer; others are counted. */
function limit(endpoint: Endpoint, options: ServeOptions): MiddlewareHandler {
  if (endpoint.multipart) return (_, next) => next()
  const refuse = () => {
    throw new KinoraError('tooLarge')
  }
  const maxSize = limitOf(endpoint, options)
  const counted = bodyLimit({ maxSize, onError: refuse })
  return (c, next) => {
    const announced = c.req.header('content-length')
    if (announced === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    return Number(announced) > maxSize ? refuse() : next()
  }
}

const isRevalidated = ({ id }: Endpoint, { revalidated }: ServeOptions): boolean =>
  revalidated?.includes(id) ?? false

interface Call {
  endpoint: Endpoint
  handle: Handlers<Noun>[string] | undefined
  options: ServeOptions
  formLimiter: FormLimiter
}

/** The way of one call, in order: token, role, input, scope, handler, answer. */
async function call(c: HonoContext<ServerEnv>, called: Call): Promise<Response> {
  const { endpoint, options, formLimiter } = called
  c.set('endpoint', endpoint.id)
  c.set('names', endpoint.wireNames().input)
  tellDeprecation(c, endpoint)
  const bearer = endpoint.allow === 'everyone' ? undefined : await identify(c, options)
  if (bearer !== undefined) assertAllowed(endpoint, bearer, options)
  // A key is looked at anew with every call.
  if (endpoint.isSecret && bearer?.kind === 'person' && bearer.caller.key === undefined)
    await options.assertAccount(bearer.caller)
  const readAndAnswer = async (): Promise<Response> => {
    const raw = await readInput(endpoint, c, limitOf(endpoint, options))
    try {
      // A form may have waited for its turn, and any body come slowly.
      await c.get('assertNotRevoked')?.()
      return await answer(c, called, { bearer, raw })
    } finally {
      await drain(raw)
    }
  }
  return endpoint.multipart && !endpoint.streamed ? formLimiter.run(bearer, readAndAnswer) : readAndAnswer()
}

async function answer(
  c: HonoContext<ServerEnv>,
  { endpoint, handle, options }: Omit<Call, 'formLimiter'>,
  { bearer, raw }: { bearer: Bearer | undefined; raw: Record<string, unknown> },
): Promise<Response> {
  const input = withPage(parseInput(endpoint.input, raw))
  if (handle === undefined) throw new KinoraError('notImplemented')
  const caller = bearer?.kind === 'person' ? bearer.caller : nobody
  const own = await ownScope(c, bearer, { endpoint, input, options })
  const isByPiece = isLong(endpoint, input) && options.whole?.[endpoint.id] === undefined
  const scope = callScope(endpoint.scope, { caller, scope: own }, input.tenantId)
  const context: Omit<Context, 'signal' | 'attempt'> = {
    deps: isByPiece ? ofOneMoment(options.deps) : options.deps,
    caller,
    scope,
    client: clientOf(c),
    requestId: c.get('requestId'),
    address: c.get('address'),
    once: createOnce(),
  }
  const asked = [tenantOf(c), scope, input]
  return oncePerKey(c, { endpoint, bearer, asked, deps: options.deps }, async attempt => {
    const handled = (page: object = {}): Promise<unknown> =>
      handle({ ...input, ...page }, withSignal(c, { ...context, attempt })).catch(thrown =>
        rethrow(explainReference(thrown, endpoint, input)),
      )
    const response = isByPiece
      ? toJson(c, untilRevoked(c, await writeLongList(endpoint, input, logBreak(c, options, handled))), 200)
      : await toResponse(c, { endpoint, options }, await handled())
    if (isRevalidated(endpoint, options)) response.headers.set('cache-control', 'no-cache')
    return response
  })
}

/** The signal of a request is made when first asked for: most handlers never do. */
const withSignal = (c: HonoContext<ServerEnv>, context: Omit<Context, 'signal'>): Context => ({
  ...context,
  get signal() {
    return c.req.raw.signal
  },
})

/** A list that breaks off was answered with 200 already: the log alone tells of it. */
function logBreak<P>(
  c: HonoContext<ServerEnv>,
  { deps }: ServeOptions,
  read: (page: P) => Promise<unknown>,
): (page: P) => Promise<unknown> {
  let isBegun = false
  return async page => {
    try {
      const piece = await read(page)
      isBegun = true
      return piece
    } catch (error) {
      if (isBegun)
        deps.log.error(
          { err: error, requestId: c.get('requestId'), endpoint: c.get('endpoint') },
          'a list broke off',
        )
      throw error
    }
  }
}

/** The program that calls, by its own word. */
export const clientOf = (c: HonoContext<ServerEnv>): ClientName =>
  clientNames.find(name => name === c.req.header(CLIENT_HEADER)) ?? 'api'

/** Hono hands only errors to its error handler. */
function rethrow(thrown: unknown): never {
  throw thrown instanceof Error
    ? thrown
    : new Error('something was thrown that is no error', { cause: thrown })
}

const nobody: Caller = { userId: '', displayName: '', email: '', role: 1, providerId: null, tenantIds: [] }

async function identify(c: HonoContext<ServerEnv>, options: ServeOptions): Promise<Bearer> {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new KinoraError('unauthorised')
  const bearer = await options.authenticate(token, tenantOf(c))
  c.set('assertNotRevoked', revocationCheck(token, options))
  if (bearer.kind === 'person') c.set('caller', bearer.caller)
  else c.set('site', bearer.site)
  if (bearer.kind === 'person') await admitKey(c, bearer.caller, options.deps)
  return bearer
}

/** ROLE-17, C-14, KEY-02: matrix F by role, of a key also its rights, and a site's own calls for sites alone (TENANT-27); rows are the business of the scope. */
function assertAllowed(endpoint: Endpoint, bearer: Bearer, { assertRight }: ServeOptions): void {
  const { allow, method } = endpoint
  if (allow === 'everyone') return
  if (bearer.kind === 'person') {
    const { role, key } = bearer.caller
    const isAllowed = isForRole(endpoint, role) && (key === undefined || isForRole(endpoint, key.makerRole))
    if (!isAllowed) throw new KinoraError('forbidden')
    assertRight(endpoint, bearer.caller)
    return
  }
  if (allow !== 'site') throw new KinoraError('forbidden')
  if (bearer.site.readOnly && method !== 'GET')
    throw new KinoraError('forbidden', { detail: en['siteContent.readOnlyToken'] })
}

/**
 * AUTH-15, ROLE-06, C-90: customer support names its tenant in a header of either spelling, or in the input of calls that have
 * it there. A tenant that is gone, as a browser may still remember it, is no choice. Administrators name the site of a call of sites.
 */
async function ownScope(
  c: HonoContext<ServerEnv>,
  bearer: Bearer | undefined,
  { endpoint, input, options }: { endpoint: Endpoint; input: Record<string, unknown>; options: ServeOptions },
): Promise<Scope> {
  if (bearer === undefined) return { kind: 'unchosen' }
  if (bearer.kind === 'site') return siteScope(bearer.site)
  const { caller } = bearer
  if (caller.role === Role.Admin && endpoint.scope === 'site') {
    const { tenantId } = input
    const isThere = typeof tenantId === 'string' && (await options.isTenant(tenantId))
    return isThere ? { kind: 'tenant', tenantId } : { kind: 'all' }
  }
  if (caller.role !== Role.Support) return scope(caller, undefined)
  const named = [tenantOf(c), input.tenantId]
  const chosen = named.find((value): value is string => typeof value === 'string' && value !== '')
  return scope(caller, chosen !== undefined && (await options.isTenant(chosen)) ? chosen : undefined)
}

/** The tenant that the header names; nothing where it names none, or what no tenant can be called. */
export function tenantOf(c: HonoContext<ServerEnv>): string {
  const named = fromHeader(c.req.header('tenantid') ?? '')
  return isStorable(named) ? named : ''
}

const isStored = (answer: unknown): answer is StoredResponse =>
  typeof answer === 'object' && answer !== null && 'key' in answer && 'etag' in answer

async function toResponse(
  c: HonoContext<ServerEnv>,
  { endpoint, options }: Pick<Call, 'endpoint' | 'options'>,
  answer: unknown,
): Promise<Response> {
  if (isStored(answer)) return respondWithBlob(c, options.deps.blobs, { ...answer, cache: 'never' })
  if (isBinary(endpoint.output)) return toFile(c, endpoint, answer as BinaryResponse)
  const { status } = endpoint
  if (status === 204) return c.body(null, 204)
  const body = toWireOutput(endpoint, answer)
  const text = JSON.stringify(body)
  // A small answer says its length, so that it isn't compressed.
  if (text.length < SMALL) c.header('content-length', String(new TextEncoder().encode(text).length))
  return toJson(c, text, endpoint.created?.(answer) ? 201 : status)
}

function toJson(c: HonoContext<ServerEnv>, body: string | ReadableStream, status: 200 | 201): Response {
  c.header('cache-control', 'no-store')
  c.header('content-type', 'application/json')
  return c.body(body as string, status)
}

function toFile(c: HonoContext<ServerEnv>, { id, output }: Endpoint, answer: BinaryResponse): Response {
  if (isBinary(output) && !output.contentTypes.includes(answer.contentType))
    throw new Error(`${id} answered with ${answer.contentType} against its own contract.`)
  c.header('content-type', answer.contentType)
  c.header('cache-control', 'no-store')
  if (answer.fileName !== undefined) {
    c.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(answer.fileName)}`)
  }
  // A proxy in front must not hold back what is told as it happens.
  const isEndless = answer.contentType === 'text/event-stream'
  if (isEndless) c.header('x-accel-buffering', 'no')
  const { body } = answer
  if (body instanceof Blob) return c.body(body.stream())
  if (!(body instanceof ReadableStream)) return c.body(body as string)
  if (c.req.method !== 'HEAD') return c.body(untilRevoked(c, body, isEndless))
  // Hono drops the body of a HEAD, and would leave open what is read for it.
  void body.cancel().catch(() => undefined)
  return c.body(null)
}

/**
 * C-136: what a call names and the database doesn't know, as a row that went between the check and the write, is a
 * reference that doesn't exist, at its field where the input has it. Anything else is given back as it is.
 */
function explainReference(thrown: unknown, endpoint: Endpoint, input: Record<string, unknown>): unknown {
  const broken = brokenReference(thrown)
  if (broken === undefined) return thrown
  if (broken.isStillNamed) return new KinoraError('conflict', { cause: thrown })
  const noun = broken.column.replace(/_(id|tag)$/, '')
  const path = Object.keys(endpoint.input.shape).find(field => bare(field) === bare(noun))
  // What no field names was taken away meanwhile by somebody else.
  if (path === undefined) return new KinoraError('conflict', { cause: thrown })
  const words = noun.replaceAll('_', ' ')
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  const value = typeof input[path] === 'string' ? input[path] : ''
  return new KinoraError('invalid', { cause: thrown, issues: [unknownReference(path, name, value)] })
}

/** A column or a field by what it names alone, whether it holds one id or several. */
const bare = (name: string): string =>
  name
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/(id|tag)s?$/, '')

/** Forms of one caller that are in memory at once: of files up to 11 MB, some 90 MB. */
const AT_ONCE = 8

/**
 * A concurrency limit: forms whose files are buffered whole take turns with others of their caller. One that waits hasn't been
 * read yet: its bytes stay on the line, so that one account can't fill the memory of all.
 */
class FormLimiter {
  readonly #turns = new Map<string, LimitFunction>()

  /** Reads and answers the form when it is its turn. */
  async run<T>(bearer: Bearer | undefined, answer: () => Promise<T>): Promise<T> {
    const key = keyOf(bearer)
    const turn = this.#turns.get(key) ?? pLimit(AT_ONCE)
    this.#turns.set(key, turn)
    try {
      return await turn(answer)
    } finally {
      if (turn.activeCount + turn.pendingCount === 0) this.#turns.delete(key)
    }
  }
}

const keyOf = (bearer: Bearer | undefined): string => {
  if (bearer === undefined) return ''
  if (bearer.kind === 'site') return `site ${bearer.site.tenantId}`
  const { userId, embedded: embed } = bearer.caller
  return embed === undefined ? `person ${userId}` : `session ${embed.sessionId}`
}
