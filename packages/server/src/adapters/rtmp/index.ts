import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { KinoraError } from '@kinora/core'
import type { IngestPort, Sender, Taker } from '../../ports/ingest.ts'
import { createSession } from './session.ts'

interface Listening {
  host: string
  port: number
  /** The host that senders are told, where it is another one. */
  shownHost?: string | undefined
}

/** Senders that are connected at a time, sending or not. */
const MAX_CONNECTIONS = 200

/** LIVE-06, decision 0147: takes streams by RTMP at `rtmp://HOST:PORT/live/KEY`. */
export async function createRtmpIngest({ host, port, shownHost }: Listening): Promise<IngestPort> {
  let decide = async (_: Sender): Promise<Taker | string> =>
    'The platform is starting. Try again in a moment.'
  const sessions = new Map<Socket, Promise<void>>()
  const server = createServer({ noDelay: true }, socket => {
    const ended = createSession(socket, sender => decide(sender)).finally(() => sessions.delete(socket))
    sessions.set(socket, ended)
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
    const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
    const what = isTaken ? 'is already in use' : 'can’t be opened'
    const mend = 'Choose another port with KINORA_RTMP_PORT, or switch it off with KINORA_RTMP_PORT=off.'
    throw new KinoraError('conflict', {
      detail: `Port ${port} on ${host} for live streams ${what}. ${mend}`,
      cause,
    })
  }
}
