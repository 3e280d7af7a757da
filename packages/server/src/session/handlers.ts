import { en, KinoraError, type session } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { assertRateLimit, rateLimitKeyOf } from './rate-limit.ts'
import { findAccount, recordFailedSignIn, recordSignIn, toCaller, toUser } from './rows.ts'
import { issueRefreshToken, revokeRefreshToken, rotateRefreshToken, signAccessToken } from './tokens.ts'

/** Who comes and goes: AUTH-01, AUTH-02, AUTH-06, AUTH-16, AUTH-17, API-01, API-03, API-05 to API-07. */
export const sessionHandlers: Handlers<typeof session> = {
  async verify(_, { deps, caller }) {
    const account = await findAccount(deps.db, { userId: caller.userId })
    if (account === undefined) throw new KinoraError('unauthorised')
    return { user: await toUser(deps, account) }
  },

  async manifest(_, { deps }) {
    const { productName, helpUrl, supportUrl, siteUrl, ingestUrl, version, forcedSignOut } = deps.settings
    return {
      name: productName,
      version,
      forcedSignOut,
      ...(helpUrl !== undefined && { helpUrl }),
      ...(supportUrl !== undefined && { supportUrl }),
      ...(siteUrl !== undefined && { siteUrl }),
      ...(ingestUrl !== undefined && { ingestUrl }),
    }
  },

  async login({ email, password }, { deps, address, client }) {
    const from = rateLimitKeyOf(address)
    const keys = { account: `${email.trim().toLowerCase()} ${from}`, address: from }
    await assertRateLimit(deps, keys)
    const account = await findAccount(deps.db, { email })
    const right = await deps.passwords.verify(account?.passwordHash, password)
    if (!right || account === undefined) {
      await recordFailedSignIn(deps, account, { client, address })
      throw new KinoraError('unauthorised', { detail: en['loginPage.loginErrors'] })
    }
    await deps.limits.account.reset(keys.account)
    await deps.limits.address.refund(keys.address)
    const user = await toUser(deps, account)
    const { refreshToken, family } = await issueRefreshToken(deps, account)
    await recordSignIn(deps, account, { client, address })
    return { token: await signAccessToken(toCaller(user, account), deps, family), refreshToken, user }
  },

  async refresh({ refreshToken }, { deps }) {
    const { account, family, refreshToken: next } = await rotateRefreshToken(deps, refreshToken)
    const token = await signAccessToken(toCaller(await toUser(deps, account), account), deps, family)
    return { token, refreshToken: next }
  },

  async logout({ refreshToken }, { deps }) {
    await revokeRefreshToken(deps, refreshToken)
    return undefined
  },
}
