import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { MediaTag, Sender, Taker } from '../../ports/ingest.ts'
import { type Amf, decodeAmf, encodeAmf } from './amf.ts'
import { createChunkReader, type Message, writeMessage } from './chunks.ts'

const HANDSHAKE = 1536
/** Bytes of a message before and after a sender was accepted. */
const COMMAND_MAX = 65_536
const MEDIA_MAX = 8_388_608
/** Bytes after which what came is acknowledged. */
const WINDOW = 2_500_000
/** Milliseconds of silence after which a sender counts as lost. */
const SILENCE = 20_000
/** Bytes that somebody who was not accepted may send: a few commands. */
const UNKNOWN_MAX = 4 * COMMAND_MAX
/** Bytes of answers that wait for a sender that reads none of them. */
const UNREAD_MAX = 262_144
/** Milliseconds in which a sender that is sent away reads why. */
const LINGER = 3000

export interface SessionOptions {
  /** Of the sender, whatever stands between. */
  address: string
  decide: Decide
  /** Milliseconds from the connection until a key has been named: nobody holds a place without one. */
  deadline: number
}

type Decide = (sender: Sender) => Promise<Taker | string>

/** One connection to its end: handshake, commands, then media; nothing that it sends throws. */
export async function createSession(
  socket: Socket,
  { address, decide, deadline }: SessionOptions,
): Promise<void> {
  socket.setTimeout(SILENCE, () => socket.destroy())
  socket.on('error', () => undefined)
  const late = setTimeout(() => socket.destroy(), deadline)
  const publishing = createPublishing(socket, key => {
    clearTimeout(late)
    return decide({ address, key })
  })
  try {
    await talk(socket, publishing)
  } catch {
    // Bytes that are no RTMP, or a connection that broke: either way it is over.
  } finally {
    clearTimeout(late)
    socket.destroy()
    await publishing.end()
  }
}

async function talk(socket: Socket, publishing: Publishing): Promise<void> {
  const shakes = createHandshake(socket)
  const reader = createChunkReader(COMMAND_MAX)
  let received = 0
  let told = 0
  for await (const piece of socket as AsyncIterable<Buffer>) {
    // A connection that is closed with bytes unread is reset, and the last word is lost with it.
    if (publishing.isOver()) continue
    received += piece.length
    if (!publishing.isAccepted() && received > UNKNOWN_MAX) throw new RangeError('too much without a key')
    const rest = shakes(piece)
    if (rest === undefined) continue
    for (const message of reader.push(rest)) {
      await publishing.receive(message)
      if (publishing.isAccepted()) reader.setLimit(MEDIA_MAX)
      if (publishing.isOver()) break
      if (socket.writableLength > UNREAD_MAX) throw new RangeError('answers are not read')
    }
    if (received - told < WINDOW) continue
    told = received
    socket.write(control(3, received % 2 ** 32))
  }
}

/** Answers C0 to C2 (RTMP 1.0, 5.2); gives what comes after them. */
function createHandshake(socket: Socket): (piece: Buffer) => Buffer | undefined {
  let before = Buffer.alloc(0)
  let step: 'first' | 'second' | 'done' = 'first'
  return piece => {
    if (step === 'done') return piece
    before = Buffer.concat([before, piece])
    if (step === 'first' && before.length > HANDSHAKE) {
      if (before[0] !== 3) throw new RangeError('no RTMP')
      const own = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE - 8)])
      socket.write(Buffer.concat([Buffer.from([3]), own, before.subarray(1, 1 + HANDSHAKE)]))
      before = before.subarray(1 + HANDSHAKE)
      step = 'second'
    }
    if (step !== 'second' || before.length < HANDSHAKE) return undefined
    step = 'done'
    return before.subarray(HANDSHAKE)
  }
}

interface Publishing {
  receive(message: Message): Promise<void>
  isAccepted(): boolean
  isOver(): boolean
  end(): Promise<void>
}

/** What a sender asks for and sends; one stream on each connection. */
function createPublishing(socket: Socket, decide: (key: string) => ReturnType<Decide>): Publishing {
  let taker: Taker | undefined
  let isOver = false
  const say = (stream: number, ...values: Amf[]) =>
    socket.write(writeMessage({ type: 20, stream, body: encodeAmf(values) }, 3))
  const leave = () => {
    isOver = true
    socket.end()
    setTimeout(() => socket.destroy(), LINGER).unref()
  }
  const refuse = (stream: number, code: string, description: string) => {
    say(stream, 'onStatus', 0, null, { level: 'error', code, description })
    leave()
  }
  const publish = async (stream: number, name: string): Promise<void> => {
    if (taker !== undefined) return
    const key = name.split('?')[0] ?? ''
    const answer = await decide(key)
    if (typeof answer === 'string') return refuse(stream, 'NetStream.Publish.BadName', answer)
    taker = answer
    answer.signal.addEventListener('abort', () =>
      refuse(stream, 'NetStream.Publish.Rejected', String(answer.signal.reason)),
    )
    const description = 'The stream is taken.'
    say(stream, 'onStatus', 0, null, { level: 'status', code: 'NetStream.Publish.Start', description })
  }
  const command = async ({ stream, body }: Message): Promise<void> => {
    if (body.length > COMMAND_MAX) throw new RangeError('a command is too large')
    const [name, transaction = 0, , given] = decodeAmf(body)
    if (name === 'connect') {
      for (const each of [control(5, WINDOW), peerBandwidth]) socket.write(each)
      say(0, '_result', transaction, { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, connected)
    } else if (name === 'createStream') say(0, '_result', transaction, null, 1)
    else if (name === 'publish' && typeof given === 'string') await publish(stream, given)
    else if (name === 'deleteStream' || name === 'FCUnpublish' || name === 'closeStream') leave()
    else if (name === 'releaseStream' || name === 'FCPublish') say(0, '_result', transaction, null)
  }
  return {
    isAccepted: () => taker !== undefined,
    isOver: () => isOver,
    end: async () => taker?.end(),
    async receive(message) {
      if (isOver) return
      if (message.type === 20) return command(message)
      if (message.type === 17) return command({ ...message, body: message.body.subarray(1) })
      const tag = toTag(message)
      if (tag !== undefined) await taker?.take(tag)
    },
  }
}

const connected = {
  level: 'status',
  code: 'NetConnection.Connect.Success',
  description: 'Connected.',
  objectEncoding: 0,
}

const kinds = { 8: 'audio', 9: 'video', 18: 'data' } as const
const setDataFrame = encodeAmf(['@setDataFrame'])

function toTag({ type, at, body }: Message): MediaTag | undefined {
  const kind = kinds[type as keyof typeof kinds]
  if (kind === undefined || body.length === 0) return undefined
  const isWrapped = kind === 'data' && body.subarray(0, setDataFrame.length).equals(setDataFrame)
  return { kind, at, bytes: isWrapped ? body.subarray(setDataFrame.length) : body }
}

function control(type: number, value: number): Buffer {
  const body = Buffer.alloc(4)
  body.writeUInt32BE(value)
  return writeMessage({ type, stream: 0, body }, 2)
}

const peerBandwidth = writeMessage(
  { type: 6, stream: 0, body: Buffer.from([...control(6, WINDOW).subarray(12), 2]) },
  2,
)
