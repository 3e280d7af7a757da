/**
 * Yields to the event loop: other calls are answered before the work goes on. The embedded database answers within the same turn
 * of the event loop: without a pause nobody else would be served.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** Rows that are worked on at a time. */
const PIECE = 200

/** The work for each of many rows; between two pieces other calls are answered. */
export async function inBatches<R, T>(rows: readonly R[], work: (row: R) => T): Promise<T[]> {
  const done: T[] = []
  for (const row of rows) {
    if (done.length > 0 && done.length % PIECE === 0) await yieldToEventLoop()
    done.push(work(row))
  }
  return done
}
