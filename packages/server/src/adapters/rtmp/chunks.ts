/** One whole message of an RTMP connection. */
export interface Message {
  type: number
  stream: number
  /** Milliseconds. */
  at: number
  body: Buffer
}

interface Chunk {
  at: number
  delta: number
  length: number
  type: number
  stream: number
  isExtended: boolean
  body: Buffer
  filled: number
}

/** Streams of chunks on one connection: senders use four or five. */
const MAX_STREAMS = 32
/** Messages of the largest size that may be on their way at once, in chunks of one between those of another. */
const BEGUN_MAX = 2
const headerLengths = [11, 7, 3, 0] as const

export interface ChunkReader {
  /** The messages that are whole by now. Throws where the bytes are no RTMP, or a message is larger than may be. */
  push(bytes: Buffer): Message[]
  /** The most bytes of a message from now on: little until a sender was accepted. */
  setLimit(bytes: number): void
}

/** Puts messages together that come in chunks (Adobe’s RTMP 1.0, 5.3). */
export function createChunkReader(limit: number): ChunkReader {
  const streams = new Map<number, Chunk>()
  let size = 128
  let most = limit
  /** Bytes of messages that have begun and aren't whole. */
  let held = 0
  const incoming = createIncoming()

  const streamOf = (id: number): Chunk => {
    const known = streams.get(id)
    if (known !== undefined) return known
    if (streams.size >= MAX_STREAMS) throw new RangeError('too many chunk streams')
    const facts = { at: 0, delta: 0, length: 0, type: 0, stream: 0, isExtended: false, filled: 0 }
    const chunk = { ...facts, body: Buffer.alloc(0) }
    streams.set(id, chunk)
    return chunk
  }

  /** Reads one chunk; undefined where it hasn't come whole, null where its message hasn't. */
  function next(): Message | null | undefined {
    const rest = incoming.bytes()
    const basic = readBasic(rest)
    if (basic === undefined) return undefined
    const { format, id, length } = basic
    const header = headerLengths[format]!
    if (rest.length < length + header) return undefined
    const before = streamOf(id)
    const field = format <= 2 ? rest.readUIntBE(length, 3) : 0
    const isExtended = format <= 2 ? field === 0xffffff : before.isExtended
    const start = length + header + (isExtended ? 4 : 0)
    if (rest.length < start) return undefined
    const total = format <= 1 ? rest.readUIntBE(length + 3, 3) : before.length
    if (total > most) throw new RangeError('a message is too large')
    const part = Math.min(size, total - before.filled)
    if (part < 0) throw new RangeError('a message changed its length')
    if (rest.length < start + part) return undefined
    const time = isExtended ? rest.readUInt32BE(length + header) : field
    if (before.filled === 0) begin(before, { format, time, total, rest: rest.subarray(length) })
    before.isExtended = isExtended
    rest.copy(before.body, before.filled, start, start + part)
    before.filled += part
    incoming.skip(start + part)
    if (before.filled < before.length) return null
    return finish(before)
  }

  function begin(
    chunk: Chunk,
    { format, time, total, rest }: { format: number; time: number; total: number; rest: Buffer },
  ): void {
    if (format === 0) Object.assign(chunk, { at: time, delta: 0, stream: rest.readUInt32LE(7) })
    else {
      if (format !== 3) chunk.delta = time
      chunk.at = (chunk.at + chunk.delta) >>> 0
    }
    if (format <= 1) Object.assign(chunk, { length: total, type: rest[6] })
    held += chunk.length
    if (held > BEGUN_MAX * most) throw new RangeError('too many messages at once')
    chunk.body = Buffer.alloc(chunk.length)
  }

  function finish(chunk: Chunk): Message {
    const { type, stream, at, body } = chunk
    held -= chunk.length
    Object.assign(chunk, { filled: 0, body: Buffer.alloc(0) })
    return { type, stream, at, body }
  }

  return {
    push(bytes) {
      incoming.add(bytes)
      const messages: Message[] = []
      for (let message = next(); message !== undefined; message = next()) {
        if (message === null) continue
        messages.push(message)
        // What follows is cut by the size that this one tells.
        if (message.type === 1 && message.body.length >= 4)
          size = Math.max(1, message.body.readUInt32BE() & 0x7fffffff)
      }
      return messages
    },
    setLimit: value => {
      most = value
    },
  }
}

/** What came and isn't read. A sender that brings a large chunk byte by byte costs no copy of it with each. */
function createIncoming() {
  let room: Buffer = Buffer.alloc(0)
  let start = 0
  let end = 0
  return {
    bytes: () => room.subarray(start, end),
    skip(count: number): void {
      start += count
    },
    add(bytes: Buffer): void {
      const left = end - start
      if (end + bytes.length > room.length) {
        const larger = Buffer.allocUnsafeSlow(2 * left + bytes.length)
        room.copy(larger, 0, start, end)
        room = larger
        start = 0
        end = left
      }
      end += bytes.copy(room, end)
    },
  }
}

function readBasic(bytes: Buffer): { format: number; id: number; length: number } | undefined {
  if (bytes.length === 0) return undefined
  const format = bytes[0]! >> 6
  const id = bytes[0]! & 63
  if (id > 1) return { format, id, length: 1 }
  const length = id === 0 ? 2 : 3
  if (bytes.length < length) return undefined
  return { format, id: 64 + bytes[1]! + (id === 1 ? 256 * bytes[2]! : 0), length }
}

/** A message as one chunk of the standard size or several. */
export function writeMessage({ type, stream, body }: Omit<Message, 'at'>, channel: number): Buffer {
  const head = Buffer.alloc(12)
  head[0] = channel
  head.writeUIntBE(body.length, 4, 3)
  head[7] = type
  head.writeUInt32LE(stream, 8)
  const parts: Buffer[] = [head]
  for (let at = 0; at < body.length; at += 128) {
    if (at > 0) parts.push(Buffer.from([0xc0 | channel]))
    parts.push(body.subarray(at, at + 128))
  }
  return Buffer.concat(parts)
}
