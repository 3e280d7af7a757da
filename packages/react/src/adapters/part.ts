/** A part of a file whose digest is wanted of a worker; answered by `PartAnswer` with the same number. */
export interface PartQuestion {
  number: number
  file: Blob
  start: number
  end: number
}

export interface PartAnswer {
  number: number
  /** Undefined where the part can't be read (any more). */
  digest: Uint8Array<ArrayBuffer> | undefined
}

/** SHA-256 of the bytes from `start` up to `end`; rejects when they can't be read, or not all of them. */
export async function digestOfPart(file: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await file.slice(start, end).arrayBuffer()
  if (bytes.byteLength !== end - start) throw changed()
  return sha256(bytes)
}

/** Bytes that are asked for at once. */
const PIECE = 262_144

/**
 * The same with memory that is used again for the next part: what `arrayBuffer` gives lies about until it is collected,
 * which in a worker that does nothing else is late. One part at a time; browsers whose files are no byte streams read
 * as above.
 */
export function createPartReader(): typeof digestOfPart {
  let whole = new ArrayBuffer(0)
  let piece = new ArrayBuffer(PIECE)
  return async (file, start, end) => {
    const reader = byteReader(file.slice(start, end))
    if (reader === undefined) return digestOfPart(file, start, end)
    const size = end - start
    if (whole.byteLength < size) whole = new ArrayBuffer(size)
    if (piece.byteLength === 0) piece = new ArrayBuffer(PIECE)
    const bytes = new Uint8Array(whole, 0, size)
    for (let at = 0; ; ) {
      const { value, done } = await reader.read(new Uint8Array(piece))
      if (value !== undefined) piece = value.buffer
      if (done && at === size) return sha256(bytes)
      if (done || at + value.byteLength > size) throw changed()
      bytes.set(value, at)
      at += value.byteLength
    }
  }
}

function byteReader(part: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return part.stream().getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}

const changed = () => new DOMException('The file has changed', 'NotReadableError')

const sha256 = async (bytes: BufferSource) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
