import { en, KinoraError, type SignInState, type session, type sessions } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf, recordWrite } from '../kernel/rows/audit.ts'
import { notFound, refused } from '../kernel/rows/refusals.ts'
import { recordFailedSignIn, recordSignIn, refusedPerson } from './entries.ts'
import { assertRateLimit, rateLimitKeyOf } from './rate-limit.ts'
import { asKeyActs, endSignIn, findAccount, listSignIns, toCaller, toUser } from './rows.ts'
import { issueRefreshToken, revokeRefreshToken, signAccessToken } from './tokens.ts'

/**
 * Who comes and goes: AUTH-01, AUTH-02, AUTH-06, AUTH-16, AUTH-17, API-01, API-03, API-05, API-07. Tokens are renewed in `sso`, which
 * knows where the sign-in began (API-06).
 */
export const sessionHandlers: Omit<Handlers<typeof session>, 'refresh'> = {
  async verify(_, { deps, caller }) {
    const account = await findAccount(deps.db, { userId: caller.userId })
    if (account === undefined) throw new KinoraError('unauthorised')
    const user = await toUser(deps, account)
    if (caller.key === undefined) return { user }
    const { embedded: embed } = caller
    return { user: { ...(await asKeyActs(user, caller, deps.db)), ...(embed && { embed }) } }
  },

  async manifest(_, { deps }) {
    const { productName, helpUrl, supportUrl, siteUrl, ingestUrl, version, forcedSignOut } = deps.settings
    const { isSsoOnly = false } = deps.settings
    const providers = deps.identityProviders.map(({ settings: { id: identityProviderId, name } }) => ({
      identityProviderId,
      name,
    }))
    return {
      name: productName,
      version,
      forcedSignOut,
      ...(helpUrl !== undefined && { helpUrl }),
      ...(supportUrl !== undefined && { supportUrl }),
      ...(siteUrl !== undefined && { siteUrl }),
      ...(ingestUrl !== undefined && { ingestUrl }),
      ...(providers.length > 0 && { sso: { providers, isOnly: isSsoOnly } }),
    }
  },

  async login({ email, password }, { deps, address, client }) {
    const [first] = deps.identityProviders
    if (deps.settings.isSsoOnly && first !== undefined)
      throw refused('sso.passwordsOff', { name: first.settings.name }, '')
    const from = rateLimitKeyOf(address)
    const keys = { account: `${email.trim().toLowerCase()} ${from}`, address: from }
    await assertRateLimit(deps, keys)
    const account = await findAccount(deps.db, { email })
    const right = await deps.passwords.verify(account?.passwordHash ?? undefined, password)
    if (!right || account === undefined) {
      await recordFailedSignIn(deps, account, { client, address })
      throw new KinoraError('unauthorised', { detail: en['loginPage.loginErrors'] })
    }
    await deps.limits.account.reset(keys.account)
    await deps.limits.address.refund(keys.address)
    const user = await toUser(deps, account)
    const { refreshToken, family } = await issueRefreshToken(deps, account, { client, address })
    await recordSignIn(deps, account, { client, address })
    return { token: await signAccessToken(toCaller(user, account), deps, family), refreshToken, user }
  },

  async logout({ refreshToken }, { deps }) {
    await revokeRefreshToken(deps, refreshToken)
    return undefined
  },
}

/** KEY-04: one's own sign-ins, each of which can be ended. */
export const sessionsHandlers: Handlers<typeof sessions> = {
  async list(_, { deps, caller }) {
    const rows = await listSignIns(deps.db, { userId: caller.userId, now: deps.clock.now() })
    const data = rows.map(
      ({ family, startedAt, issuedAt, client, address }): SignInState => ({
        sessionId: family,
        startedAt: startedAt.toISOString(),
        lastUsedAt: issuedAt.toISOString(),
        client,
        address,
        isCurrent: family === caller.sessionId,
      }),
    )
    return { data }
  },
  async remove({ sessionId }, context) {
    const { deps, caller } = context
    const by = authorOf(context)
    await deps.db.transaction(async tx => {
      const { userId, displayName: name } = caller
      if (!(await endSignIn(tx, { userId, family: sessionId, now: by.now }))) throw notFound()
      const { tenantId, providerId = null } = refusedPerson(caller)
      const entry = { noun: 'sessions', id: sessionId, name, verb: 'remove', version: 1, changes: [] }
      await recordWrite(tx, by, { ...entry, owner: { tenantId, providerId } })
    })
    return { status: 200 }
  },
}
