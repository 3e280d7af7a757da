import type { Challenge, Parsed, uploads } from '@kinora/core'
import { toHex } from '@kinora/core/uploads'
import type { Context } from '../../kernel/handlers.ts'
import { newTag } from '../../kernel/rows/stamps.ts'
import { readTitle } from '../../stored-titles/index.ts'
import { findStoredFile, keepChallenge } from './challenges.ts'

/** Seconds in which a challenge must be answered. */
const LIFETIME = 60
const RANGES = 8
const RANGE_SIZE = 65_536

/**
 * Whether the title's owner may have this file stored already, within the caller's reach. What another owner has is
 * answered like what nobody has.
 */
export async function offerFile(
  { tag, role, totalSize: size, sample }: Parsed<typeof uploads.offer>,
  context: Context,
): Promise<Challenge | null> {
  const { scope, deps, caller } = context
  const owner = await readTitle(scope, deps.db, tag)
  const held = await findStoredFile(context, { owner, size, sample })
  if (held === undefined) return null
  const now = deps.clock.now()
  const asked = {
    id: newTag(),
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    ranges: toRanges(size),
  }
  const expiresAt = new Date(now.getTime() + LIFETIME * 1000)
  const challenge = { ...asked, titleTag: tag, role, askedBy: caller.userId, sample, size, expiresAt }
  await keepChallenge(scope, deps.db, { challenge, now })
  return { challenge: asked.id, nonce: asked.nonce, ranges: asked.ranges, lifetime: LIFETIME }
}

/** Places that nobody can foresee, the whole file where it is small. */
function toRanges(size: number): Challenge['ranges'] {
  if (size <= RANGES * RANGE_SIZE) return [{ start: 0, end: size }]
  const fractions = crypto.getRandomValues(new Uint32Array(RANGES))
  return [...fractions].map(fraction => {
    const start = Math.floor((fraction / 2 ** 32) * (size - RANGE_SIZE + 1))
    return { start, end: start + RANGE_SIZE }
  })
}
