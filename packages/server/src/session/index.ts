export {
  addProviderAccount,
  setPassword,
  setProviderAccountActive,
  setProviderPassword,
  updateProviderAccount,
} from './accounts.ts'
export {
  dropSessionEntries,
  findAccount,
  findCaller,
  providerOf,
  recordRefusal,
  refusedPerson,
  type TokenHolder,
  toCaller,
  toUser,
} from './rows.ts'
export {
  assertAccount,
  assertSignedIn,
  createTokenReader,
  issueRefreshToken,
  signAccessToken,
} from './tokens.ts'
export { assertTriesLeft, networkOf } from './tries.ts'
