import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import type { LimitPort } from '../ports/limits.ts'

/** Tries are counted in this process and forgotten after the window. */
export function createMemoryLimit({ tries, seconds }: { tries: number; seconds: number }): LimitPort {
  const limiter = new RateLimiterMemory({ points: tries, duration: seconds })
  return {
    async take(key) {
      try {
        await limiter.consume(key)
        return undefined
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw error
      }
    },
    async giveBack(key) {
      await limiter.reward(key)
    },
    async reset(key) {
      await limiter.delete(key)
    },
  }
}

/**
 * Ten tries for an account from one address, a hundred for an address, and twenty wrong proofs of having a file for a
 * user, in a quarter of an hour; two calls a second of each kind for a tenant’s site, by the minute.
 */
export const createLimits = (): Deps['limits'] => ({
  account: createMemoryLimit({ tries: 10, seconds: 900 }),
  address: createMemoryLimit({ tries: 100, seconds: 900 }),
  proofs: createMemoryLimit({ tries: 20, seconds: 900 }),
  site: createMemoryLimit({ tries: 120, seconds: 60 }),
})
