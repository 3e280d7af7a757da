import { createHash } from 'node:crypto'
import type { ArrivingPart } from '../../ports/blobs.ts'
import { BLOCK, type Block, type Blocks, PAGE, type PartFile, writeAll } from './part-files.ts'

/**
 * Holds what comes in blocks and writes it once all of it is there and is what was meant: what is damaged never lies where
 * verified bytes may lie (OPS-02).
 */
export async function receivePart(
  file: PartFile,
  { offset, size: expected, digest: meant, pieces, signal }: ArrivingPart,
  blocks: Blocks,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  const held: Block[] = []
  let size = 0
  try {
    for await (const piece of untilAborted(pieces, signal)) {
      // More than was announced is refused by its size.
      if (size + piece.byteLength <= expected) {
        hash.update(piece)
        hold(held, piece, { at: size, blocks })
      }
      size += piece.byteLength
    }
    const digest = hash.digest('hex')
    if (size !== expected || digest !== meant) return { size, digest }
    for (const [index, block] of held.entries()) {
      signal.throwIfAborted()
      const at = index * BLOCK
      await writeBlock(file, block.subarray(0, Math.min(BLOCK, size - at)), offset + at)
    }
    signal.throwIfAborted()
    await file.sync()
    return { size, digest }
  } finally {
    for (const block of held) blocks.give(block)
  }
}

function hold(held: Block[], piece: Uint8Array, { at, blocks }: { at: number; blocks: Blocks }): void {
  for (let done = 0; done < piece.byteLength; ) {
    const place = (at + done) % BLOCK
    if (place === 0) held.push(blocks.take())
    const taken = piece.subarray(done, done + BLOCK - place)
    held.at(-1)!.set(taken, place)
    done += taken.byteLength
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
export async function* untilAborted<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
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
