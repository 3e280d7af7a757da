export {
  addProviderAccount,
  setPassword,
  setProviderAccountActive,
  setProviderPassword,
  updateProviderAccount,
} from './accounts.ts'
export { assertRateLimit, rateLimitKeyOf } from './rate-limit.ts'
export {
  entriesOfTenants,
  findAccount,
  findCaller,
  isSignedIn,
  providerOf,
  purgeSessionEntries,
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
