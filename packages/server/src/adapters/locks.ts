import type { Lock, LocksPort } from '../ports/runtime.ts'

interface Holder {
  abort(): void
  released: Promise<void>
}

/** Mutexes by key among the calls of one process. Several servers are kept apart by the database and by what bytes are named by (decision 0180). */
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
