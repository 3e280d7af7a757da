import { createHash } from 'node:crypto'
import type { ArrivingPart } from '../../ports/blobs.ts'
import { BLOCK, type Blocks, PAGE } from './blocks.ts'
import { type PartFile, writeAll } from './part-files.ts'

/**
 * Hashes each piece as it comes and gathers them in blocks; one block is on its way to the disk while the next is being
 * filled (decision 0022).
 */
export async function receivePart(
  file: PartFile,
  part: ArrivingPart,
  blocks: Blocks,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  const writer = createWriter(file, part, blocks)
  let size = 0
  try {
    for await (const piece of untilAborted(part.pieces, part.signal)) {
      hash.update(piece)
      size += piece.byteLength
      await writer.add(piece.subarray(0, Math.max(0, piece.byteLength - Math.max(0, size - part.size))))
    }
    await writer.end()
  } finally {
    await writer.close()
  }
  await file.sync()
  return { size, digest: hash.digest('hex') }
}

function createWriter(file: PartFile, { offset }: ArrivingPart, blocks: Blocks) {
  let filling = blocks.take()
  let filled = 0
  let spare = blocks.take()
  let position = offset
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    writing = writeBlock(file, filling.subarray(0, filled), position)
    // Whoever waits for the next block hears of it.
    writing.catch(() => undefined)
    position += filled
    filled = 0
    ;[filling, spare] = [spare, filling]
  }
  return {
    async add(bytes: Uint8Array): Promise<void> {
      for (let done = 0; done < bytes.byteLength; ) {
        const taken = bytes.subarray(done, done + BLOCK - filled)
        filling.set(taken, filled)
        filled += taken.byteLength
        done += taken.byteLength
        if (filled === BLOCK) await flush()
      }
    },
    async end(): Promise<void> {
      if (filled > 0) await flush()
      await writing
    },
    /** Resolves once nothing is written any more. */
    async close(): Promise<void> {
      await writing.catch(() => undefined)
      blocks.give(filling)
      blocks.give(spare)
    },
  }
}

/** Whole pages go past the system's cache where the disk takes them so, the rest of a file's last part through it. */
async function writeBlock(file: PartFile, bytes: Uint8Array, position: number): Promise<void> {
  const whole = position % PAGE === 0 ? bytes.byteLength - (bytes.byteLength % PAGE) : 0
  const direct = whole > 0 && (await file.writeDirect(bytes.subarray(0, whole), position))
  const done = direct ? whole : 0
  if (done < bytes.byteLength) await writeAll(file.handle, bytes.subarray(done), position + done)
}

/** Doesn't wait for a piece that never comes. */
async function* untilAborted<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let stop = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  stopped.catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await Promise.race([source.next(), stopped])
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
