import type { Scope } from '../../kernel/scope.ts'

/** A tenant or a provider that must be shown the title; a `site` shows what is published to it and nothing else. */
export type Viewer = Extract<Scope, { kind: 'tenant' | 'provider' }> | { kind: 'site'; tenantId: string }

/** What a playback link opens: everything below one prefix, until a second of the clock, as long as its viewers are shown the title. */
export interface StreamGrant {
  tag: string
  key: string
  expires: number
  /** The site that the link names, and who asked for it; staff sees what the site sees. */
  viewers: readonly Viewer[]
}

/** Has another number with each shape of the grant, so that links of an earlier one count as expired. */
const purpose = 'kinora-stream-2:'

/**
 * A path segment that opens one stream. It stands in front of the file's name, so that the addresses in a playlist,
 * which are relative, carry it along.
 */
export async function signStream(secret: Uint8Array, grant: StreamGrant): Promise<string> {
  const payload = encode(new TextEncoder().encode(JSON.stringify(grant)))
  const signature = await crypto.subtle.sign(
    'HMAC',
    await importKey(secret),
    new TextEncoder().encode(purpose + payload),
  )
  return `${payload}.${encode(new Uint8Array(signature))}`
}

/** The grant of a token; undefined for one that is forged or has expired. */
export async function readStream(
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<StreamGrant | undefined> {
  const [payload, signature] = token.split('.')
  const bytes = signature === undefined ? undefined : decode(signature)
  if (payload === undefined || bytes === undefined) return undefined
  const signed = new TextEncoder().encode(purpose + payload)
  if (!(await crypto.subtle.verify('HMAC', await importKey(secret), bytes, signed))) return undefined
  const grant = JSON.parse(new TextDecoder().decode(decode(payload))) as StreamGrant
  return grant.expires * 1000 > now.getTime() ? grant : undefined
}

function importKey(secret: Uint8Array): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new Uint8Array(secret), algorithm, false, ['sign', 'verify'])
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
