export {
  addProviderAccount,
  setProviderAccountActive,
  setProviderPassword,
  updateProviderAccount,
} from './accounts.ts'
export { findCaller, type TokenHolder, toCaller, toUser } from './callers.ts'
export { dropSessionEntries, recordRefusal, refusedPerson } from './entries.ts'
export { setPassword } from './passwords.ts'
export { issueRefreshToken } from './refresh.ts'
export { findAccount, providerOf } from './rows.ts'
export { assertAccount, createTokenReader, signAccessToken } from './tokens.ts'
export { assertTriesLeft, networkOf } from './tries.ts'
