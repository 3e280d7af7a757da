import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Digests } from '../../ports/blobs.ts'

/** SHA-256 of a file, read piece by piece. */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash, { signal })
  return hash.digest('hex')
}

/**
 * The same of the whole and of each part of it, in one go: the next part is on its way from the disk while one is hashed, and
 * Node's own threads hash parts beside the whole. Two parts are in memory, whatever the size of the file.
 */
export async function digestParts(path: string, partSize: number, signal?: AbortSignal): Promise<Digests> {
  const whole = createHash('sha256')
  const parts: string[] = []
  const file = await open(path)
  const [even, odd] = [new Uint8Array(partSize), new Uint8Array(partSize)]
  try {
    let coming = readWhole(file, even, 0)
    for (let number = 0; ; number += 1) {
      const part = await coming
      if (part.byteLength === 0) break
      coming = readWhole(file, number % 2 === 0 ? odd : even, (number + 1) * partSize)
      coming.catch(() => undefined)
      signal?.throwIfAborted()
      const digest = crypto.subtle.digest('SHA-256', part)
      whole.update(part)
      parts.push(Buffer.from(await digest).toString('hex'))
    }
    return { whole: whole.digest('hex'), parts }
  } finally {
    await file.close()
  }
}

/** Fills the buffer from there on; what comes back is shorter where the file ends. */
async function readWhole(file: FileHandle, buffer: Uint8Array<ArrayBuffer>, position: number) {
  let filled = 0
  while (filled < buffer.byteLength) {
    const { bytesRead } = await file.read(buffer, filled, buffer.byteLength - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
