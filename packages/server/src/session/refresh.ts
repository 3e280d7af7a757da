import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'
import {
  type Account,
  addRefreshToken,
  forgetExpired,
  holdAccount,
  type RefreshToken,
  revokeFamily,
  useRefreshToken,
} from './rows.ts'

/** Milliseconds in which a token may be used twice: two tabs that refresh at the same moment. */
const GRACE = 10_000

type Needs = Pick<Deps, 'db' | 'clock' | 'settings'>

/** What a sign-in goes on with: the token that renews it, and its name, which its access tokens carry. */
export interface SignIn {
  refreshToken: string
  family: string
}

/**
 * The first refresh token of a sign-in. Throws `unauthorised` where the sessions of the account were ended since it was read:
 * whoever came with the old password doesn’t outlive it.
 */
export async function issueRefreshToken(
  { db, clock, settings }: Needs,
  { userId, sessionGeneration }: Pick<Account, 'userId' | 'sessionGeneration'>,
): Promise<SignIn> {
  await forgetExpired(db, clock.now())
  return db.transaction(async tx => {
    const account = await holdAccount(tx, { userId })
    if (account?.sessionGeneration !== sessionGeneration) throw new KinoraError('unauthorised')
    return addToken({ db: tx, clock, settings }, { userId, family: crypto.randomUUID() })
  })
}

/** 256 random bits, of which only the hash is kept. */
async function addToken(
  { db, clock, settings }: Needs,
  of: Pick<RefreshToken, 'userId' | 'family'>,
): Promise<SignIn> {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const issuedAt = clock.now()
  const expiresAt = new Date(issuedAt.getTime() + settings.refreshTokenLifetime * 1000)
  await addRefreshToken(db, { ...of, hash: await hashOf(token), issuedAt, expiresAt })
  return { refreshToken: token, family: of.family }
}

/**
 * A new token for one that is good, with the account as it is at that moment. A token that was used before ends its whole family:
 * it was stolen. Whoever ends the sessions at the same time ends the new one as well, or there is none.
 */
export async function renewRefreshToken(
  { db, clock, settings }: Needs,
  token: string,
): Promise<SignIn & { account: Account }> {
  const now = clock.now()
  const hash = await hashOf(token)
  await forgetExpired(db, now)
  const renewed = await db.transaction(async tx => {
    const account = await holdAccount(tx, { token: hash })
    if (account === undefined) throw new KinoraError('unauthorised')
    const used = await useRefreshToken(tx, { hash, now, grace: new Date(now.getTime() - GRACE) })
    return used && { account, ...(await addToken({ db: tx, clock, settings }, used)) }
  })
  if (renewed !== undefined) return renewed
  await revokeFamily(db, hash, now)
  throw new KinoraError('unauthorised')
}

export async function revokeRefreshToken({ db, clock }: Needs, token: string): Promise<void> {
  await revokeFamily(db, await hashOf(token), clock.now())
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return toBase64Url(new Uint8Array(digest))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}
