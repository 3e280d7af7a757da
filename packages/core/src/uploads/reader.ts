import { digestOfDigests, readBytes, sha256, toHex } from './fingerprint.ts'
import type { FileSource } from './ports.ts'
import type { Position } from './states.ts'

export interface Chunk {
  file: Blob
  digest: string
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
  const load = async (chunk: number) => {
    const bytes = await readBytes(file, startOf(chunk), endOf(chunk))
    digests[chunk - 1] = await sha256(bytes)
    return bytes
  }
  return {
    total,
    sizeOf: chunk => endOf(chunk) - startOf(chunk),
    positionAt: nextChunk => ({ nextChunk, total, sentBytes: endOf(Math.min(nextChunk - 1, total)) }),
    async read(chunk) {
      const bytes = await load(chunk)
      const part = file.sendsSlices ? await file.slice(startOf(chunk), endOf(chunk)) : new Blob([bytes])
      return { file: part, digest: toHex(digests[chunk - 1]!) }
    },
    async digestOf(count, signal) {
      for (let chunk = 1; chunk <= count; chunk++) {
        signal.throwIfAborted()
        if (digests[chunk - 1] === undefined) await load(chunk)
      }
      return digestOfDigests(digests.slice(0, count))
    },
  }
}
