import { isKinoraError, KinoraError, type session, type sso } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Handler, Handlers } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { IdentityPort } from '../ports/identity.ts'
import {
  type Account,
  type From,
  findAccount,
  hashOfToken,
  issueRefreshToken,
  rateLimitKeyOf,
  recordSignIn,
  revokeRefreshToken,
  rotateRefreshToken,
  signAccessToken,
  toCaller,
  toUser,
} from '../session/index.ts'
import { bringUpToDate } from './accounts.ts'
import {
  addSession,
  addSignIn,
  claimCheck,
  type ExternalSession,
  endFamilies,
  findPoll,
  findSession,
  slowDown,
  takeExchange,
  takePoll,
  updateSession,
} from './rows.ts'
import { choose, keepOutcome, newSecret, openOutcome, outcomeOf, SIGN_IN_TIME } from './sign-in.ts'

/** What is kept of a session at the identity provider, sealed. */
interface StoredTokens {
  refreshToken?: string | undefined
  idToken: string
}

/** KEY-05, C-147: signing in at an identity provider. */
export const ssoHandlers: Handlers<typeof sso> = {
  async start({ challenge, loopbackPort = null, ...chosen }, { deps, address }) {
    await assertTries(deps, address)
    const port = choose(deps, chosen)
    const state = newSecret()
    const { url, proof } = await port.begin(state)
    const now = deps.clock.now()
    const row = {
      hash: await hashOfToken(state),
      identityProviderId: port.settings.id,
      challenge,
      loopbackPort,
    }
    const sealed = deps.secrets.seal(JSON.stringify(proof))
    await addSignIn(deps.db, { ...row, sealed, expiresAt: new Date(now.getTime() + SIGN_IN_TIME) }, now)
    return { url }
  },

  async exchange({ code, verifier }, { deps, address, client }) {
    const now = deps.clock.now()
    const row = await takeExchange(deps.db, { codeHash: await hashOfToken(code), now })
    const port = deps.identityProviders.find(({ settings }) => settings.id === row?.identityProviderId)
    if (row === undefined || port === undefined || row.challenge !== (await hashOfToken(verifier))) {
      await assertTries(deps, address)
      throw refused('sso.expired', undefined, '')
    }
    const identity = openOutcome(deps, row)
    const from = { client, address }
    const { settings } = port
    const { isSsoOnly = false } = deps.settings
    const userId = await bringUpToDate(deps.db, { identity, settings, from, now, isSsoOnly })
    const account = await findAccount(deps.db, { userId })
    if (account === undefined) throw refused('sso.closed', undefined, '')
    const { refreshToken, family } = await issueRefreshToken(deps, account, from)
    const { issuer, subject, sid = null, idToken } = identity
    const sealed = deps.secrets.seal(
      JSON.stringify({ refreshToken: identity.refreshToken, idToken } satisfies StoredTokens),
    )
    const session = { family, identityProviderId: settings.id, issuer, subject, sid, sealed, checkedAt: now }
    const isOver = !(await addSession(deps.db, { session, since: row.returnedAt ?? now }))
    if (isOver) throw refused('sso.expired', undefined, '')
    await recordSignIn(deps, account, from)
    await deps.limits.address.refund(triesOf(address))
    const user = await toUser(deps, account)
    return { token: await signAccessToken(toCaller(user, account), deps, family), refreshToken, user }
  },

  async startDevice({ challenge, ...chosen }, { deps, address }) {
    await assertTries(deps, address)
    const port = choose(deps, chosen)
    const device = await port.beginDevice()
    const { id, name } = port.settings
    if (device === undefined) throw refused('sso.noDevice', { name }, '')
    const deviceId = newSecret()
    const now = deps.clock.now()
    const expiresAt = new Date(now.getTime() + Math.min(device.lifetime * 1000, SIGN_IN_TIME))
    const { deviceCode, userCode, verificationUrl, verificationUrlComplete = null, interval } = device
    const row = { hash: await hashOfToken(deviceId), identityProviderId: id, challenge, expiresAt }
    const sealed = deps.secrets.seal(deviceCode)
    await addSignIn(deps.db, { ...row, sealed, nextPollAt: now, pollInterval: interval }, now)
    return {
      deviceId,
      userCode,
      verificationUrl,
      verificationUrlComplete,
      interval,
      expiresAt: expiresAt.toISOString(),
    }
  },

  async pollDevice({ deviceId }, { deps }) {
    const hash = await hashOfToken(deviceId)
    const now = deps.clock.now()
    const known = await findPoll(deps.db, hash, now)
    const port = deps.identityProviders.find(({ settings }) => settings.id === known?.identityProviderId)
    if (known?.pollInterval == null || port === undefined) throw refused('sso.expired', undefined, '')
    const waits = { code: null, interval: known.pollInterval }
    const row = await takePoll(deps.db, hash, now)
    if (row === undefined) return waits
    const answer: { is?: 'pending' | 'slowDown' } = {}
    const outcome = await outcomeOf(async () => {
      const identity = await port.pollDevice(deps.secrets.open(row.sealed))
      if (typeof identity !== 'string') return identity
      answer.is = identity
      throw refused('sso.expired', undefined, '')
    })
    const isAway = outcome.kind === 'refused' && outcome.issues.some(({ code }) => code === 'sso.unreachable')
    if (answer.is === 'slowDown' || isAway) await slowDown(deps.db, hash)
    if (answer.is !== undefined || isAway) return waits
    return { code: await keepOutcome(deps, { hash, outcome, returnedAt: now }), interval: known.pollInterval }
  },

  async logout({ refreshToken }, { deps }) {
    const session = await findSession(deps.db, { tokenHash: await hashOfToken(refreshToken) })
    await revokeRefreshToken(deps, refreshToken)
    const port = session && portOf(deps, session)
    if (session === undefined || port === undefined) return { url: null }
    const { idToken } = openTokens(deps, session)
    return { url: (await port.endAddress(idToken)) ?? null }
  },

  async state(_, { deps }) {
    const data = deps.identityProviders.map(async ({ settings: { id, name, issuer }, problem }) => ({
      identityProviderId: id,
      name,
      issuer,
      problem: (await problem()) ?? null,
    }))
    return { data: await Promise.all(data) }
  },
}

