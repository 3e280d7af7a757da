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
import { machine } from '../kernel/machine.ts'
import { toHeader } from '../kernel/wire.ts'
import { session as endpoints } from './endpoints.ts'
import type { Credentials, User } from './schema.ts'
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
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'loggedOut'; reason: EndReason }
  | { kind: 'loggedIn'; user: User; tenant: TenantChoice | undefined }

type EndReason = 'none' | 'logout' | 'expired' | 'forced'
/** The token of a host that signs people in itself; nothing while it has none. */
export type HostToken = string | null | undefined

export interface SessionOptions {
  baseUrl: string
  fetch: typeof fetch
  watchedFetch?: FetchWithProgress
  client?: ClientOptions['client']
  store: KeyValueStore
  /** AUTH-12, C-12: sign out once after the very first sign-in of this browser. Off unless set: a host asks for it. */
  forcedSignOut?: boolean | (() => Promise<boolean>)
  /** A host that brings its own sign-in hands out its token here; the stored one is then not used. */
  getToken?: () => HostToken | Promise<HostToken>
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
  logout(): Promise<void>
  /** Goes on with the tokens that a change of password answers with; a host that brings its own sign-in has none of this. */
  keepTokens?(tokens: Tokens): void | Promise<void>
  /** ROLE-04, ROLE-05: customer support's tenant; undefined clears it. */
  chooseTenant(choice: TenantChoice | undefined): void
}

/** The session of one client: tokens in a key-value store, the state of E-8, refresh on 401. */
export function createSession(options: SessionOptions): Session {
  let state: SessionState = { kind: 'unknown' }
  const listeners = new Set<() => void>()
  const tokens = options.getToken === undefined ? storedTokens(options.store) : hostTokens(options.getToken)

  const become = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const end = (reason: EndReason): void => {
    become({ kind: 'loggedOut', reason })
    options.onReset?.(reason)
  }
  const send = createSend({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    watchedFetch: options.watchedFetch,
    client: options.client,
    tokens,
    headers: () => tenantHeader(state),
    refresh: current => renew(send, current),
    onSignedOut: () => {
      if (state.kind === 'loggedIn' && authState.can('loggedIn', 'refreshFailed')) end('expired')
    },
  })
  const enter = (user: User): void => {
    markForeignData(options.store, user)
    if (state.kind === 'loggedIn' && state.user.userId !== user.userId) options.onReset?.('logout')
    become({
      kind: 'loggedIn',
      user,
      tenant: user.role === Role.Support ? readTenantChoice(options.store) : undefined,
    })
  }

  return {
    send,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      if ((await tokens.get()) === undefined) return become({ kind: 'loggedOut', reason: 'none' })
      try {
        enter((await send(endpoints.verify, {})).user)
      } catch (error) {
        if (!isKinoraError(error) || !['unauthorised', 'forbidden'].includes(error.code)) throw error
        become({ kind: 'loggedOut', reason: 'expired' })
      }
    },
    async login(credentials) {
      const answer = await send(endpoints.login, credentials)
      if (await isSignOutDue(options)) {
        options.store.setItem(storageKeys.forcedSignOut, '1')
        await send(endpoints.logout, { refreshToken: answer.refreshToken }).catch(() => undefined)
        end('forced')
        return state
      }
      await tokens.set({ token: answer.token, refreshToken: answer.refreshToken })
      enter(answer.user)
      return state
    },
    async logout() {
      const current = await tokens.get()
      await tokens.clear()
      storeTenantChoice(options.store, undefined)
      end('logout')
      if (current?.refreshToken !== undefined)
        await send(endpoints.logout, { refreshToken: current.refreshToken }).catch(() => undefined)
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

/** AUTH-14: the bearer token lives in local storage. */
function storedTokens(store: KeyValueStore): TokenStore {
  return {
    get() {
      const token = store.getItem(storageKeys.token)
      return token === null
        ? undefined
        : { token, refreshToken: store.getItem(storageKeys.refreshToken) ?? undefined }
    },
    set({ token, refreshToken }) {
      store.setItem(storageKeys.token, token)
      if (refreshToken !== undefined) store.setItem(storageKeys.refreshToken, refreshToken)
    },
    clear() {
      store.removeItem(storageKeys.token)
      store.removeItem(storageKeys.refreshToken)
    },
  }
}

function hostTokens(getToken: NonNullable<SessionOptions['getToken']>): TokenStore {
  return {
    async get() {
      const token = await getToken()
      return token ? { token } : undefined
    },
    set() {},
    clear() {},
  }
}
