import { writeFileSync } from 'node:fs'
import { Encoder, FilterAPI } from 'node-av/api'
import { AVSEEK_FLAG_BACKWARD, FF_ENCODER_MJPEG } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import type { LoudnessTask, StillTask } from '../media/engine.ts'
import { uprightFilter } from './inspect.ts'
import { createDecoder, openSource, readPackets } from './source.ts'

/** Writes the first frame that passes the filter as a JPEG. */
export async function still(task: StillTask): Promise<boolean> {
  using demuxer = openSource(task.source, task.format)
  const { frames } = createDecoder(demuxer.getStream(task.video.index)!)
  using filter = FilterAPI.create(uprightFilter(task.video.rotation) + task.filter)
  const state: { found: Frame | undefined } = { found: undefined }
  const keep = (passed: Iterable<Frame>): void => {
    for (const frame of passed) {
      if (state.found === undefined) state.found = frame
      else frame.free()
    }
  }
  let fed = false
  const feed = (decoded: Frame[]): void => {
    for (const frame of decoded) {
      const time = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den
      if (time >= task.start - 0.001 && time <= task.start + task.length && state.found === undefined) {
        keep(filter.processAllSync(frame))
        fed = true
      }
      frame.free()
    }
  }
  // The beginning needs no seeking, which a fragmented MP4 without an index can't do.
  if (task.start > 0) demuxer.seekSync(task.start + demuxer.startTime, -1, AVSEEK_FLAG_BACKWARD)
  const end = task.start + task.length + 1
  await readPackets({
    demuxer,
    onPacket: (packet, seconds) => {
      if (packet.streamIndex === task.video.index) feed(frames(packet))
      return state.found === undefined && seconds <= end
    },
  })
  feed(frames(null))
  if (fed && state.found === undefined) keep(filter.flushFramesSync())
  if (state.found === undefined) return false
  writeFileSync(task.target, await toJpeg(state.found))
  return true
}

function toJpeg(frame: Frame): Promise<Buffer> {
  const options = { flags: '+qscale', global_quality: String(3 * 118) } as object
  return Encoder.encodeOne(FF_ENCODER_MJPEG, frame, { options })
}

/** Takes the sound through the filter, which prints its report on stderr when it is closed. */
export async function loudness(task: LoudnessTask, onTime: (seconds: number) => void): Promise<void> {
  using demuxer = openSource(task.source)
  const { frames } = createDecoder(demuxer.getStream(task.audio.index)!)
  using filter = FilterAPI.create(task.filter)
  const drain = (passed: Iterable<Frame>): void => {
    for (const frame of passed) frame.free()
  }
  const hear = (decoded: Frame[]): void => {
    for (const frame of decoded) {
      drain(filter.processAllSync(frame))
      frame.free()
    }
  }
  await readPackets({
    demuxer,
    onPacket: (packet, seconds) => {
      if (packet.streamIndex === task.audio.index) hear(frames(packet))
      onTime(seconds)
      return true
    },
  })
  hear(frames(null))
  drain(filter.flushFramesSync())
}
