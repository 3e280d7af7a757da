import type { Hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { CHUNK_SIZE } from '@kinora/core'
import type { BufferedPart } from '@kinora/core/uploads'
import { createSha256 } from './sha256.ts'

/** A Blob over a buffer in memory, which can be sent without a copy. */
export class BufferBlob extends Blob {
  readonly buffer: Uint8Array<ArrayBuffer>

  constructor(buffer: Uint8Array<ArrayBuffer>) {
    super([])
    this.buffer = buffer
  }
}

/** A pool of chunk-sized buffers: an upload uses as much memory as it has chunks in flight. */
export interface BufferPool {
  take(): Buffer<ArrayBuffer>
  give(buffer: Buffer<ArrayBuffer>): void
}

export function createBufferPool(free: Buffer<ArrayBuffer>[]): BufferPool {
  return {
    take: () => free.pop() ?? Buffer.from(new ArrayBuffer(CHUNK_SIZE)),
    give: buffer => void free.push(buffer),
  }
}

interface Source {
  path: string
  /** The file as it was when it was opened. */
  facts: Stats
  pool: BufferPool
}

/** Reads a part of a file that must not have been changed or replaced since. */
export async function readPart(
  { path, facts, pool }: Source,
  start: number,
  end: number,
): Promise<BufferedPart> {
  const buffer = pool.take()
  const file = await open(path, 'r')
  try {
    await assertUnchanged(file, path, facts)
    const hash = createSha256()
    const bytes = buffer.subarray(0, await fill(file, buffer.subarray(0, end - start), { start, hash }))
    const digest = new Uint8Array(hash.digest())
    return { bytes, blob: new BufferBlob(bytes), digest, release: () => pool.give(buffer) }
  } finally {
    await file.close()
  }
}

/** Throws where the file isn't the one that was opened, or was changed since. */
export async function assertUnchanged(file: FileHandle, path: string, facts: Stats): Promise<void> {
  const { ino, size, mtimeMs } = await file.stat()
  if (ino !== facts.ino || size !== facts.size || mtimeMs !== facts.mtimeMs)
    throw new Error(`${path} was changed while it was read`)
}

/** Bytes that are read and hashed at once: little enough for what is being sent to go on in between. */
const pieceSize = 524_288

/** Hashes what it reads piece by piece; Web Crypto would copy the whole and keep the copy until it is found. */
async function fill(
  file: FileHandle,
  buffer: Buffer,
  { start, hash }: { start: number; hash: Hash },
): Promise<number> {
  let done = 0
  while (done < buffer.byteLength) {
    const wanted = Math.min(pieceSize, buffer.byteLength - done)
    const { bytesRead } = await file.read(buffer, done, wanted, start + done)
    if (bytesRead === 0) break
    hash.update(buffer.subarray(done, done + bytesRead))
    done += bytesRead
  }
  return done
}
