import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import { avGetCodecName, type Stream } from 'node-av/lib'
import type { Inspection, VideoStream } from '../media/engine.ts'
import { openSource } from './source.ts'

/** What the container says of itself and its streams. */
export function inspect(file: string): Inspection {
  using demuxer = openSource(file)
  const ofType = (type: number) => demuxer.streams.filter(each => each.codecpar.codecType === type)
  const video = ofType(AVMEDIA_TYPE_VIDEO).find(
    each => (each.disposition & AV_DISPOSITION_ATTACHED_PIC) === 0,
  )
  const [audio] = ofType(AVMEDIA_TYPE_AUDIO)
  return {
    format: demuxer.formatName.includes('mp4') ? 'mp4' : (demuxer.formatName.split(',')[0] ?? ''),
    duration: demuxer.duration,
    bitrate: Math.round(demuxer.bitRate * 1000),
    video: video && toVideo(video),
    audio: audio && { index: audio.index, codec: codecName(audio) },
  }
}

function toVideo(stream: Stream): VideoStream {
  const { width, height, sampleAspectRatio } = stream.codecpar
  const { num, den } = sampleAspectRatio
  const { avgFrameRate: rate, rFrameRate: peak } = stream
  return {
    index: stream.index,
    codec: codecName(stream),
    width,
    height,
    rotation: rotationOf(stream),
    pixelAspect: { num, den },
    rate: { num: rate.num, den: rate.den },
    peakRate: { num: peak.num, den: peak.den },
    fields: 'unknown',
  }
}

function codecName(stream: Stream): string {
  return avGetCodecName(stream.codecpar.codecId) ?? 'unknown'
}

/** The display matrix holds sine and cosine as 16.16 fixed-point numbers; its quarter turn is what counts. */
function rotationOf(stream: Stream): VideoStream['rotation'] {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (matrix === null || matrix.length < 36) return 0
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[quarter] ?? 0
}

/** The ffmpeg program turns pictures upright by itself; the libraries must be told. */
export function uprightFilter(rotation: VideoStream['rotation']): string {
  const filters = { 0: '', 90: 'transpose=clock,', 180: 'hflip,vflip,', 270: 'transpose=cclock,' }
  return filters[rotation]
}
