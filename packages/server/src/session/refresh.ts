import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { addRefreshToken, revokeFamily, useRefreshToken } from './rows.ts'

/** Milliseconds in which a token may be used twice: two tabs that refresh at the same moment. */
const GRACE = 10_000

type Needs = Pick<Deps, 'db' | 'clock' | 'settings'>

/** A new refresh token of 256 random bits; only its hash is kept. Without a family it begins one. */
export async function issueRefreshToken(
  { db, clock, settings }: Needs,
  { userId, family = crypto.randomUUID() }: { userId: string; family?: string },
): Promise<string> {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const issuedAt = clock.now()
  const expiresAt = new Date(issuedAt.getTime() + settings.refreshTokenLifetime * 1000)
  await addRefreshToken(db, { hash: await hashOf(token), family, userId, issuedAt, expiresAt })
  return token
}

/** Takes a token in exchange for the right to a new one. A token that was used before ends its whole family: it was stolen. */
export async function redeemRefreshToken(
  { db, clock }: Needs,
  token: string,
): Promise<{ family: string; userId: string }> {
  const now = clock.now()
  const hash = await hashOf(token)
  const used = await useRefreshToken(db, { hash, now, grace: new Date(now.getTime() - GRACE) })
  if (used !== undefined) return used
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
