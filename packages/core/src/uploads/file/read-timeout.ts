import { type StallLimits, withStallTimeout } from '../machine/stall.ts'
import type { Clock, FileSource } from '../ports.ts'

/** A file that reads its bytes at once instead of returning a slice. */
export interface TimedFile extends FileSource {
  read(start: number, end: number): Promise<ArrayBuffer>
}

/**
 * A read that takes `silentAfter` milliseconds rejects with `upload.stalled`. No read is
 * waited for once the signal is aborted.
 */
export function withReadTimeout(
  file: FileSource,
  clock: Clock,
  limits: StallLimits,
  { signal }: { signal: AbortSignal } = new AbortController(),
): TimedFile {
  const timed = <T>(read: () => Promise<T>): Promise<T> => withStallTimeout(clock, limits, { signal }, read)
  return {
    name: file.name,
    size: file.size,
    sendsSlices: file.sendsSlices,
    digests: file.digests,
    slice: (start, end) => timed(() => file.slice(start, end)),
    read: (start, end) => timed(async () => (await file.slice(start, end)).arrayBuffer()),
    hold: file.hold && ((start, end) => timed(() => file.hold!(start, end))),
    digest: file.digest && ((start, end) => timed(() => file.digest!(start, end))),
  }
}
