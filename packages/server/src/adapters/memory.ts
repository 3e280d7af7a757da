import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import type { LimitPort, Lock, LocksPort } from '../ports/runtime.ts'

/** Tries are counted in this process and forgotten after the window. */
function createMemoryLimit({ tries, seconds }: { tries: number; seconds: number }): LimitPort {
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

interface Holder {
  abort(): void
  released: Promise<void>
}

/** Locks among the calls of one process. */
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
