import { isKinoraError } from '../../kernel/errors.ts'
import { retry, retryPolicy } from '../../kernel/retry.ts'
import type { Clock } from './ports.ts'

/** Processes several items at a time. After a failure it starts no more and throws once the running ones have ended. */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let failure: { error: unknown } | undefined
  const worker = async () => {
    while (next < items.length && failure === undefined) {
      const item = items[next++]!
      await work(item).catch((error: unknown) => {
        failure ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  if (failure !== undefined) throw failure.error
}

/** A mutex: runs one at a time, in the order of the calls. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Items in groups of at most `size`, read no further ahead than that. */
export async function* inGroups<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Failures that the next row would meet as well. */
const general: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'tooMany',
  'unauthorised',
  'aborted',
  'storageFull',
])

/** Whether a failure concerns the run rather than the row. */
export function isFatal(error: unknown): boolean {
  return isKinoraError(error) && general.has(error.code)
}

/** Retries a call by the policy of unattended work. */
export const withRetry = <T>(clock: Clock, signal: AbortSignal, call: () => Promise<T>): Promise<T> =>
  retry({ ...retryPolicy.work, sleep: (milliseconds, stop) => clock.sleep(milliseconds, stop), signal }, call)
