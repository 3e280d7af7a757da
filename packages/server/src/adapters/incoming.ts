import type { IncomingMessage } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/** Bytes that may wait to be asked for, and bytes that Node reads at once. */
const heldSize = 262_144
const readSize = 65_536

/**
 * The body of a request in large pieces: more of it arrives while one is in use, and a piece is good until the next one
 * is asked for. Node gives 64 kB at a time, each in memory of its own, which goes back at once: a collector that has to
 * find 16,000 of them in a gigabyte costs more than all else that happens to the bytes.
 */
export async function* piecesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const arrivals = createArrivals(incoming)
  const memory = Buffer.allocUnsafeSlow(Math.min(heldSize + readSize, lengthOf(incoming)))
  try {
    while (await arrivals.some()) yield new Uint8Array(memory.buffer, 0, arrivals.take(memory))
  } finally {
    giveBack(memory)
  }
}

/** What has come and was not taken yet. */
function createArrivals(incoming: IncomingMessage) {
  const held: Buffer[] = []
  let size = 0
  /** Bytes of the first one that were taken. */
  let taken = 0
  let state: 'open' | 'ended' | { failed: Error } = 'open'
  let wake = (): void => undefined
  const end = (how: typeof state): void => {
    if (state === 'open') state = how
    wake()
  }
  incoming.on('data', (piece: Buffer) => {
    held.push(piece)
    size += piece.byteLength
    if (size >= heldSize) incoming.pause()
    wake()
  })
  incoming.once('end', () => end('ended'))
  incoming.once('error', failed => end({ failed }))
  incoming.once('close', () => end({ failed: new Error('the connection ended before the body') }))
  return {
    /** Waits until something is there and for what comes with it; false at the end. */
    async some(): Promise<boolean> {
      while (size === 0 && state === 'open') {
        await new Promise<void>(resolve => {
          wake = resolve
        })
        if (state === 'open') await turn()
      }
      if (size === 0 && typeof state === 'object') throw state.failed
      return size > 0
    },
    /** Moves it into `target`, as much as fits; gives the bytes moved. */
    take(target: Buffer): number {
      let filled = 0
      for (let piece = held[0]; piece !== undefined && filled < target.byteLength; piece = held[0]) {
        const copied = piece.copy(target, filled, taken)
        filled += copied
        taken += copied
        if (taken < piece.byteLength) break
        held.shift()
        taken = 0
        giveBack(piece)
      }
      size -= filled
      if (size < heldSize) incoming.resume()
      return filled
    },
  }
}

/** A length that is not announced, or is none, says nothing about the memory that is needed. */
function lengthOf({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'])
  return length > 0 ? length : Number.POSITIVE_INFINITY
}

/** ES2024, which every Node that runs this has. */
type Transferable = ArrayBuffer & { transfer(length: number): ArrayBuffer }

/** Memory that nothing else looks at is free at once rather than when it is found. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) (buffer as Transferable).transfer(0)
}
