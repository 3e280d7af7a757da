export {
  addProviderAccount,
  setPassword,
  setProviderAccountActive,
  setProviderPassword,
  updateProviderAccount,
} from './accounts.ts'
export { assertRateLimit, rateLimitKeyOf } from './rate-limit.ts'
export {
  type Account,
  entriesOfTenants,
  type From,
  findAccount,
  findCaller,
  isSignedIn,
  providerOf,
  purgeSessionEntries,
  recordRefusal,
  recordSignIn,
  refusedPerson,
  type TokenHolder,
  toCaller,
  toUser,
} from './rows.ts'
export {
  assertAccount,
  assertSignedIn,
  createTokenReader,
  hashOfToken,
  issueRefreshToken,
  revokeRefreshToken,
  rotateRefreshToken,
  signAccessToken,
} from './tokens.ts'
