import { Role } from '../access.ts'
import {
  type ClientOptions,
  createSend,
  type FetchWithProgress,
  type Send,
  type TokenStore,
  type Tokens,
} from '../kernel/client.ts'
import { isKinoraError, KinoraError } from '../kernel/errors.ts'
import { createHostTokens, type GetToken } from '../kernel/host-tokens.ts'
import { machine } from '../kernel/machine.ts'
import { toHeader } from '../kernel/wire.ts'
import { session as endpoints, sso } from './endpoints.ts'
import type { Credentials, SignedIn, SsoExchange, User } from './schema.ts'
import {
  type KeyValueStore,
  markForeignData,
  readTenantChoice,
  storageKeys,
  storeTenantChoice,
} from './storage.ts'

/** AUTH-09 */
export type AuthState = 'unknown' | 'loggedIn' | 'loggedOut'

/** E-8 */
export const authState = machine<
  AuthState,
  'verified' | 'refused' | 'login' | 'logout' | 'refreshFailed' | 'forcedSignOut'
>({
  unknown: { verified: 'loggedIn', refused: 'loggedOut' },
  loggedOut: { login: 'loggedIn' },
  loggedIn: { logout: 'loggedOut', refreshFailed: 'loggedOut', forcedSignOut: 'loggedOut' },
})

/** SESS-13, E-9 */
export type NetworkState = 'unknown' | 'online' | 'offline'
export const networkState = machine<NetworkState, 'online' | 'offline'>({
  unknown: { online: 'online', offline: 'offline' },
  online: { offline: 'offline' },
  offline: { online: 'online' },
})

/** SESS-18, E-10 */
export type AsyncState = 'notStarted' | 'started' | 'success' | 'failed'
export const asyncState = machine<AsyncState, 'start' | 'succeed' | 'fail' | 'reset'>({
  notStarted: { start: 'started' },
  started: { succeed: 'success', fail: 'failed' },
  success: { reset: 'notStarted', start: 'started' },
  failed: { start: 'started', reset: 'notStarted' },
})
/** SESS-20, C-31: milliseconds after which a success counts as not started again. */
export const SUCCESS_RESET = 3000
/** C-31: the same of the settings of a tenant, its site and its app, milliseconds. */
export const SETTINGS_RESET = 2500

export interface TenantChoice {
  tenantId: string
  name: string
}

/** AUTH-09: what is known about the person in front. A user exists only while signed in. */
export type SessionState = { kind: 'unknown' } | LoggedOut | LoggedIn

interface LoggedIn {
  kind: 'loggedIn'
  user: User
  tenant: TenantChoice | undefined
}

interface LoggedOut {
  kind: 'loggedOut'
  reason: EndReason
  /** Who was here when it ended by itself: what they do waits until they, or somebody else, sign in. */
  held?: LoggedIn
}

type EndReason = 'none' | 'logout' | 'expired' | 'forced'

export interface SessionOptions {
  baseUrl: string
  fetch: typeof fetch
  watchedFetch?: FetchWithProgress
  client?: ClientOptions['client']
  timeout?: ClientOptions['timeout']
  store: KeyValueStore
  /** AUTH-12, C-12: sign out once after the very first sign-in of this browser. Off unless set: a host asks for it. */
  forcedSignOut?: boolean | (() => Promise<boolean>)
  /** A host that brings its own sign-in hands out its token here; the stored one is then not used. */
  getToken?: GetToken
  /** Called with what a host threw, or with why it was waited for no longer. */
  onTokenFailed?: (cause: unknown) => void
  /** Called when a session ends, so that what was read in it is forgotten (AUTH-11). */
  onReset?: (reason: EndReason) => void
}

export interface Session {
  send: Send
  getSnapshot(): SessionState
  subscribe(listener: () => void): () => void
  /** Finds out whether a stored token is still good; never throws, an unreachable server leaves `unknown` and rejects. */
  start(): Promise<void>
  /** Throws `unauthorised` when refused (AUTH-06). Resolves to the state afterwards. */
  login(credentials: Credentials): Promise<SessionState>
  /** KEY-05: ends a sign-in at an identity provider with the code that came back. Throws `refused` with the reason. */
  loginWithCode(exchange: SsoExchange): Promise<SessionState>
  /** Resolves to where the browser ends its session at the identity provider, where the session began at one that has such an address. */
  logout(): Promise<string | undefined>
  /**
   * While held, a session that ends by itself is one that waits: its calls are sent once somebody signs in again in place, those
   * that were refused once more; another account gets none of them. Returns what lets go.
   */
  hold(): () => void
  /** Looks whether another tab of this browser has signed somebody out or in. */
  recheck(): Promise<void>
  /** Goes on with the tokens that a change of password answers with; a host that brings its own sign-in has none of this. */
  keepTokens?(tokens: Tokens): void | Promise<void>
  /** ROLE-04, ROLE-05: customer support's tenant; undefined clears it. */
  chooseTenant(choice: TenantChoice | undefined): void
}

