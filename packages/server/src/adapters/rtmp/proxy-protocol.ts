import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'

/** Bytes of its line at most. */
const PROXY_LINE = 107

/**
 * Whose connection it is, by the PROXY protocol, version 1: what a proxy of ours says in its first line, or says nothing of;
 * undefined where that line is none, or isn't whole in time. What comes after it is left to be read.
 */
export async function addressOf(
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
    const [name, , source = ''] = line.toString('latin1', 0, end).split(' ')
    socket.unshift(line.subarray(end + 2))
    if (name !== 'PROXY') return undefined
    return isIP(source) === 0 ? connected : source
  } finally {
    clearTimeout(late)
  }
}
