import type { Clock } from '../kernel/world.ts'

/** Resolves when so many bytes may leave. */
export type Pace = (bytes: number) => Promise<void>

/** Bytes that leave at once. */
export const SLICE = 16_384

/** Lets bytes go at a rate a second, in the order in which they asked: all that are sent at a time share it. */
export function createPace(bytesPerSecond: number, clock: Clock): Pace {
  let next = 0
  return async bytes => {
    const at = Math.max(next, clock.now())
    next = at + (bytes * 1000) / bytesPerSecond
    const left = at - clock.now()
    if (left > 0) await clock.sleep(left)
  }
}

/** Pieces cut so that they leave evenly. */
export async function* paced(
  pieces: readonly (string | Uint8Array)[],
  pace: Pace,
): AsyncGenerator<string | Uint8Array> {
  for (const piece of pieces)
    for (let start = 0; start < piece.length; start += SLICE) {
      const slice = typeof piece === 'string' ? piece : piece.subarray(start, start + SLICE)
      await pace(slice.length)
      yield slice
      if (typeof piece === 'string') break
    }
}
