import {
  createSend,
  fixedTokens,
  isKinoraError,
  isRetryable,
  KinoraError,
  newIdempotencyKey,
  retryPolicy,
  type Send,
  session as sessionCalls,
  type TokenStore,
  type Tokens,
  takesIdempotencyKey,
  toHeader,
  type User,
} from '@kinora/core'
import { safe } from './cells.ts'
import {
  createCommandRetry,
  explainConnection,
  explainExpired,
  explainLostResponse,
  explainSignIn,
  isUnanswered,
} from './connection.ts'
import { isDiskError, isDiskFull } from './exit.ts'
import { stallTimeoutAt } from './flags.ts'
import { contextFlags } from './hints.ts'
import type { Session } from './session.ts'
import { tellingVersions } from './versions.ts'
import { type StoredSession, type TokenVault, tokenVariable } from './world.ts'

/** Who is signed in. */
export const verify = (send: Send): Promise<{ user: User }> => send(sessionCalls.verify, {})

/** Every call ends with Ctrl-C, unless it brings a signal of its own. */
export async function createClient(session: Session): Promise<Send> {
  let isSignedIn = true
  const send = await createSender(session, () => {
    isSignedIn = false
  })
  const { interrupted, clock } = session.world
  const url = await session.url()
  const withRetry = createCommandRetry(clock, interrupted)
  const { tenant } = session.options
  const ask: Send = async (endpoint, input, options) => {
    // Chunks have a way of their own to go on.
    const goesOn = endpoint.id.startsWith('uploads.') || endpoint.streamed
    const isKeyed = takesIdempotencyKey(endpoint)
    const isRetrying = (session.isRetrying || isKeyed) && !goesOn && options?.retryPolicy === undefined
    const policy = isRetrying && {
      retryPolicy: retryPolicy.none,
      ...(isKeyed && { idempotencyKey: newIdempotencyKey() }),
    }
    const silence = stallTimeoutAt(session)
    const paced = silence !== undefined && { timeout: silence }
    const call = () => send(endpoint, input, { signal: interrupted, ...policy, ...paced, ...options })
    try {
      return await (isRetrying ? withRetry(call, session.isRetrying ? isRetryable : isUnanswered) : call())
    } catch (error) {
      if (isKinoraError(error) && isDiskError(error.cause))
        throw new KinoraError('server', { cause: error.cause })
      if (!isSignedIn) throw explainSignIn(url, error, session)
      const lost = isKinoraError(error) && explainLostResponse(session, url, { endpoint, error })
      if (lost) throw lost
      const isExpired = endpoint.allow !== 'everyone' && tokenVariable(session.world.env) === undefined
      throw isExpired
        ? explainExpired(url, error, session)
        : explainConnection(url, error, contextFlags(session))
    }
  }
  if (tenant === undefined || !session.isTenantNamed) return ask
  let checked: Promise<void> | undefined
  return async (endpoint, input, options) => {
    if (endpoint.allow !== 'everyone') {
      checked ??= import('./acting-tenant.ts').then(({ assertTenant }) => assertTenant(ask, tenant))
      await checked.catch(error => {
        checked = undefined
        throw error
      })
    }
    return ask(endpoint, input, options)
  }
}

/** The way to the server that all calls of a command take. */
export async function wayOf(session: Session) {
  const { world, options, url } = session
  const baseUrl = await url()
  const { sleep } = world.clock
  const plain = tellingVersions(session, baseUrl, await world.network())
  if (options.limitRate !== undefined) plain.limit(options.limitRate)
  const isTraced = options.logFile !== undefined || Boolean(world.env.KINORA_DEBUG)
  const trace = isTraced ? (await import('./trace.ts')).traced(session, plain) : undefined
  const { fetch, sendForm } = trace?.network ?? plain
  return {
    baseUrl,
    fetch,
    client: 'cli' as const,
    sleep,
    retryPolicy: retryPolicy.command,
    ...(sendForm && { sendForm }),
    ...(trace && { onRetry: trace.retried }),
  } as const
}

/** `onNobody`: a call needed a sign-in, and there is none. */
async function createSender(session: Session, onNobody: () => void): Promise<Send> {
  const { world, options, print, profile } = session
  const every = await wayOf(session)
  const { baseUrl } = every
  const headers = (): Record<string, string> =>
    options.tenant === undefined ? {} : { tenantId: toHeader(options.tenant) }
  const variable = tokenVariable(world.env)
  const fixed = variable && world.env[variable]
  if (fixed) return createSend({ ...every, headers, tokens: fixedTokens({ token: fixed }) })
  const anonymous = createSend({ ...every, tokens: fixedTokens(undefined) })
  const folder = world.files.configFolder
  const vault = cacheUnsavedSessions(profile.tokens, () =>
    print.warn(
      safe`No space to save the renewed session in ${folder}. This command continues, but the next one may ask you to sign in again.`,
    ),
  )
  const refresh = (current: Tokens) => world.lock('sign-in', () => renew(vault, baseUrl, anonymous, current))
  return createSend({ ...every, headers, tokens: storedTokens(vault, baseUrl, onNobody), refresh })
}

/**
 * AUTH-13 across processes: the holder of the lock refreshes, the others find the new token. UPLOAD-24: never another user's.
 */
async function renew(
  vault: TokenVault,
  url: string,
  send: Send,
  current: Tokens,
): Promise<Tokens | undefined> {
  const stored = (await vault.read(url))?.session
  if (stored === undefined) return undefined
  const userId = (current as Partial<StoredSession>).userId
  if (userId !== undefined && userId !== stored.userId)
    throw new KinoraError('unauthorised', { issues: [{ path: '', code: 'upload.otherUser' }] })
  if (stored.token !== current.token) return stored
  try {
    const fresh = await send(sessionCalls.refresh, { refreshToken: stored.refreshToken })
    await vault.write({ ...stored, ...fresh })
    return fresh
  } catch (error) {
    if (isKinoraError(error) && error.code === 'unauthorised') return undefined
    throw error
  }
}

/** Read once: after a 401 `renew` looks again, in case another process has refreshed. */
function storedTokens(vault: TokenVault, url: string, onNobody: () => void): TokenStore {
  let known: StoredSession | undefined
  return {
    async get() {
      known ??= (await vault.read(url))?.session
      if (known === undefined) onNobody()
      return known
    },
    set(tokens) {
      if (known !== undefined) known = { ...known, ...tokens }
    },
    async clear() {
      known = undefined
      await vault.clear(url)
    },
  }
}

/**
 * The sign-ins of this machine, for one command: a refreshed one that cannot be saved on a full disk is cached until the
 * command ends, so that the command can continue. `onUnsaved` is called for each.
 */
export function cacheUnsavedSessions(vault: TokenVault, onUnsaved: () => void): TokenVault {
  const unsaved = new Map<string, StoredSession>()
  return {
    ...vault,
    async read(url) {
      const session = unsaved.get(url)
      const stored = await vault.read(url)
      return session === undefined || stored === undefined ? stored : { ...stored, session }
    },
    async write(session) {
      try {
        const place = await vault.write(session)
        unsaved.delete(session.url)
        return place
      } catch (error) {
        const stored = isDiskFull(error) ? await vault.read(session.url) : undefined
        if (stored === undefined) throw error
        unsaved.set(session.url, session)
        onUnsaved()
        return stored.place
      }
    },
    async clear(url) {
      unsaved.delete(url)
      await vault.clear(url)
    },
  }
}
