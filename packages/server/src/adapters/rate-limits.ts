import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import type { CallLimitPort, RateLimitPort } from '../ports/runtime.ts'

interface Window {
  name: string
  /** Attempts or calls. */
  points: number
  /** Seconds after which they are forgotten. */
  duration: number
}

/**
 * Ten tries for an account from one address, a hundred for an address, and twenty wrong proofs of having a file for a
 * user, in a quarter of an hour; two calls a second of each kind for a tenant’s site, by the minute; twenty a second for
 * a key, by ten seconds: nobody who is refused waits longer. With a pool all servers of the database count together (OPS-06); what
 * is counted there names nobody. Without one this process counts in its memory.
 */
export function createRateLimits(secret: Uint8Array, pool?: Pool): Deps['limits'] {
  /** Neither e-mail nor network addresses stand in the database, nor what could be found out by trying them all. */
  const nameless: Nameless = key =>
    createHmac('sha256', secret).update(`rate limit ${key}`).digest('base64url')
  const limiter = ({ name, points, duration }: Window, isCleaner = false): RateLimiterAbstract => {
    const window = { keyPrefix: name, points, duration }
    if (pool === undefined) return new RateLimiterMemory(window)
    const table = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true }
    return new RateLimiterPostgres({ ...window, ...table, clearExpiredByTimeout: isCleaner })
  }
  const quarter = 900
  return {
    account: toRateLimit(limiter({ name: 'account', points: 10, duration: quarter }, true), nameless),
    address: toRateLimit(limiter({ name: 'address', points: 100, duration: quarter }), nameless),
    proofs: toRateLimit(limiter({ name: 'proofs', points: 20, duration: quarter }), nameless),
    site: toRateLimit(limiter({ name: 'site', points: 120, duration: 60 }), nameless),
    key: toCallLimit(limiter({ name: 'key', points: 200, duration: 10 }), nameless),
  }
}

type Nameless = (key: string) => string

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

async function consume(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ isOver: boolean; left: RateLimiterRes }> {
  try {
    return { isOver: false, left: await limiter.consume(key) }
  } catch (error) {
    if (error instanceof RateLimiterRes) return { isOver: true, left: error }
    throw error
  }
}

const toRateLimit = (limiter: RateLimiterAbstract, nameless: Nameless): RateLimitPort => ({
  async take(key) {
    const { isOver, left } = await consume(limiter, nameless(key))
    return isOver ? secondsLeft(left) : undefined
  },
  async refund(key) {
    await limiter.reward(nameless(key))
  },
  async reset(key) {
    await limiter.delete(nameless(key))
  },
})

/** The same, telling with every call how much is left. */
const toCallLimit = (limiter: RateLimiterAbstract, nameless: Nameless): CallLimitPort => ({
  async take(key) {
    const { isOver, left } = await consume(limiter, nameless(key))
    const { points: limit, duration: window } = limiter
    return { limit, window, remaining: Math.max(0, left.remainingPoints), reset: secondsLeft(left), isOver }
  },
})
