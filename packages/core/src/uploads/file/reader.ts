import type { ByteSource } from '../../kernel/byte-source.ts'
import { unreadable } from '../../kernel/byte-source.ts'
import { type StallLimits, unlessAborted, withStallTimeout } from '../machine/stall.ts'
import type { Position } from '../machine/states.ts'
import type { BufferedPart, Clock, FileSource } from '../ports.ts'
import { digestOfDigests, readBytes, sha256, toHex } from './fingerprint.ts'
import { otherFileError } from './prepare.ts'

export interface Chunk {
  file: Blob
  digest: string
  /** Releases its buffer. */
  release(): void
}

/** A file as chunks counted from 1. Caches digests, not bytes. */
export interface ChunkReader {
  readonly total: number
  sizeOf(chunk: number): number
  positionAt(nextChunk: number): Position
  read(chunk: number): Promise<Chunk>
  /**
   * Digest of the digests of the first `count` chunks; reads those that were not read yet. What an earlier run has cached
   * for an unchanged file is taken from the cache, except for the digest of the whole.
   */
  digestOf(count: number, signal: AbortSignal): Promise<string>
  /** Drops the cached digests; false if none were used. */
  dropCached(): boolean
  /** Reads the chunks whose digests came from the cache; throws `upload.otherFile` if one differs. */
  verifyCached(signal: AbortSignal): Promise<void>
}

/** The bytes sent are the bytes hashed: a file that changes in between is refused by its platform, or by the server for its digest. */
export function createChunkReader(file: FileSource, chunkSize: number): ChunkReader {
  const total = Math.max(1, Math.ceil(file.size / chunkSize))
  const chunks = Array.from({ length: total }, (_, index) => index + 1)
  const digests: (Uint8Array<ArrayBuffer> | undefined)[] = []
  let cached: (Uint8Array<ArrayBuffer> | undefined)[] | undefined
  /** How many chunks from the first on were taken from the cache. */
  let trustedCount = 0
  const endOf = (chunk: number): number => Math.min(chunk * chunkSize, file.size)
  const startOf = (chunk: number): number => (chunk - 1) * chunkSize
  const load = async (chunk: number): Promise<Loaded> => {
    const loaded = await loadPart(file, startOf(chunk), endOf(chunk))
    const { digest, release } = loaded
    if (digests[chunk - 1] === undefined) file.digests?.keep(chunk, digest)
    digests[chunk - 1] = digest
    const before = chunk <= trustedCount ? cached?.[chunk - 1] : undefined
    if (before === undefined || toHex(before) === toHex(digest)) return loaded
    release()
    throw otherFileError()
  }
  const loadAll = async (wanted: readonly number[], signal: AbortSignal): Promise<void> => {
    for (const chunk of wanted) {
      signal.throwIfAborted()
      if (digests[chunk - 1] !== undefined) continue
      // An aborted upload doesn't wait for a stalled read; its buffer is released later.
      const loading = load(chunk).then(loaded => loaded.release())
      await unlessAborted(loading, signal)
    }
  }
  return {
    total,
    sizeOf: chunk => endOf(chunk) - startOf(chunk),
    positionAt: nextChunk => ({ nextChunk, total, sentBytes: endOf(Math.min(nextChunk - 1, total)) }),
    async read(chunk) {
      const { blob, digest, release } = await load(chunk)
      return { file: blob, digest: toHex(digest), release }
    },
    async digestOf(count, signal) {
      cached ??= (await file.digests?.load().catch(() => [])) ?? []
      const known = count === total ? [] : cached
      trustedCount = Math.max(trustedCount, count)
      const first = chunks.slice(0, count)
      await loadAll(
        first.filter(chunk => known[chunk - 1] === undefined),
        signal,
      )
      return digestOfDigests(first.map(chunk => digests[chunk - 1] ?? known[chunk - 1]!))
    },
    dropCached() {
      const isTrusting = digests.filter(digest => digest !== undefined).length < trustedCount
      cached = []
      trustedCount = 0
      return isTrusting
    },
    verifyCached: signal => loadAll(chunks.slice(0, trustedCount), signal),
  }
}

type Loaded = Required<Omit<BufferedPart, 'bytes'>>

async function loadPart(file: FileSource, start: number, end: number): Promise<Loaded> {
  if (file.digest !== undefined) {
    const digest = await file.digest(start, end).catch(refuse)
    return { blob: await file.slice(start, end), digest, release: () => undefined }
  }
  const { bytes, blob, digest, release } = await readBuffered(file, start, end)
  return { blob, digest: digest ?? (await sha256(bytes)), release }
}

async function readBuffered(file: FileSource, start: number, end: number): Promise<BufferedPart> {
  if (file.hold !== undefined) {
    const held = await file.hold(start, end).catch(refuse)
    if (held.bytes.byteLength === end - start) return held
    throw unreadable()
  }
  const bytes = await readBytes(file, start, end)
  const blob = file.sendsSlices ? await file.slice(start, end) : new Blob([bytes])
  return { bytes, blob, release: () => undefined }
}

function refuse(cause: unknown): never {
  throw unreadable(cause)
}

type OpenFile = Pick<FileSource, 'name' | 'size' | 'hold' | 'digests'> & { blob: ByteSource }

/** A file that was opened to be read in parts, as the uploader reads it. */
export const toFileSource = ({ name, size, blob, hold, digests }: OpenFile): FileSource => ({
  name,
  size,
  async slice(start, end) {
    const part = blob.slice(start, end)
    return part instanceof Blob ? part : new Blob([await part.arrayBuffer()])
  },
  hold,
  digests,
})

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
