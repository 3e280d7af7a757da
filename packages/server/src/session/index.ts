export { findCaller } from './callers.ts'
export { findAccount, providerOf } from './rows.ts'
export { signAccessToken } from './tokens.ts'