/** Who is held, where a session has ended and waits. */
const heldOf = (state: SessionState): LoggedIn | undefined =>
  state.kind === 'loggedOut' ? state.held : undefined

/**
 * The session of one client: it keeps tokens in a key-value store, tracks who is signed in, and refreshes tokens on a 401 (E-8).
 */
export function createSession(options: SessionOptions): Session {
  let state: SessionState = { kind: 'unknown' }
  const listeners = new Set<() => void>()
  let holders = 0
  /** Who signs in is being found out: whoever's tokens there are count. */
  let isEntering = false
  /** Ends what the account before has under way: none of it may go on as another's. */
  let visit = { userId: undefined as string | undefined, ended: new AbortController() }
  const waiting = createWaiting()
  /** Another tab has signed somebody else in: their tokens are not for what was begun here. */
  const isForeign = (): boolean => {
    const uid = options.store.getItem(storageKeys.uid)
    return !isEntering && state.kind === 'loggedIn' && uid !== null && uid !== state.user.userId
  }
  const host =
    options.getToken &&
    createHostTokens(options.getToken, { onFailed: options.onTokenFailed, onRenewed: () => void meet() })
  const tokens = host ?? storedTokens(options.store, isForeign)

  const become = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const end = (reason: EndReason): void => {
    if (reason === 'expired' && holders > 0 && state.kind === 'loggedIn') {
      become({ kind: 'loggedOut', reason, held: state })
      return
    }
    become({ kind: 'loggedOut', reason })
    waiting.end(false)
    options.onReset?.(reason)
  }
  const ask = createSend({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    watchedFetch: options.watchedFetch,
    client: options.client,
    timeout: options.timeout,
    tokens,
    headers: () => tenantHeader(state),
    refresh: current => host?.renew(current) ?? renew(ask, current),
    onSignedOut: () => {
      if (state.kind === 'loggedIn' && authState.can('loggedIn', 'refreshFailed')) end('expired')
    },
  })
  /** Calls wait while nobody is signed in; one that was refused as the session ended is sent once more after that. */
  const send: Send = async (endpoint, input, sendOptions) => {
    if (endpoint.allow === 'everyone') return ask(endpoint, input, sendOptions)
    const signals = [visit.ended.signal, sendOptions?.signal].filter(signal => signal !== undefined)
    const own = { ...sendOptions, signal: AbortSignal.any(signals) }
    if (heldOf(state) !== undefined) await waiting.wait(own.signal)
    try {
      return await ask(endpoint, input, own)
    } catch (error) {
      const hasEnded = isKinoraError(error) && error.code === 'unauthorised' && heldOf(state) !== undefined
      if (!hasEnded) throw error
      await waiting.wait(own.signal)
      return ask(endpoint, input, own)
    }
  }
  const enter = (user: User): void => {
    markForeignData(options.store, user)
    host?.ends(user.embed?.endsAt)
    const before = state.kind === 'loggedIn' ? state : heldOf(state)
    if (visit.userId !== user.userId) {
      visit.ended.abort()
      visit = { userId: user.userId, ended: new AbortController() }
      if (before !== undefined) options.onReset?.('logout')
    }
    // What waits is for the tenant that it was begun for, whatever another tab has chosen since.
    const isBack = before?.user.userId === user.userId
    const choice = isBack ? before.tenant : readTenantChoice(options.store)
    become({ kind: 'loggedIn', user, tenant: user.role === Role.Support ? choice : undefined })
    waiting.end(true)
  }
  let isMeeting = false
  /** Whose the host's new token is, and when it ends. */
  const meet = async (): Promise<void> => {
    if (isMeeting || isEntering || state.kind !== 'loggedIn') return
    isMeeting = true
    const found = await ask(endpoints.verify, {}).catch(() => undefined)
    isMeeting = false
    if (found !== undefined && state.kind === 'loggedIn') enter(found.user)
  }
  /** Nobody is found to be signed in; who is held stays so. */
  const stayOut = (reason: EndReason): void => {
    if (heldOf(state) === undefined) become({ kind: 'loggedOut', reason })
  }
  const start = async (): Promise<void> => {
    isEntering = true
    host?.askAnew()
    // Who is asked for after the first time is asked for anew: the host may have another user by then.
    if (state.kind !== 'unknown') await host?.clear()
    try {
      if ((await tokens.get()) === undefined) return stayOut('none')
      enter((await ask(endpoints.verify, {})).user)
    } catch (error) {
      if (!isKinoraError(error) || !['unauthorised', 'forbidden'].includes(error.code)) throw error
      stayOut('expired')
    } finally {
      isEntering = false
    }
  }

  /** Who has signed in is here, but for the one sign-out of a new browser (AUTH-12). */
  const accept = async (answer: SignedIn): Promise<SessionState> => {
    if (heldOf(state) === undefined && (await isSignOutDue(options))) {
      options.store.setItem(storageKeys.forcedSignOut, '1')
      await ask(endpoints.logout, { refreshToken: answer.refreshToken }).catch(() => undefined)
      end('forced')
      return state
    }
    // Before its tokens, so that no other tab takes them for those of its own account.
    markForeignData(options.store, answer.user)
    isEntering = true
    try {
      await tokens.set({ token: answer.token, refreshToken: answer.refreshToken })
      enter(answer.user)
    } finally {
      isEntering = false
    }
    return state
  }

  return {
    send,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    hold() {
      holders += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        if (holders > 0 || heldOf(state) === undefined) return
        become({ kind: 'loggedOut', reason: 'expired' })
        waiting.end(false)
        options.onReset?.('expired')
      }
    },
    async recheck() {
      const held = heldOf(state)
      if (state.kind === 'loggedIn' && (await tokens.get()) === undefined) return end('expired')
      if (held?.user.userId === options.store.getItem(storageKeys.uid)) await start()
    },
    async login(credentials) {
      const answer = await ask(endpoints.login, credentials)
      options.store.removeItem(storageKeys.sso)
      return accept(answer)
    },
    async loginWithCode(exchange) {
      const answer = await ask(sso.exchange, exchange)
      options.store.setItem(storageKeys.sso, '1')
      return accept(answer)
    },
    async logout() {
      const current = await tokens.get()
      const isSso = options.store.getItem(storageKeys.sso) !== null
      await tokens.clear()
      options.store.removeItem(storageKeys.sso)
      storeTenantChoice(options.store, undefined)
      end('logout')
      if (current?.refreshToken === undefined) return undefined
      const { refreshToken } = current
      if (isSso) return (await ask(sso.logout, { refreshToken }).catch(() => undefined))?.url ?? undefined
      await ask(endpoints.logout, { refreshToken }).catch(() => undefined)
      return undefined
    },
    keepTokens: options.getToken === undefined ? tokens.set : undefined,
    chooseTenant(choice) {
      if (state.kind !== 'loggedIn' || state.user.role !== Role.Support) return
      storeTenantChoice(options.store, choice)
      become({ ...state, tenant: choice })
    },
  }
}

