import { type StallLimits, watchStall } from '../machine/stall.ts'
import type { Clock, FileSource } from '../ports.ts'

/** A file that can be read at once, where another only gives a part that is read later. */
export interface WatchedFile extends FileSource {
  read(start: number, end: number): Promise<ArrayBuffer>
}

/**
 * No read of the file is silent for ever: one that takes `silentAfter` milliseconds rejects with `upload.stalled`. None is
 * waited for once the signal is aborted.
 */
export function watchReads(
  file: FileSource,
  clock: Clock,
  limits: StallLimits,
  { signal }: { signal: AbortSignal } = new AbortController(),
): WatchedFile {
  const watched = <T>(read: () => Promise<T>): Promise<T> => watchStall(clock, limits, { signal }, read)
  return {
    name: file.name,
    size: file.size,
    sendsSlices: file.sendsSlices,
    digests: file.digests,
    slice: (start, end) => watched(() => file.slice(start, end)),
    read: (start, end) => watched(async () => (await file.slice(start, end)).arrayBuffer()),
    hold: file.hold && ((start, end) => watched(() => file.hold!(start, end))),
    digest: file.digest && ((start, end) => watched(() => file.digest!(start, end))),
  }
}
