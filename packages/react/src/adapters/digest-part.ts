/** Asks a worker for the digest of a part; the `DigestResponse` has the same number. */
export interface DigestRequest {
  number: number
  /** Of the file. */
  id: number
  /** Left out where it is the file of the question before: handing it over again costs both sides something. */
  file: Blob | undefined
  start: number
  end: number
}

export interface DigestResponse {
  number: number
  /** Undefined where the part can't be read (any more). */
  digest: Uint8Array<ArrayBuffer> | undefined
}

/** SHA-256 of the bytes from `start` up to `end`; rejects when they can't be read, or not all of them. */
export async function digestPart(file: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await file.slice(start, end).arrayBuffer()
  if (bytes.byteLength !== end - start) throw changed()
  return sha256(bytes)
}

type Part = Pick<DigestRequest, 'id' | 'start' | 'end'> & { file: Blob }

/**
 * The same with memory that is used again for the next part, what `arrayBuffer` gives lies about until it is collected,
 * and with one stream for parts that follow each other, which costs half of one for each. One part at a time; browsers
 * whose files are no byte streams read as above.
 */
export function createPartReader(): (part: Part) => Promise<Uint8Array<ArrayBuffer>> {
  let memory = new ArrayBuffer(0)
  let open: (Pick<Part, 'id'> & { at: number; reader: ReadableStreamBYOBReader }) | undefined
  const readerOf = ({ id, file, start }: Part): ReadableStreamBYOBReader | undefined => {
    const found = open
    open = undefined
    if (found?.id === id && found.at === start) return found.reader
    void found?.reader.cancel().catch(() => undefined)
    return byteReader(file.slice(start))
  }
  return async part => {
    const { id, file, start, end } = part
    const reader = readerOf(part)
    if (reader === undefined) return digestPart(file, start, end)
    const size = end - start
    let bytes = memory.byteLength < size ? new ArrayBuffer(size) : memory
    memory = new ArrayBuffer(0)
    for (let filled = 0; filled < size; ) {
      const { value, done } = await reader.read(new Uint8Array(bytes, filled, size - filled))
      if (done) throw changed()
      bytes = value.buffer
      filled += value.byteLength
    }
    memory = bytes
    open = { id, at: end, reader }
    return sha256(new Uint8Array(bytes, 0, size))
  }
}

function byteReader(rest: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return rest.stream().getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}

const changed = () => new DOMException('The file has changed', 'NotReadableError')

const sha256 = async (bytes: BufferSource) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
