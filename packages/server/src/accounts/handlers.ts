import { type accounts, KinoraError } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import {
  assertRateLimit,
  findAccount,
  issueRefreshToken,
  rateLimitKeyOf,
  setPassword,
  signAccessToken,
  toCaller,
  toUser,
} from '../session/index.ts'
import { isEmailFree } from './rows.ts'

export const accountHandlers: Handlers<typeof accounts> = {
  /** C-99: the rate limit of sign-ins holds for guesses of the old one too. */
  async changePassword({ currentPassword, newPassword }, context) {
    const { deps, caller, address, client } = context
    const keys = { account: `password ${caller.userId}`, address: rateLimitKeyOf(address) }
    await assertRateLimit(deps, keys)
    const account = await findAccount(deps.db, { userId: caller.userId })
    if (account === undefined) throw new KinoraError('unauthorised')
    if (account.passwordHash === null) throw refused('sso.noPassword', undefined, 'currentPassword')
    if (!(await deps.passwords.verify(account.passwordHash, currentPassword)))
      throw new KinoraError('invalid', {
        issues: [{ path: 'currentPassword', code: 'account.wrongPassword' }],
      })
    if (newPassword === currentPassword)
      throw new KinoraError('invalid', { issues: [{ path: 'newPassword', code: 'account.samePassword' }] })
    await deps.limits.account.reset(keys.account)
    await deps.limits.address.refund(keys.address)
    const { userId } = account
    const by = authorOf(context)
    const sessionGeneration = await setPassword(deps, { userId, password: newPassword, by })
    const holder = toCaller(await toUser(deps, account), { sessionGeneration })
    const { refreshToken, family } = await issueRefreshToken(
      deps,
      { userId, sessionGeneration },
      { client, address },
    )
    return { token: await signAccessToken(holder, deps, family), refreshToken }
  },

  /** C-92: what the write of a tenant or a provider would say, so that it tells no more than that. */
  checkEmail: async ({ email, tenantId }, { deps }) => ({
    isFree: await isEmailFree(deps.db, email, tenantId),
  }),
}
