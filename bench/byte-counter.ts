import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** Bytes of requests that carry no file. */
const talk = 65_536

/** A line to a server that counts what clients send over it. */
export interface ByteCounter {
  url: string
  /** Bytes that clients have sent. */
  sent(): number
  /** Resolves once a client has sent more than the headers of a chunk, that is, file bytes. */
  moves(): Promise<void>
  close(): void
}

export async function openByteCounter(target: string): Promise<ByteCounter> {
  const { hostname, port, pathname } = new URL(target)
  const sockets = new Set<Socket>()
  let sent = 0
  let waiting: { after: number; tell(): void } | undefined
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', piece => {
      sent += piece.byteLength
      if (waiting !== undefined && sent > waiting.after) waiting.tell()
    })
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const path = pathname === '/' ? '' : pathname
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    sent: () => sent,
    moves: () =>
      new Promise(tell => {
        waiting = { after: sent + talk, tell }
      }),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
