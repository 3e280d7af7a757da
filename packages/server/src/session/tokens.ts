import { KinoraError, Role } from '@kinora/core'
import { base64url, decodeJwt, SignJWT } from 'jose'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { Caller } from '../kernel/handlers.ts'
import { issuer, readSigned } from '../kernel/secrets.ts'
import type { Database } from '../ports/db.ts'
import type { From } from './entries.ts'
import {
  type Account,
  addRefreshToken,
  consumeRefreshToken,
  deleteExpiredTokens,
  findCaller,
  isSignedIn,
  lockAccount,
  type RefreshToken,
  revokeFamily,
  type TokenHolder,
} from './rows.ts'

const audience = 'kinora-api'

const Claims = z.object({
  sub: z.string().min(1),
  role: z.literal(Object.values(Role)),
  providerId: z.string().nullable(),
  tenantIds: z.array(z.string()),
  name: z.string(),
  email: z.string(),
  /** Tokens that were signed before there were any are of the first. */
  generation: z.int().default(0),
  /** The sign-in, with which the token ends; tokens that the server signs for its own work have none. */
  sid: z.string().optional(),
  exp: z.number(),
  /** Of the server’s own work: the key and the person that it is done for. */
  behalf: z
    .object({
      key: z.object({ keyId: z.string(), name: z.string() }),
      external: z.object({ id: z.string(), name: z.string() }).optional(),
    })
    .optional(),
})

type Signing = Pick<Deps, 'clock' | 'settings'>

/** AUTH-02: the role is a claim of the token and read from nowhere else. */
export async function signAccessToken(
  caller: TokenHolder,
  { clock, settings }: Signing,
  sid?: string,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  const { role, providerId, tenantIds, displayName: name, email, sessionGeneration: generation } = caller
  const { key, external } = caller.behalf ?? {}
  const behalf = key && { key, external }
  return new SignJWT({ role, providerId, tenantIds: [...tenantIds], name, email, generation, sid, behalf })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(caller.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + settings.accessTokenLifetime)
    .setJti(crypto.randomUUID())
    .sign(settings.secret)
}

interface Verified {
  caller: Caller
  generation: number
  sid: string | undefined
  /** Milliseconds since 1970. */
  expires: number
  /** When its signature was checked. */
  looked: number
}

/** Size of the cache of verified tokens. */
const CACHE_SIZE = 10_000

/**
 * Verifies a token and returns the caller that it speaks for; throws `unauthorised` for one that is forged, expired or not ours,
 * or whose account is closed or has ended its sessions since (C-93, C-99), or whose sign-in has ended (API-07, KEY-04). A signature
 * is checked once and not with every call, the sign-in with every call: what has ended ends at once.
 */
export function createTokenReader(deps: Signing & Pick<Deps, 'db'>): (token: string) => Promise<Caller> {
  const verified = new Map<string, Verified>()
  return async token => {
    const now = deps.clock.now().getTime()
    const known = verified.get(token)
    // A clock that was set back since makes nobody believed for hours: what is known is of another time.
    const isKnown = known !== undefined && known.expires > now && known.looked <= now
    if (!isKnown) verified.delete(token)
    const read = isKnown ? known : { ...(await readVerified(token, deps)), looked: now }
    await assertSignIn(deps.db, read)
    if (!isKnown && verified.size >= CACHE_SIZE) verified.clear()
    verified.set(token, read)
    return read.caller
  }
}

/**
 * Throws `unauthorised` where the sign-in that a token is of has ended since the token was read. That the token has expired
 * meanwhile is no reason: what goes on was asked for in time.
 */
