import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import type { FFEncoderCodec } from 'node-av/constants'
import type { Frame, Packet } from 'node-av/lib'
import type { EncodeTask, Output, Track } from '../media/engine.ts'
import { uprightFilter } from './inspect.ts'
import { createDecoder, openSource, readPackets } from './source.ts'

/** Takes the frames of one stream to one track of one output; null ends it. */
type Lane = (frame: Frame | null) => void

/** Reads and decodes the source once; every output takes each frame through its own filter and encoder. */
export async function encode(task: EncodeTask, onTime: (seconds: number) => void): Promise<void> {
  using demuxer = openSource(task.source)
  const muxers = task.outputs.map(openOutput)
  const streams = [
    ...createStream(task, demuxer, { kind: 'video', muxers }),
    ...createStream(task, demuxer, { kind: 'audio', muxers }),
  ]
  const copies = createCopies(task, demuxer, muxers)
  await readPackets({
    demuxer,
    onPacket: (packet, seconds) => {
      for (const stream of streams) if (stream.index === packet.streamIndex) stream.push(packet)
      if (packet.streamIndex === task.video?.index) for (const copy of copies) copy(packet)
      onTime(seconds)
      return true
    },
  })
  for (const stream of streams) stream.push(null)
  for (const copy of copies) copy(null)
  for (const muxer of muxers) muxer.closeSync()
}

function openOutput({ path, format, options }: Output): Muxer {
  mkdirSync(dirname(path), { recursive: true })
  return Muxer.openSync<string>(path, { format, options: { ...options } })
}

type Kind = { kind: 'video' | 'audio'; muxers: readonly Muxer[] }

function createStream(task: EncodeTask, demuxer: Demuxer, { kind, muxers }: Kind) {
  const index = task[kind]?.index
  const stream = index === undefined ? undefined : demuxer.getStream(index)
  const wanted = task.outputs.flatMap((output, at) =>
    isTrack(output[kind]) ? [{ track: output[kind], muxer: muxers[at]! }] : [],
  )
  if (stream === undefined || wanted.length === 0) return []
  const { decoder, frames } = createDecoder(stream)
  const before = kind === 'video' && task.video !== undefined ? uprightFilter(task.video.rotation) : ''
  const lanes = wanted.map(({ track, muxer }) => createLane({ track, muxer, decoder, before }))
  const push = (packet: Packet | null): void => {
    for (const frame of frames(packet)) {
      for (const lane of lanes) lane(frame)
      frame.free()
    }
    if (packet === null) for (const lane of lanes) lane(null)
  }
  return [{ index: stream.index, push }]
}

interface LaneParts {
  track: Track
  muxer: Muxer
  decoder: Decoder
  before: string
}

function createLane({ track, muxer, decoder, before }: LaneParts): Lane {
  const filter = FilterAPI.create(before + track.filter)
  const options = { ...track.options }
  const encoder = Encoder.createSync(track.codec as FFEncoderCodec, { options, filter, decoder })
  const index = muxer.addStream(encoder)
  const write = (frame: Frame | null): void => {
    for (const packet of encoder.encodeAllSync(frame)) {
      muxer.writePacketSync(packet, index)
      packet.free()
    }
  }
  const take = (frame: Frame): void => {
    write(frame)
    frame.free()
  }
  return frame => {
    for (const filtered of frame === null ? filter.flushFramesSync() : filter.processAllSync(frame))
      take(filtered)
    if (frame !== null) return
    write(null)
    muxer.writePacketSync(null, index)
  }
}

function createCopies(task: EncodeTask, demuxer: Demuxer, muxers: readonly Muxer[]) {
  const stream = task.video && demuxer.getStream(task.video.index)
  return task.outputs.flatMap((output, at) => {
    if (output.video !== 'copy' || stream === undefined) return []
    const muxer = muxers[at]!
    const index = muxer.addStream(stream)
    return [(packet: Packet | null): void => muxer.writePacketSync(packet, index)]
  })
}

function isTrack(track: Track | 'copy' | undefined): track is Track {
  return typeof track === 'object'
}
