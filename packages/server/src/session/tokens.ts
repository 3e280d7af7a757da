import { KinoraError, Role } from '@kinora/core'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import type { Caller } from '../kernel/handlers.ts'

const issuer = 'kinora'
const audience = 'kinora-api'

const Claims = z.object({
  sub: z.string().min(1),
  role: z.literal(Object.values(Role)),
  providerId: z.string().nullable(),
  tenantIds: z.array(z.string()),
  name: z.string(),
  email: z.string(),
  exp: z.number(),
})

type Signing = Pick<Deps, 'clock' | 'settings'>

/** AUTH-02: the role is a claim of the token and read from nowhere else. */
export async function signAccessToken(caller: Caller, { clock, settings }: Signing): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  const { role, providerId, tenantIds, displayName: name, email } = caller
  return new SignJWT({ role, providerId, tenantIds: [...tenantIds], name, email })
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
  /** Seconds since 1970. */
  expires: number
}

/** Tokens of one server that are remembered at most. */
const REMEMBERED = 10_000

/**
 * Gives the caller that a token speaks for; throws `unauthorised` for one that is forged, expired or not ours. Remembers what
 * it has verified until it expires: a signature is checked once and not with every call. A token can't be revoked before it expires (its refresh token can), so nothing is remembered too long.
 */
export function createTokenReader(signing: Signing): (token: string) => Promise<Caller> {
  const verified = new Map<string, Verified>()
  return async token => {
    const known = verified.get(token)
    if (known !== undefined && known.expires * 1000 > signing.clock.now().getTime()) return known.caller
    verified.delete(token)
    const read = await readVerified(token, signing)
    if (verified.size >= REMEMBERED) verified.clear()
    verified.set(token, read)
    return read.caller
  }
}

async function readVerified(token: string, { clock, settings }: Signing): Promise<Verified> {
  const verified = await jwtVerify(token, settings.secret, {
    algorithms: ['HS256'],
    issuer,
    audience,
    requiredClaims: ['exp'],
    currentDate: clock.now(),
  }).catch(() => undefined)
  const claims = Claims.safeParse(verified?.payload)
  if (!claims.success) throw new KinoraError('unauthorised')
  const { sub: userId, name: displayName, exp: expires, email, role, providerId, tenantIds } = claims.data
  return { caller: { userId, displayName, email, role, providerId, tenantIds }, expires }
}
