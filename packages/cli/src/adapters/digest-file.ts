import { createHash } from 'node:crypto'

/** SHA-256 of all pieces, as `sha256sum` gives it. */
export async function digestPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
