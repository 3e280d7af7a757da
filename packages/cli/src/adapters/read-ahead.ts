import type { Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { assertUnchanged } from './buffered-part.ts'

/** Bytes of a piece: some hundred rows of a catalogue. With twice as many the engine keeps rows for long-lived. */
const PIECE = 65_536

/**
 * A file in order, in two pieces of memory that take turns: one is being read from the disk while the other is worked
 * on. Throws where the file was changed since it was opened, at the latest behind its last piece.
 */
export async function* readAhead(path: string, facts: Stats): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  const buffers = [Buffer.allocUnsafeSlow(PIECE), Buffer.allocUnsafeSlow(PIECE)] as const
  let turn = 0
  const read = () => {
    const reading = file.read(buffers[turn++ % 2]!, 0, PIECE)
    // Nobody asks for the piece ahead where reading ends before.
    reading.catch(() => undefined)
    return reading
  }
  let next = read()
  try {
    await assertUnchanged(file, path, facts)
    for (;;) {
      const { bytesRead, buffer } = await next
      if (bytesRead === 0) break
      next = read()
      yield buffer.subarray(0, bytesRead)
    }
    await assertUnchanged(file, path, facts)
  } finally {
    await next.catch(() => undefined)
    await file.close()
  }
}
