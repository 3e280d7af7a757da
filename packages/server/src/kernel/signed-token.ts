import { type JWTPayload, jwtVerify } from 'jose'

export const issuer = 'kinora'
/** Seconds by which the clock of another server of ours may be ahead. */
const SKEW = 60

/** What a token says that was signed here for this audience; undefined where it is forged, expired or not good yet. */
export async function readSigned(
  token: string,
  { secret, audience, now }: { secret: Uint8Array; audience: string; now: Date },
): Promise<JWTPayload | undefined> {
  const verified = await jwtVerify(token, secret, {
    algorithms: ['HS256'],
    issuer,
    audience,
    requiredClaims: ['exp', 'iat'],
    currentDate: now,
    clockTolerance: SKEW,
  }).catch(() => undefined)
  const { exp = 0, iat = Number.POSITIVE_INFINITY } = verified?.payload ?? {}
  const seconds = now.getTime() / 1000
  return exp > seconds && iat <= seconds + SKEW ? verified?.payload : undefined
}