export async function assertSignedIn({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  await assertSignIn(db, toVerified(decodeJwt(token)))
}

async function assertSignIn(db: Database, { caller, generation, sid }: Verified): Promise<void> {
  const { userId } = caller
  if (!(await isSignedIn(db, { userId, generation, sid }))) throw new KinoraError('unauthorised')
}

/**
 * Throws `unauthorised` where the account isn’t what the token says any more: of another role, provider or tenants, or gone. A
 * client renews its token then, and asks again as what the account is now.
 */
export async function assertAccount(deps: Pick<Deps, 'db'>, caller: Caller): Promise<void> {
  const now = await findCaller(deps, caller.userId)
  const said = ({ role, providerId, tenantIds }: Caller) => JSON.stringify([role, providerId, tenantIds])
  if (now === undefined || said(now) !== said(caller)) throw new KinoraError('unauthorised')
}

const readVerified = async (token: string, { clock, settings }: Signing): Promise<Verified> =>
  toVerified(await readSigned(token, { secret: settings.secret, audience, now: clock.now() }))

function toVerified(payload: unknown): Verified {
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw new KinoraError('unauthorised')
  const {
    sub: userId,
    name: displayName,
    exp,
    email,
    role,
    providerId,
    tenantIds,
    generation,
    sid,
    behalf,
  } = claims.data
  const caller = { userId, displayName, email, role, providerId, tenantIds, sessionId: sid, behalf }
  return { caller, generation, sid, expires: exp * 1000, looked: 0 }
}

/** Milliseconds in which a token may be used twice: two tabs that refresh at the same moment. */
const GRACE = 10_000
/** Milliseconds that another server's clock may be ahead; what was used later than that was used before the clock was set back. */
const CLOCK_SKEW = 60_000

type Needs = Pick<Deps, 'db' | 'clock' | 'settings'>

/** What a sign-in goes on with: the token that renews it, and its name, which its access tokens carry. */
interface NextTokens {
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
  from: From,
): Promise<NextTokens> {
  await deleteExpiredTokens(db, clock.now())
  return db.transaction(async tx => {
    const account = await lockAccount(tx, { userId })
    if (account?.sessionGeneration !== sessionGeneration) throw new KinoraError('unauthorised')
    const startedAt = clock.now()
    const { client, address } = from
    const family = crypto.randomUUID()
    return addToken({ db: tx, clock, settings }, { userId, family, startedAt, client, address })
  })
}

/** 256 random bits, of which only the hash is kept. */
async function addToken(
  { db, clock, settings }: Needs,
  of: Omit<RefreshToken, 'hash' | 'issuedAt' | 'expiresAt'>,
): Promise<NextTokens> {
  const token = base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
  const issuedAt = clock.now()
  const expiresAt = new Date(issuedAt.getTime() + settings.refreshTokenLifetime * 1000)
  await addRefreshToken(db, { ...of, hash: await hashOfToken(token), issuedAt, expiresAt })
  return { refreshToken: token, family: of.family }
}

/**
 * Refresh token rotation: a new token for one that is good, with the account as it is at that moment. Reuse of a token ends its
 * whole family: it was stolen. Whoever ends the sessions at the same time ends the new one as well, or there is none.
 */
export async function rotateRefreshToken(
  { db, clock, settings }: Needs,
  token: string,
  { client, address }: From,
): Promise<NextTokens & { account: Account }> {
  const now = clock.now()
  const hash = await hashOfToken(token)
  await deleteExpiredTokens(db, now)
  const renewed = await db.transaction(async tx => {
    const account = await lockAccount(tx, { token: hash })
    if (account === undefined) throw new KinoraError('unauthorised')
    const used = await consumeRefreshToken(tx, {
      hash,
      now,
      grace: { from: new Date(now.getTime() - GRACE), until: new Date(now.getTime() + CLOCK_SKEW) },
    })
    return used && { account, ...(await addToken({ db: tx, clock, settings }, { ...used, client, address })) }
  })
  if (renewed !== undefined) return renewed
  await revokeFamily(db, hash, now)
  throw new KinoraError('unauthorised')
}

export async function revokeRefreshToken({ db, clock }: Needs, token: string): Promise<void> {
  await revokeFamily(db, await hashOfToken(token), clock.now())
}

export const hashOfToken = async (token: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
