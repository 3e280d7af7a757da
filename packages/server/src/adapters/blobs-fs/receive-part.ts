import { createHash } from 'node:crypto'
import type { ArrivingPart } from '../../ports/blobs.ts'
import { BLOCK, type Blocks, PAGE } from './blocks.ts'
import { type PartFile, writeAll } from './part-files.ts'

/** Gathers what comes in blocks. While one is being filled, the one before is on its way to the disk (decision 0022). */
export async function receivePart(
  file: PartFile,
  part: ArrivingPart,
  blocks: Blocks,
): Promise<{ size: number; digest: string }> {
  const writer = createWriter(file, part, blocks)
  let size = 0
  try {
    for await (const piece of untilAborted(part.pieces, part.signal)) {
      size += piece.byteLength
      // More than was announced is refused by its size.
      if (size <= part.size) await writer.add(piece)
    }
    const digest = await writer.end()
    await file.sync()
    return { size, digest }
  } finally {
    await writer.close()
  }
}

function createWriter(file: PartFile, { offset, signal }: ArrivingPart, blocks: Blocks) {
  const hash = createHash('sha256')
  let filling = blocks.take()
  let filled = 0
  let spare = blocks.take()
  let position = offset
  let working: Promise<unknown> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await working
    const block = filling.subarray(0, filled)
    working = writeBlock(file, block, position)
    // Whoever waits for the next block hears of it.
    working.catch(() => undefined)
    hash.update(block)
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
        if (filled < BLOCK) continue
        await working
        signal.throwIfAborted()
        await flush()
      }
    },
    /** SHA-256 of all, once it is written. */
    async end(): Promise<string> {
      if (filled > 0) await flush()
      await working
      return hash.digest('hex')
    },
    /** Resolves once nobody reads or writes what was handed over any more. */
    async close(): Promise<void> {
      await working.catch(() => undefined)
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
