import {
  type Endpoint,
  en,
  fillText,
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  KinoraError,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from '@kinora/core'
import type { Context as HonoContext } from 'hono'
import type { Deps } from '../../deps.ts'
import type { Bearer } from '../handlers.ts'
import { type Attempt, type Claim, claim, giveUp, LEASE, renew, settle } from '../rows/idempotency.ts'
import type { ServerEnv } from './serve.ts'

interface Keyed {
  endpoint: Endpoint
  bearer: Bearer | undefined
  /** Whom the call acts for, the rows that it may have now, and its input as it was checked. */
  asked: readonly unknown[]
  deps: Deps
}

/** Seconds after which a call that is still worked on may be asked for again. */
const AGAIN = 1

/**
 * KEY-08, decision 0164: does a call that carries an idempotency key once; the same one later gets the answer of the first. Throws
 * `invalid` for what is no key, `reused` where the key was sent with something else, `conflict` while the first is worked on.
 */
export async function oncePerKey(
  c: HonoContext<ServerEnv>,
  { endpoint, bearer, asked, deps }: Keyed,
  respond: (attempt?: Attempt) => Promise<Response>,
): Promise<Response> {
  const key = takesIdempotencyKey(endpoint) ? keyIn(c) : undefined
  if (key === undefined || bearer === undefined) return respond()
  const { secret } = deps.settings
  const owner = [ownerOf(bearer), key]
  const id = hex(await mac(secret, ['key', ...owner]))
  const digests = await Promise.all(asked.map(toDigestible))
  const fingerprint = hex(await mac(secret, ['input', ...owner, endpoint.id, ...digests]))
  const claimed = await claim(deps.db, { id, fingerprint, now: deps.clock.now() })
  const cipher = await cipherOf(await mac(secret, ['answer', ...owner]))
  if (claimed.kind === 'answered') return replay(c, claimed.status, await cipher.open(claimed.answer))
  if (claimed.kind !== 'run') throw refusalOf(claimed)
  return whileLeased(deps, claimed.attempt, async () => {
    const response = await respond(claimed.attempt)
    const answer = await cipher.seal(await response.clone().text())
    // The thing is made: whoever waits for it hears so, whether the answer can be kept or not.
    await settle(deps.db, claimed.attempt, { status: response.status, answer }).catch(err =>
      deps.log.error({ err, endpoint: endpoint.id }, 'an answer could not be kept under its idempotency key'),
    )
    return response
  })
}

/** Works with signs of life in between: only a try that died is taken over. */
async function whileLeased<T>(
  { db, clock, log }: Deps,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  let isRenewing = false
  const beat = setInterval(() => {
    // A write under way holds the row: one sign of life waits for it, and no second one takes a connection for that.
    if (isRenewing) return
    isRenewing = true
    renew(db, attempt, clock.now())
      .catch(err => log.warn({ err }, 'an idempotency key could not be renewed'))
      .finally(() => {
        isRenewing = false
      })
  }, LEASE / 3)
  try {
    return await work()
  } catch (error) {
    await giveUp(db, attempt, clock.now()).catch(() => undefined)
    throw error
  } finally {
    clearInterval(beat)
  }
}

/** As the header has it, with or without the quotes of a structured field. */
function keyIn(c: HonoContext<ServerEnv>): string | undefined {
  const sent = c.req.header(IDEMPOTENCY_HEADER)
  if (sent === undefined) return undefined
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= IDEMPOTENCY_KEY_MAX) return key
  const params = { max: IDEMPOTENCY_KEY_MAX }
  throw new KinoraError('invalid', {
    issues: [{ path: IDEMPOTENCY_HEADER, code: 'idempotency.key', params }],
  })
}

/** Nobody gets an answer by the key of somebody else. */
function ownerOf(bearer: Bearer): string {
  if (bearer.kind === 'site') return `site ${bearer.site.tenantId}`
  const { userId, key, embedded } = bearer.caller
  if (embedded !== undefined) return `session ${embedded.sessionId}`
  return key === undefined ? `person ${userId}` : `key ${key.keyId}`
}

function refusalOf(claimed: Exclude<Claim, { kind: 'run' | 'answered' }>): KinoraError {
  if (claimed.kind === 'reused') return new KinoraError('reused', { detail: en['idempotency.reused'] })
  if (claimed.kind === 'running')
    return new KinoraError('conflict', { retryAfter: AGAIN, detail: en['idempotency.running'] })
  const { noun, id } = claimed
  return new KinoraError('conflict', { detail: fillText(en['idempotency.made'], { noun, id }) })
}

function replay(c: HonoContext<ServerEnv>, status: number, answer: string): Response {
  c.header(REPLAYED_HEADER, 'true')
  c.header('cache-control', 'no-store')
  if (answer === '') return c.body(null, status as 204)
  c.header('content-type', 'application/json')
  return c.body(answer, status as 200)
}

const encoder = new TextEncoder()
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** What only this server can tell, of values that alone could be guessed from a digest. */
async function mac(secret: Uint8Array, values: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), algorithm, false, ['sign'])
  const message = encoder.encode(JSON.stringify(['idempotency', ...values]))
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

/** The same for the same input, whatever order its fields came in; a file counts by its name and its bytes. */
async function toDigestible(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await value.arrayBuffer()))
    return [value instanceof File ? value.name : '', value.type, hex(digest)]
  }
  if (Array.isArray(value)) return Promise.all(value.map(toDigestible))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Promise.all(entries.map(async ([name, each]) => [name, await toDigestible(each)]))
}

const NONCE = 12

/**
 * Answers hold secrets that are shown once, and people. The key that opens one is made of the caller’s and of the server’s secret,
 * so that neither a copy of the database nor the server by itself can read it.
 */
async function cipherOf(material: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.importKey('raw', material, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    async seal(text: string): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encoder.encode(text))
      return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64')
    },
    async open(sealed: string): Promise<string> {
      const bytes = new Uint8Array(Buffer.from(sealed, 'base64'))
      const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, NONCE) }
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(NONCE)))
    },
  }
}
