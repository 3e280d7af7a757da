import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** SHA-256 of a file, read piece by piece. */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash, { signal })
  return hash.digest('hex')
}

/** The same of the whole and of each part of it, in one go. */
export async function digestParts(
  path: string,
  partSize: number,
  signal?: AbortSignal,
): Promise<{ whole: string; parts: string[] }> {
  const whole = createHash('sha256')
  const parts: string[] = []
  let part = createHash('sha256')
  let filled = 0
  const end = (): void => {
    parts.push(part.digest('hex'))
    part = createHash('sha256')
    filled = 0
  }
  for await (const piece of createReadStream(path, { highWaterMark: 1_048_576, signal })) {
    whole.update(piece)
    for (let at = 0; at < piece.byteLength; ) {
      const taken = piece.subarray(at, at + partSize - filled)
      part.update(taken)
      at += taken.byteLength
      filled += taken.byteLength
      if (filled === partSize) end()
    }
  }
  if (filled > 0) end()
  return { whole: whole.digest('hex'), parts }
}
