const PREFIX = 'whsec_'
const SECRET_BYTES = 32

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), sign => sign.charCodeAt(0))

/** HOOK-02: a new secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string =>
  PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

/** Whether somebody else's secret can sign: 24 to 64 bytes, as Standard Webhooks has it. */
export const isWebhookSecret = (secret: string): boolean =>
  /^whsec_(?:[A-Za-z\d+/]{4}){8,21}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=|[A-Za-z\d+/]{4})?$/.test(secret)

/** What a signature is over. */
export interface WebhookMessage {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** HOOK-02: one signature of Standard Webhooks, symmetric: HMAC-SHA256 over id, time and body. */
export async function signWebhook(secret: string, { id, timestamp, body }: WebhookMessage): Promise<string> {
  const raw = fromBase64(secret.slice(PREFIX.length))
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  return `v1,${toBase64(new Uint8Array(signed))}`
}
