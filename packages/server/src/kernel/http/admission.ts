import { en, fillText, isKinoraError, KinoraError } from '@kinora/core'
import type { Context as HonoContext } from 'hono'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../handlers.ts'
import type { ServeOptions, ServerEnv } from './serve.ts'

/**
 * KEY-01, KEY-03: a key from the networks that it is for, and not faster than its limit, which every answer tells. Throws
 * `forbidden`, or `tooMany` with the seconds to wait.
 */
export async function admitKey(
  c: HonoContext<ServerEnv>,
  { key, embedded: embed }: Caller,
  { networks, limits }: Pick<Deps, 'networks' | 'limits'>,
): Promise<void> {
  if (key === undefined) return
  if (key.networks.length > 0 && !networks.contain(key.networks, c.get('address')))
    throw new KinoraError('forbidden', { detail: en['key.elsewhere'] })
  if (embed !== undefined) assertOrigin(c, embed.origins)
  const { limit, window, remaining, reset, isOver } = await limits.key.take(
    embed === undefined ? key.keyId : `session ${embed.sessionId}`,
  )
  c.header('ratelimit-limit', String(limit))
  c.header('ratelimit-remaining', String(remaining))
  c.header('ratelimit-reset', String(reset))
  c.header('ratelimit-policy', `${limit};w=${window}`)
  if (isOver) throw new KinoraError('tooMany', { retryAfter: reset, detail: en['key.tooFast'] })
}

/** KEY-06: a session for certain pages is good on these alone. A page’s own server may be asked without an Origin, by GET. */
function assertOrigin(c: HonoContext<ServerEnv>, origins: readonly string[]): void {
  if (origins.length === 0) return
  const referer = c.req.header('referer') ?? ''
  const origin = c.req.header('origin') ?? (URL.canParse(referer) ? new URL(referer).origin : undefined)
  if (origin === undefined) throw new KinoraError('forbidden', { detail: en['embed.noOrigin'] })
  if (!origins.includes(origin))
    throw new KinoraError('forbidden', { detail: fillText(en['embed.elsewhere'], { origin }) })
}

/** How long the check of a sign-in is cached, in milliseconds. */
const SESSION_CACHE_TTL = 1000

/** Checks the sign-in of a call that takes its time, now and then. */
export function revocationCheck(
  token: string,
  { deps, assertNotRevoked }: ServeOptions,
): () => Promise<void> {
  const now = () => deps.clock.now().getTime()
  let looked = now()
  return async () => {
    if (Math.abs(now() - looked) < SESSION_CACHE_TTL) return
    await assertNotRevoked(token)
    looked = now()
  }
}

/**
 * What is read from the database while it is sent goes on only as long as its sign-in: whoever takes it slowly would read for
 * days what others write after a sign-out or a new password. What would be whole without the rest breaks off; what has no end ends.
 */
export function untilRevoked(
  c: HonoContext<ServerEnv>,
  body: ReadableStream<Uint8Array>,
  isEndless = false,
): ReadableStream<Uint8Array> {
  const assertNotRevoked = c.get('assertNotRevoked')
  if (assertNotRevoked === undefined) return body
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      try {
        await assertNotRevoked()
      } catch (error) {
        if (!isEndless || !isKinoraError(error) || error.code !== 'unauthorised') throw error
        return controller.terminate()
      }
      controller.enqueue(piece)
    },
  })
  return body.pipeThrough(pieces)
}
