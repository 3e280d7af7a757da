import { Decoder, Demuxer } from 'node-av/api'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { formats } from '../media/engine.ts'

/** Opens a plain file of a known kind, and nothing that it may point to. */
export function openSource(file: string, format?: string): Demuxer {
  const options = { format_whitelist: format ?? formats, protocol_whitelist: 'file' }
  return Demuxer.openSync<string>(file, { ...(format && { format }), options })
}

export interface ReadOptions {
  demuxer: Demuxer
  /** Called for every packet, with its time from the start of the file; says whether to go on. */
  onPacket: (packet: Packet, seconds: number) => boolean
}

/** Reads to the end, times counted from the start of the file, giving way to messages from the server now and then. */
export async function readPackets({ demuxer, onPacket }: ReadOptions): Promise<void> {
  const start = demuxer.startTime
  let count = 0
  for (const packet of demuxer.packetsSync()) {
    if (packet === null) return
    const { num, den } = packet.timeBase
    const offset = BigInt(Math.round((start * den) / num))
    const known = packet.pts !== noTime
    if (known) packet.pts -= offset
    if (packet.dts !== noTime) packet.dts -= offset
    const goOn = onPacket(packet, known ? (Number(packet.pts) * num) / den : 0)
    packet.free()
    if (!goOn) return
    count += 1
    if (count % 25 === 0) await new Promise(resolve => setImmediate(resolve))
  }
}

const noTime = -9223372036854775808n

/** Decodes one packet after the other; a damaged one is passed over, as ffmpeg does. */
export function createDecoder(stream: Stream): { frames(packet: Packet | null): Frame[]; decoder: Decoder } {
  const decoder = Decoder.createSync(stream, { exitOnError: false, threadCount: 2 })
  return { decoder, frames: packet => decoder.decodeAllSync(packet) }
}
