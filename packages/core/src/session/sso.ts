import type { Send } from '../kernel/client.ts'
import { KinoraError } from '../kernel/errors.ts'
import { sso as endpoints } from './endpoints.ts'

/** What a program keeps of a sign-in at an identity provider, and what it sends along (PKCE, S256). */
export interface Verifier {
  verifier: string
  challenge: string
}

/** Base64url. */
const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** KEY-05: begins a sign-in that this program alone can end. Throws where the page isn’t encrypted, so that nothing can be digested. */
export async function createVerifier(): Promise<Verifier> {
  const { subtle } = crypto as Partial<Crypto>
  if (subtle === undefined)
    throw new KinoraError('refused', { issues: [{ path: '', code: 'session.notEncrypted' }] })
  const verifier = toText(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: toText(new Uint8Array(digest)) }
}

/** The first step of a sign-in at an identity provider: where the browser goes, and what ends it. */
export async function startSso(
  send: Send,
  chosen: { identityProviderId?: string; email?: string; loopbackPort?: number },
): Promise<Verifier & { url: string }> {
  const kept = await createVerifier()
  const { url } = await send(endpoints.start, { ...chosen, challenge: kept.challenge })
  return { ...kept, url }
}
