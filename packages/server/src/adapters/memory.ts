import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import type { CallLimitPort, Lock, LocksPort, RateLimitPort } from '../ports/runtime.ts'

/** A rate limit in the memory of this process: attempts are forgotten after the window. */
function createMemoryRateLimit({ tries, seconds }: { tries: number; seconds: number }): RateLimitPort {
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
    async refund(key) {
      await limiter.reward(key)
    },
    async reset(key) {
      await limiter.delete(key)
    },
  }
}

/** The same, telling with every call how much is left. */
function createMemoryCallLimit({ calls, seconds }: { calls: number; seconds: number }): CallLimitPort {
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds })
  return {
    async take(key) {
      const { isOver, left } = await limiter.consume(key).then(
        left => ({ isOver: false, left }),
        (error: unknown) => {
          if (error instanceof RateLimiterRes) return { isOver: true, left: error }
          throw error
        },
      )
      const reset = Math.max(1, Math.ceil(left.msBeforeNext / 1000))
      return { limit: calls, window: seconds, remaining: Math.max(0, left.remainingPoints), reset, isOver }
    },
  }
}

/**
 * Ten tries for an account from one address, a hundred for an address, and twenty wrong proofs of having a file for a
 * user, in a quarter of an hour; two calls a second of each kind for a tenant’s site, by the minute; twenty a second for
 * a key, by ten seconds: nobody who is refused waits longer.
 */
export const createRateLimits = (): Deps['limits'] => ({
  account: createMemoryRateLimit({ tries: 10, seconds: 900 }),
  address: createMemoryRateLimit({ tries: 100, seconds: 900 }),
  proofs: createMemoryRateLimit({ tries: 20, seconds: 900 }),
  site: createMemoryRateLimit({ tries: 120, seconds: 60 }),
  key: createMemoryCallLimit({ calls: 200, seconds: 10 }),
})

interface Holder {
  abort(): void
  released: Promise<void>
}

/** Mutexes by key among the calls of one process. */
export function createLocks(): LocksPort {
  const holders = new Map<string, Holder>()
  const hold = (key: string): Lock => {
    const taken = new AbortController()
    let resolve = (): void => undefined
    const released = new Promise<void>(done => {
      resolve = done
    })
    const holder: Holder = { abort: () => taken.abort(), released }
    holders.set(key, holder)
    const release = () => {
      if (holders.get(key) === holder) holders.delete(key)
      resolve()
    }
    return { signal: taken.signal, release }
  }
  return {
    async takeOver(key) {
      const before = holders.get(key)
      const lock = hold(key)
      before?.abort()
      await before?.released
      return lock
    },
    tryAcquire: key => (holders.has(key) ? undefined : hold(key)),
    async whenFree(key) {
      for (let next = holders.get(key); next !== undefined; next = holders.get(key)) await next.released
    },
  }
}
