const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const PUBLIC_PREFIX = 'whpk_'

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

const signedBytes = ({ id, timestamp, body }: WebhookMessage) =>
  new TextEncoder().encode(`${id}.${timestamp}.${body}`)

/** HOOK-02: one signature of Standard Webhooks, symmetric: HMAC-SHA256 over id, time and body. */
export async function signWebhook(secret: string, message: WebhookMessage): Promise<string> {
  const raw = fromBase64(secret.slice(PREFIX.length))
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, signedBytes(message))
  return `v1,${toBase64(new Uint8Array(signed))}`
}

/** A pair of keys: the public one as Standard Webhooks writes it, the private one as PKCS #8 in Base64. */
export interface WebhookKeys {
  publicKey: string
  privateKey: string
}

/** HOOK-02: a new pair of keys for signatures that others verify without being able to make them. */
export async function newWebhookKeys(): Promise<WebhookKeys> {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const [open, closed] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  return {
    publicKey: PUBLIC_PREFIX + toBase64(new Uint8Array(open)),
    privateKey: toBase64(new Uint8Array(closed)),
  }
}

/** HOOK-02: one signature of Standard Webhooks, asymmetric: ed25519 over the same bytes. */
export async function signWebhookByKey(privateKey: string, message: WebhookMessage): Promise<string> {
  const key = await crypto.subtle.importKey('pkcs8', fromBase64(privateKey), { name: 'Ed25519' }, false, [
    'sign',
  ])
  const signed = await crypto.subtle.sign('Ed25519', key, signedBytes(message))
  return `v1a,${toBase64(new Uint8Array(signed))}`
}
