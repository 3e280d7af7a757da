import { machine } from '../kernel/machine.ts'

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
