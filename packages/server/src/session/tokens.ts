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

/** The caller a token speaks for; throws `unauthorised` for one that is forged, expired or not ours. */
export async function readAccessToken(token: string, { clock, settings }: Signing): Promise<Caller> {
  const verified = await jwtVerify(token, settings.secret, {
    algorithms: ['HS256'],
    issuer,
    audience,
    currentDate: clock.now(),
  }).catch(() => undefined)
  const claims = Claims.safeParse(verified?.payload)
  if (!claims.success) throw new KinoraError('unauthorised')
  const { sub: userId, name: displayName, email, role, providerId, tenantIds } = claims.data
  return { userId, displayName, email, role, providerId, tenantIds }
}
