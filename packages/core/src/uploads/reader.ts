import { digestOfDigests, readBytes, sha256, toHex, unreadable } from './fingerprint.ts'
import type { FileSource, HeldPart } from './ports.ts'
import type { Position } from './states.ts'

export interface Chunk {
  file: Blob
  digest: string
  /** Says that it has been sent. */
  release(): void
}

/** A file as chunks counted from 1. Digests are remembered, bytes aren't. */
export interface ChunkReader {
  readonly total: number
  sizeOf(chunk: number): number
  positionAt(nextChunk: number): Position
  read(chunk: number): Promise<Chunk>
  /** Digest of the digests of the first `count` chunks; reads those that were not read yet. */
  digestOf(count: number, signal: AbortSignal): Promise<string>
}

/** The bytes sent are the bytes hashed: a file that changes in between is refused by its platform, or by the server for its digest. */
export function createChunkReader(file: FileSource, chunkSize: number): ChunkReader {
  const total = Math.max(1, Math.ceil(file.size / chunkSize))
  const digests: Uint8Array[] = []
  const endOf = (chunk: number): number => Math.min(chunk * chunkSize, file.size)
  const startOf = (chunk: number): number => (chunk - 1) * chunkSize
  const load = async (chunk: number): Promise<Omit<HeldPart, 'bytes'>> => {
    const [start, end] = [startOf(chunk), endOf(chunk)]
    if (file.digest !== undefined) {
      digests[chunk - 1] = await file.digest(start, end).catch(refuse)
      return { blob: await file.slice(start, end), release: () => undefined }
    }
    const held = await holdBytes(file, start, end)
    digests[chunk - 1] = await sha256(held.bytes)
    return held
  }
  return {
    total,
    sizeOf: chunk => endOf(chunk) - startOf(chunk),
    positionAt: nextChunk => ({ nextChunk, total, sentBytes: endOf(Math.min(nextChunk - 1, total)) }),
    async read(chunk) {
      const { blob, release } = await load(chunk)
      return { file: blob, digest: toHex(digests[chunk - 1]!), release }
    },
    async digestOf(count, signal) {
      for (let chunk = 1; chunk <= count; chunk++) {
        signal.throwIfAborted()
        if (digests[chunk - 1] === undefined) (await load(chunk)).release()
      }
      return digestOfDigests(digests.slice(0, count))
    },
  }
}

async function holdBytes(file: FileSource, start: number, end: number): Promise<HeldPart> {
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
