import { KinoraError } from '@kinora/core'
import type { LocksPort } from '../ports/locks.ts'

/** Does the work once nobody else holds the key; throws `aborted` where the caller leaves before. */
export async function inTurn<T>(
  locks: LocksPort,
  { key, signal }: { key: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  let lock = locks.tryAcquire(key)
  while (lock === undefined) {
    await locks.whenFree(key)
    if (signal.aborted) throw new KinoraError('aborted')
    lock = locks.tryAcquire(key)
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