/** C-12: once for a browser; an unreachable server signs nobody out. */
async function isSignOutDue({ forcedSignOut = false, store }: SessionOptions): Promise<boolean> {
  if (store.getItem(storageKeys.forcedSignOut) !== null) return false
  return typeof forcedSignOut === 'boolean' ? forcedSignOut : forcedSignOut().catch(() => false)
}

/** ROLE-06, C-90 */
function tenantHeader(state: SessionState): Record<string, string> {
  return state.kind === 'loggedIn' && state.tenant !== undefined
    ? { tenantId: toHeader(state.tenant.tenantId) }
    : {}
}

async function renew(send: Send, current: Tokens): Promise<Tokens | undefined> {
  if (current.refreshToken === undefined) return undefined
  try {
    return await send(endpoints.refresh, { refreshToken: current.refreshToken })
  } catch (error) {
    if (isKinoraError(error) && ['unauthorised', 'invalid', 'forbidden'].includes(error.code))
      return undefined
    throw error instanceof Error ? error : new KinoraError('server', { cause: error })
  }
}

/** Calls that wait for a sign-in. */
function createWaiting() {
  const waiters = new Set<(goOn: boolean) => void>()
  return {
    /** Rejects where it ends without one, or where the call is aborted. */
    wait: (signal: AbortSignal | undefined) =>
      new Promise<void>((resolve, reject) => {
        const abort = () => {
          waiters.delete(settle)
          reject(new KinoraError('aborted'))
        }
        const settle = (goOn: boolean) => {
          signal?.removeEventListener('abort', abort)
          if (goOn) resolve()
          else reject(new KinoraError('unauthorised'))
        }
        if (signal?.aborted) return abort()
        waiters.add(settle)
        signal?.addEventListener('abort', abort, { once: true })
      }),
    end(goOn: boolean): void {
      const ended = [...waiters]
      waiters.clear()
      for (const settle of ended) settle(goOn)
    },
  }
}

/** AUTH-14: the bearer token lives in local storage; those of another account are neither used nor changed. */
function storedTokens(store: KeyValueStore, isForeign: () => boolean): TokenStore {
  return {
    get() {
      const token = isForeign() ? null : store.getItem(storageKeys.token)
      return token === null
        ? undefined
        : { token, refreshToken: store.getItem(storageKeys.refreshToken) ?? undefined }
    },
    set({ token, refreshToken }) {
      if (isForeign()) return
      store.setItem(storageKeys.token, token)
      if (refreshToken !== undefined) store.setItem(storageKeys.refreshToken, refreshToken)
    },
    clear() {
      if (isForeign()) return
      store.removeItem(storageKeys.token)
      store.removeItem(storageKeys.refreshToken)
    },
  }
}