/** Whoever tries many has to wait, as with passwords. */
async function assertTries({ limits }: Pick<Deps, 'limits'>, address: string): Promise<void> {
  const retryAfter = await limits.address.take(triesOf(address))
  if (retryAfter !== undefined) throw new KinoraError('tooMany', { retryAfter })
}

const triesOf = (address: string): string => `sso ${rateLimitKeyOf(address)}`

const openTokens = ({ secrets }: Pick<Deps, 'secrets'>, { sealed }: ExternalSession): StoredTokens =>
  JSON.parse(secrets.open(sealed)) as StoredTokens

/** One that isn’t set up any more, or is another one by now, answers for nobody. */
const portOf = ({ identityProviders }: Deps, session: ExternalSession): IdentityPort | undefined =>
  identityProviders.find(({ settings }) => settings.id === session.identityProviderId)

/** AUTH-13, API-06: tokens are renewed while the identity provider stands by the sign-in, where it began at one. */
export const refresh: Handler<(typeof session)['refresh']> = async (
  { refreshToken },
  { deps, client, address },
) => {
  const from = { client, address }
  const { account, family, refreshToken: next } = await rotateRefreshToken(deps, refreshToken, from)
  const now = await askAgain(deps, { account, family, from })
  const token = await signAccessToken(toCaller(await toUser(deps, now), now), deps, family)
  return { token, refreshToken: next }
}

/** Milliseconds in which tabs that renew their tokens together ask the identity provider once. */
const ASK_ONCE = 30_000

/**
 * The account as the identity provider says that it is now. Ends the sign-in, and throws `unauthorised`, where that refuses, isn’t set
 * up any more, or couldn’t be asked for as long as a sign-in lasts without it.
 */
async function askAgain(
  deps: Deps,
  { account, family, from }: { account: Account; family: string; from: From },
): Promise<Account> {
  const session = await findSession(deps.db, { family })
  if (session === undefined) return account
  const port = portOf(deps, session)
  if (port === undefined) return end(deps, family)
  const now = deps.clock.now()
  const { refreshToken } = openTokens(deps, session)
  const isOver = now.getTime() - session.checkedAt.getTime() > port.settings.sessionLifetime * 1000
  if (refreshToken === undefined) return isOver ? end(deps, family) : account
  const before = new Date(now.getTime() - ASK_ONCE)
  if (!(await claimCheck(deps.db, { family, now, before }))) return account
  const renewal = await port.renew({ refreshToken, subject: session.subject })
  if (renewal.kind === 'refused' || (renewal.kind === 'unreachable' && isOver)) return end(deps, family)
  if (renewal.kind === 'unreachable') {
    await updateSession(deps.db, family, { checkedAt: session.checkedAt })
    return account
  }
  const { claims, idToken = openTokens(deps, session).idToken } = renewal
  const kept: StoredTokens = { refreshToken: renewal.refreshToken, idToken }
  await updateSession(deps.db, family, { sealed: deps.secrets.seal(JSON.stringify(kept)) })
  if (claims === undefined) return account
  const identity = { issuer: session.issuer, subject: session.subject, claims }
  const { isSsoOnly = false } = deps.settings
  const told = { identity, settings: port.settings, from, now, family, isSsoOnly }
  const userId = await bringUpToDate(deps.db, told).catch((err: unknown) => {
    if (!isKinoraError(err) || err.code !== 'refused') throw err
    deps.log.warn(
      { err, identityProvider: port.settings.id },
      'a session ends by what its identity provider says',
    )
    return end(deps, family)
  })
  return (await findAccount(deps.db, { userId })) ?? end(deps, family)
}

async function end({ db, clock }: Deps, family: string): Promise<never> {
  await db.transaction(tx => endFamilies(tx, [family], clock.now()))
  throw new KinoraError('unauthorised')
}
