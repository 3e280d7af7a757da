import type { Hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { CHUNK_SIZE } from '@kinora/core'
import type { HeldPart } from '@kinora/core/uploads'
import { createSha256 } from './sha256.ts'

/** A Blob whose bytes are at hand: whoever knows it sends them as they are instead of copying them. */
export class HeldBlob extends Blob {
  readonly held: Uint8Array<ArrayBuffer>

  constructor(held: Uint8Array<ArrayBuffer>) {
    super([])
    this.held = held
  }
}

/** Buffers of one chunk that go round, so that the memory of an upload is that of the few chunks in hand. */
export interface Memory {
  take(): Buffer<ArrayBuffer>
  give(buffer: Buffer<ArrayBuffer>): void
}

export function createMemory(free: Buffer<ArrayBuffer>[]): Memory {
  return {
    take: () => free.pop() ?? Buffer.from(new ArrayBuffer(CHUNK_SIZE)),
    give: buffer => void free.push(buffer),
  }
}

interface Source {
  path: string
  /** The file as it was when it was opened. */
  facts: Stats
  memory: Memory
}

/** Reads a part of a file that must not have been changed or replaced since. */
export async function holdPart(
  { path, facts, memory }: Source,
  start: number,
  end: number,
): Promise<HeldPart> {
  const buffer = memory.take()
  const file = await open(path, 'r')
  try {
    await assertSame(file, path, facts)
    const hash = createSha256()
    const bytes = buffer.subarray(0, await fill(file, buffer.subarray(0, end - start), { start, hash }))
    const digest = new Uint8Array(hash.digest())
    return { bytes, blob: new HeldBlob(bytes), digest, release: () => memory.give(buffer) }
  } finally {
    await file.close()
  }
}

/** Throws where the file isn't the one that was opened, or was changed since. */
export async function assertSame(file: FileHandle, path: string, facts: Stats): Promise<void> {
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
