import { type Issue, isKinoraError, KinoraError } from '@kinora/core'
import { base64url } from 'jose'
import type { Deps } from '../deps.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Identity, IdentityPort, Proof } from '../ports/identity.ts'
import { hashOfToken } from '../session/index.ts'
import { domainOf } from './claims.ts'
import { endByNotice, keepReturn, type SignInRow, takeReturn } from './rows.ts'

/** Milliseconds that a person has for signing in, and a program for exchanging what has come back. */
export const SIGN_IN_TIME = 900_000
const EXCHANGE_TIME = 120_000

/** 256 random bits, of which only the hash is kept. */
export const newSecret = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** What has come back: who it is, or why nobody is signed in, which the program hears that began it. */
export type Outcome = { kind: 'identity'; identity: Identity } | { kind: 'refused'; issues: readonly Issue[] }

/** The identity provider that is named, else that of the e-mail address, else the only one. Throws a refusal that says which there are. */
export function choose(
  { identityProviders: all }: Pick<Deps, 'identityProviders'>,
  { identityProviderId: id, email }: { identityProviderId?: string | undefined; email?: string | undefined },
): IdentityPort {
  const known = all.map(({ settings }) => settings.id).join(', ')
  if (all.length === 0) throw refused('sso.none', undefined, '')
  if (id !== undefined) {
    const named = all.find(({ settings }) => settings.id === id)
    if (named === undefined) throw refused('sso.unknown', { id, known }, 'identityProviderId')
    return named
  }
  if (email !== undefined) {
    const domain = domainOf(email.trim())
    const mine = all.find(({ settings: { domains } }) => domains.length === 0 || domains.includes(domain))
    if (mine === undefined) throw refused('sso.noneFor', { email }, 'email')
    return mine
  }
  if (all.length > 1) throw refused('sso.choose', { known }, 'identityProviderId')
  return all[0]!
}

/** Keeps what has come back for the program that began it; gives the code that is exchanged for tokens, once. */
export async function keepOutcome(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { hash, outcome, returnedAt }: { hash: string; outcome: Outcome; returnedAt: Date },
): Promise<string> {
  const code = newSecret()
  const now = clock.now()
  const {
    issuer,
    subject,
    sid = null,
  } = outcome.kind === 'identity' ? outcome.identity : ({} as Partial<Identity>)
  await keepReturn(db, hash, {
    sealed: secrets.seal(JSON.stringify(outcome)),
    codeHash: await hashOfToken(code),
    returnedAt,
    expiresAt: new Date(now.getTime() + EXCHANGE_TIME),
    issuer,
    subject,
    sid,
  })
  return code
}

/** A refusal is the outcome; anything else is a fault of ours. */
export async function outcomeOf(work: () => Promise<Identity>): Promise<Outcome> {
  try {
    return { kind: 'identity', identity: await work() }
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'refused') throw error
    return { kind: 'refused', issues: error.issues }
  }
}

export const openOutcome = ({ secrets }: Pick<Deps, 'secrets'>, { sealed }: SignInRow): Identity => {
  const outcome = JSON.parse(secrets.open(sealed)) as Outcome
  if (outcome.kind === 'refused') throw new KinoraError('refused', { issues: outcome.issues })
  return outcome.identity
}

/**
 * The callback: where the browser goes on, with a code that the program that began the sign-in exchanges for tokens. Why nobody is
 * signed in goes the same way, so that the portal or the terminal says it. A state that isn’t known belongs to nobody.
 */
export async function answerCallback(
  deps: Deps,
  { identityProviderId, search }: { identityProviderId: string; search: string },
): Promise<string> {
  const state = new URLSearchParams(search).get('state') ?? ''
  const port = deps.identityProviders.find(({ settings }) => settings.id === identityProviderId)
  const now = deps.clock.now()
  const hash = await hashOfToken(state)
  const row = port && (await takeReturn(deps.db, { hash, identityProviderId, now }))
  if (port === undefined || row === undefined) return '/login#sso=expired'
  const proof = JSON.parse(deps.secrets.open(row.sealed)) as Proof
  const outcome = await outcomeOf(() => port.finish({ search, state, proof }))
  const code = await keepOutcome(deps, { hash, outcome, returnedAt: now })
  return row.loopbackPort === null
    ? `/login#sso=${code}`
    : `http://127.0.0.1:${row.loopbackPort}/?${new URLSearchParams({ code, state: row.challenge })}`
}

/** Back-channel logout: ends what a logout token names; false for one that none of the identity providers has signed for us, or that came before. */
export async function receiveLogout(deps: Deps, token: string): Promise<boolean> {
  let failure: unknown
  for (const port of deps.identityProviders) {
    // One that can’t be reached has no say in what another one has signed.
    const notice = await port.readLogout(token).catch((error: unknown) => {
      failure = error
      return undefined
    })
    if (notice !== undefined) return endByNotice(deps.db, notice, deps.clock.now())
  }
  if (failure !== undefined) throw failure
  return false
}
