/** Bytes that are read before others have their turn; of the worst they take half a second. */
const PIECE = 16_384

/** A file in pieces. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
    await new Promise(resolve => setTimeout(resolve))
  }
}
