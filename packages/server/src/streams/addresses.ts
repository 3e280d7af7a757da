import { timingSafeEqual } from 'hono/utils/buffer'
import type { Deps, Settings } from '../deps.ts'

type Needs = Pick<Deps, 'blobs' | 'clock'> & { settings: Pick<Settings, 'media'> }

/** Seconds: an address ends with an hour, so that all who open a class within one get the same from a cache. */
const HOUR = 3600
/** Seconds: one that ends with its link ends with such a step before it, for the same reason. */
const STEP = 300

interface Named {
  /** Seconds of the class. */
  duration: number
  /** Seconds since 1970 at which the link ends that the playlist was opened by. */
  linkEnds: number
}

/**
 * OPS-08: gives the addresses of a playlist’s files in the store or at a CDN; undefined where the server gives the bytes itself. They
 * are good for twice the length of the class, at least an hour, up to the next full hour, and never longer than their link.
 */
export function createAddressOf(
  { blobs, clock, settings: { media } }: Needs,
  { duration, linkEnds }: Named,
): ((key: string) => Promise<string>) | undefined {
  if (media === undefined) return undefined
  const now = Math.floor(clock.now().getTime() / 1000)
  const lasts = now + Math.max(HOUR, 2 * duration)
  const stepped = linkEnds - (linkEnds % STEP)
  const expires = Math.min(stepped > now ? stepped : linkEnds, Math.ceil(lasts / HOUR) * HOUR)
  if (media !== 'store') return key => signedAddress(media, key, expires)
  const { addressOf } = blobs
  const from = now - (now % HOUR)
  return addressOf && (key => addressOf(key, { from, until: expires }))
}

const unsigned = (url: string, key: string): URL =>
  new URL(`${url}/${key.split('/').map(encodeURIComponent).join('/')}`)

type SignedMedia = Exclude<Settings['media'], 'store' | undefined>

async function signedAddress({ url, secret }: SignedMedia, key: string, expires: number): Promise<string> {
  const address = unsigned(url, key)
  address.searchParams.set('expires', String(expires))
  address.searchParams.set('signature', await signatureOf(secret, address.pathname, expires))
  return address.href
}

/** HMAC-SHA256 over path and end, as docs/streams.md has it for those who check it at a CDN. */
async function signatureOf(secret: Uint8Array, path: string, expires: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), algorithm, false, ['sign'])
  const text = new TextEncoder().encode(`${path}\n${expires}`)
  return Buffer.from(await crypto.subtle.sign('HMAC', key, text)).toString('base64url')
}

/** Seconds for which an address is good that a CDN asks for; undefined where it is forged or over. */
export async function secondsLeft(
  { clock, settings: { media } }: Omit<Needs, 'blobs'>,
  { key, expires, signature }: { key: string; expires: string; signature: string },
): Promise<number | undefined> {
  if (media === undefined || media === 'store' || !/^[1-9]\d{0,11}$/.test(expires)) return undefined
  const meant = await signatureOf(media.secret, unsigned(media.url, key).pathname, Number(expires))
  const left = Number(expires) - clock.now().getTime() / 1000
  return (await timingSafeEqual(signature, meant)) && left > 0 ? Math.ceil(left) : undefined
}
