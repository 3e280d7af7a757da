import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { KinoraError } from '@kinora/core'
import { createSlots } from '../../kernel/slots.ts'
import type { IngestPort, Sender, Taker } from '../../ports/ingest.ts'
import { createIsIn } from '../networks.ts'
import { addressOf } from './proxy-protocol.ts'
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
  /** Of those who are connected and not accepted, by address. */
  const waiting = createSlots(MAX_WAITING)
  const isTrusted = createIsIn(trustedProxies)
  const talkTo = async (socket: Socket): Promise<void> => {
    const address = await addressOf(socket, { isTrusted, deadline })
    const leave = address === undefined ? undefined : waiting.acquire(address)
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

async function open(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const isInUse = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
    const what = isInUse ? 'is already in use' : 'can’t be opened'
    const mend = 'Choose another port with KINORA_RTMP_PORT, or switch it off with KINORA_RTMP_PORT=off.'
    throw new KinoraError('conflict', {
      detail: `Port ${port} on ${host} for live streams ${what}. ${mend}`,
      cause,
    })
  }
}
