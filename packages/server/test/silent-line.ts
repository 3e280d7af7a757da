import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a port of this machine that falls silent when it is told to, with everybody on it. */
export async function openSilentLine(port: number) {
  const clients = new Set<Socket>()
  const held = new Set<Socket>()
  let rest = Number.POSITIVE_INFINITY
  const server = createServer(client => {
    const there = connect(port, '127.0.0.1').on('error', () => client.destroy())
    clients.add(client)
    client.on('error', () => there.destroy()).pipe(there)
    client.on('close', () => {
      clients.delete(client)
      held.delete(client)
      there.destroy()
    })
    there.on('data', bytes => {
      rest -= bytes.byteLength
      if (rest > 0) return client.write(bytes)
      held.add(client)
      there.pause()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Not a byte comes any more after so many from now on. */
    silenceAfter(bytes: number) {
      rest = bytes
    },
    /** Whether somebody waits for what doesn't come. */
    isHeld: () => held.size > 0,
    close() {
      for (const client of clients) client.destroy()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
