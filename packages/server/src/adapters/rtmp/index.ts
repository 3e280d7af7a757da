import { once } from 'node:events'
import { type AddressInfo, createServer, isIP, type Server, type Socket } from 'node:net'
import { KinoraError } from '@kinora/core'
import type { IngestPort, Sender, Taker } from '../../ports/ingest.ts'
import { createIsIn } from '../networks.ts'
import { createSession } from './session.ts'

interface Listening {
  host: string
  port: number
  /** The host that senders are told, where it is another one. */
  shownHost?: string | undefined
  /** Milliseconds that a sender has until it names its key. */
  deadline?: number
  /** Proxies that say in a first line whom they speak for (`send-proxy` of HAProxy, `proxy_protocol on` of nginx). */
  trustedProxies?: readonly string[]
}

/** Senders that are connected at a time, sending or not. */
const MAX_CONNECTIONS = 200
const DEADLINE = 20_000
/** Of those, the ones from one address that haven’t been accepted: one machine can’t take all places by connecting alone. */
const MAX_WAITING = 20

/** LIVE-06, decision 0147: takes streams by RTMP at `rtmp://HOST:PORT/live/KEY`. */
export async function createRtmpIngest({
  host,
  port,
  shownHost,
  deadline = DEADLINE,
  trustedProxies = [],
}: Listening): Promise<IngestPort> {
  let decide = async (_: Sender): Promise<Taker | string> =>
    'The platform is starting. Try again in a moment.'
  const sessions = new Map<Socket, Promise<void>>()
  const waiting = createWaiting()
  const isTrusted = createIsIn(trustedProxies)
  const talkTo = async (socket: Socket): Promise<void> => {
    const address = await addressOf(socket, { isTrusted, deadline })
    const leave = address === undefined ? undefined : waiting.enter(address)
    if (address === undefined || leave === undefined) return void socket.destroy()
    const asked = async (sender: Sender): Promise<Taker | string> => {
      const answer = await decide(sender)
      if (typeof answer !== 'string') leave()
      return answer
    }
    await createSession(socket, { address, decide: asked, deadline }).finally(leave)
  }
  const server = createServer({ noDelay: true }, socket => {
    sessions.set(
      socket,
      talkTo(socket).finally(() => sessions.delete(socket)),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  await open(server, { host, port })
  const shown = shownHost ?? host
  const name = shown.includes(':') ? `[${shown}]` : shown
  return {
    url: `rtmp://${name}:${(server.address() as AddressInfo).port}/live`,
    accept(next) {
      decide = next
    },
    async close() {
      server.close()
      const ending = [...sessions.values()]
      for (const socket of sessions.keys()) socket.destroy()
      await Promise.all(ending)
    },
  }
}

/** Bytes of a line of the PROXY protocol, version 1, at most. */
const PROXY_LINE = 107

/**
 * Whose connection it is: what a proxy of ours says in its first line, or says nothing of; undefined where that line is none, or
 * isn't whole in time. What comes after it is left to be read.
 */
async function addressOf(
  socket: Socket,
  { isTrusted, deadline }: { isTrusted(address: string): boolean; deadline: number },
): Promise<string | undefined> {
  const connected = socket.remoteAddress ?? ''
  if (!isTrusted(connected)) return connected
  socket.on('error', () => undefined)
  const late = setTimeout(() => socket.destroy(), deadline)
  try {
    let line = Buffer.alloc(0)
    while (!line.includes('\r\n')) {
      const piece: Buffer | null = socket.read()
      if (piece !== null) line = Buffer.concat([line, piece])
      else if (socket.destroyed || socket.readableEnded) return undefined
      else await Promise.race([once(socket, 'readable'), once(socket, 'close')]).catch(() => socket.destroy())
      // RTMP begins with a 3.
      if (line.length > 0 && line[0] !== 0x50) {
        socket.unshift(line)
        return connected
      }
      if (line.length > PROXY_LINE && !line.subarray(0, PROXY_LINE).includes('\r\n')) return undefined
    }
    const end = line.indexOf('\r\n')
    const [name, , told = ''] = line.toString('latin1', 0, end).split(' ')
    socket.unshift(line.subarray(end + 2))
    if (name !== 'PROXY') return undefined
    return isIP(told) === 0 ? connected : told
  } finally {
    clearTimeout(late)
  }
}

/** Who is connected and not accepted, by address. */
function createWaiting() {
  const counts = new Map<string, number>()
  return {
    /** How to leave, which may be done twice; undefined where the address has no place left. */
    enter(address: string): (() => void) | undefined {
      const count = counts.get(address) ?? 0
      if (count >= MAX_WAITING) return undefined
      counts.set(address, count + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const left = counts.get(address)! - 1
        if (left > 0) counts.set(address, left)
        else counts.delete(address)
      }
    },
  }
}

async function open(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
    const what = isTaken ? 'is already in use' : 'can’t be opened'
    const mend = 'Choose another port with KINORA_RTMP_PORT, or switch it off with KINORA_RTMP_PORT=off.'
    throw new KinoraError('conflict', {
      detail: `Port ${port} on ${host} for live streams ${what}. ${mend}`,
      cause,
    })
  }
}
