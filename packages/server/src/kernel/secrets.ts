import { isBlank, type SecretInput, type SecretState } from '@kinora/core'
import { type JWTPayload, jwtVerify } from 'jose'
import type { SecretsPort } from '../ports/secrets.ts'

/** A secret as a jsonb column holds it. */
export interface StoredSecret {
  sealed: string
  /** Its last characters; empty where they would tell too much. */
  endsWith: string
  /** ISO 8601 */
  setAt: string
}

/** From this length on, four characters tell little of a secret. */
const LONG = 12

export const sealSecret = (text: string, secrets: SecretsPort, now: Date): StoredSecret => ({
  sealed: secrets.seal(text),
  endsWith: text.length >= LONG ? text.slice(-4) : '',
  setAt: now.toISOString(),
})

/** C-124: blank and what wasn't sent keep what is stored, null removes it; one that is the same already stays as it is. */
export function nextSecret(
  given: SecretInput | undefined,
  before: StoredSecret | null,
  { secrets, now }: { secrets: SecretsPort; now: Date },
): StoredSecret | null {
  if (given === null) return null
  if (given === undefined || isBlank(given)) return before
  return sealSecret(given.trim(), secrets, now)
}

/** What may be shown of it. */
export const stateOf = (stored: StoredSecret | null): SecretState =>
  stored && { endsWith: stored.endsWith, setAt: stored.setAt }

export const issuer = 'kinora'
/** Seconds by which the clock of another server of ours may be ahead. */
const CLOCK_SKEW_SECONDS = 60

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
    clockTolerance: CLOCK_SKEW_SECONDS,
  }).catch(() => undefined)
  const { exp = 0, iat = Number.POSITIVE_INFINITY } = verified?.payload ?? {}
  const seconds = now.getTime() / 1000
  return exp > seconds && iat <= seconds + CLOCK_SKEW_SECONDS ? verified?.payload : undefined
}
