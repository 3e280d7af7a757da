export {
  addProviderAccount,
  setPassword,
  setProviderAccountActive,
  setProviderPassword,
  updateProviderAccount,
} from './accounts.ts'
export { type From, purgeSessionEntries, recordRefusal, recordSignIn, refusedPerson } from './entries.ts'
export { assertRateLimit, rateLimitKeyOf } from './rate-limit.ts'
export {
  type Account,
  entriesOfTenants,
  findAccount,
  findCaller,
  isSignedIn,
  providerOf,
  readDisplayNames,
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
