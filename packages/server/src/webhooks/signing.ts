import type { SecretsPort } from '../ports/secrets.ts'
import type { WebhookRow } from './tables.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), sign => sign.charCodeAt(0))

/** A new secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string =>
  PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

export interface Signed {
  id: string
  timestamp: number
  body: string
}

/** One signature of Standard Webhooks, symmetric: HMAC-SHA256 over id, time and body. */
async function sign(secret: string, { id, timestamp, body }: Signed): Promise<string> {
  const raw = fromBase64(secret.slice(PREFIX.length))
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  return `v1,${toBase64(new Uint8Array(signed))}`
}

/** HOOK-04: by the present secret, and by the one before while that is good. */
export async function signatureOf(
  { secret, formerSecret, formerUntil }: Pick<WebhookRow, 'secret' | 'formerSecret' | 'formerUntil'>,
  { secrets, now }: { secrets: SecretsPort; now: Date },
  message: Signed,
): Promise<string> {
  const isGood = formerSecret !== null && formerUntil !== null && formerUntil > now
  const sealed = isGood ? [secret, formerSecret] : [secret]
  const signatures = await Promise.all(sealed.map(each => sign(secrets.open(each.sealed), message)))
  return signatures.join(' ')
}
