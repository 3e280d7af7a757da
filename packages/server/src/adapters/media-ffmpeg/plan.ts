import { join } from 'node:path'
import type { Picture } from '../../ports/media.ts'
import { bt709, isRotatedSideways } from './conform.ts'
import type { AudioStream, EncodeTask, Output, Rate, Track, VideoStream } from './engine.ts'

const rungs = [
  { height: 1080, kilobits: 5000 },
  { height: 720, kilobits: 2800 },
  { height: 480, kilobits: 1400 },
  { height: 360, kilobits: 800 },
  { height: 240, kilobits: 400 },
]

const segmentSeconds = 4

/** All segments of a rendition, one behind the other. */
const mediaFile = 'media.mp4'

/** The heights of the ladder: never above the source; a source below the lowest rung keeps its own height. */
export function ladderHeights(sourceHeight: number): number[] {
  const heights = rungs.map(rung => rung.height).filter(height => height <= sourceHeight)
  return heights.length > 0 ? heights : [floorEven(sourceHeight)]
}

/** The peak of a rung in kilobits, at a usual rate of frames. */
export const kilobitsOf = (height: number): number =>
  (rungs.find(({ height: limit }) => limit <= height) ?? rungs.at(-1)!).kilobits

/** The size that is shown, after rotation and pixel aspect. */
export function displaySize(video: VideoStream): Picture {
  const { num, den } = video.pixelAspect
  const aspect = num > 0 && den > 0 ? num / den : 1
  const width = Math.round(video.width * aspect)
  return isRotatedSideways(video.rotation)
    ? { width: video.height, height: width }
    : { width, height: video.height }
}

/** The size at a height, never above the source's own. */
export function scaledTo(source: Picture, height: number): Picture {
  const limited = floorEven(Math.min(height, source.height))
  const width = 2 * Math.round((source.width * limited) / source.height / 2)
  return { width: Math.min(width, floorEven(source.width)), height: limited }
}

/** A steady rate that every rendition shares: the source's, of a variable one its peak, halved until it is at most 60. */
export function constantFrameRate(video: Pick<VideoStream, 'rate' | 'peakRate'>): Rate {
  const rate = nominalRate(video)
  if (!isRate(rate)) return { num: 25, den: 1 }
  let { num, den } = rate
  while (num / den > MAX_RATE) den *= 2
  const standard = standardRates.find(known => Math.abs(known.num / known.den / (num / den) - 1) < 0.0004)
  return standard ?? { num: Math.max(1, Math.round((num / den) * 1000)), den: 1000 }
}

const MAX_RATE = 60.5

/**
 * The average where frames come steadily, however the peak is counted (by fields it is twice as much). Else the peak; one
 * that no camera has is the time scale's, and leaves the next usual rate.
 */
function nominalRate({ rate, peakRate }: Pick<VideoStream, 'rate' | 'peakRate'>): Rate {
  if (!isRate(rate) || !isRate(peakRate)) return isRate(rate) ? rate : peakRate
  const [average, peak] = [rate.num / rate.den, peakRate.num / peakRate.den]
  const times = peak / average
  if (times < 1.002 || Math.abs(times - 2) < 0.002 || average > MAX_RATE) return rate
  return peak > MAX_RATE ? { num: average > 30.5 ? 60 : 30, den: 1 } : peakRate
}

const isRate = ({ num, den }: Rate): boolean => num > 0 && den > 0

const standardRates: readonly Rate[] = [
  ...[24, 25, 30, 50, 60, 15, 12].map(num => ({ num, den: 1 })),
  ...[24000, 30000, 60000].map(num => ({ num, den: 1001 })),
]

/** Fixed groups of at least 4 s without scene cuts: key frames lie at the same times in every rendition. */
function groupLength(rate: Rate): number {
  return Math.ceil((segmentSeconds * rate.num) / rate.den)
}

/** The size that all outputs are made from: as it is shown, at most as high as wanted. */
export const canvasOf = (video: VideoStream, height: number): Picture => scaledTo(displaySize(video), height)

/** Where no picture is encoded. */
export const noCanvas: Picture = { width: 0, height: 0 }

/** Pictures of the whole: its last is held until the sound ends. */
const frameCount = (video: VideoStream, duration: number): number => {
  const { num, den } = constantFrameRate(video)
  return Math.max(1, Math.round((duration * num) / den))
}

/** One H.264 track; quality by content (CRF), its peaks held by the buffer model so that BANDWIDTH is a promise. */
export function videoTrack(video: VideoStream, height: number, duration: number): Track {
  const rate = constantFrameRate(video)
  const size = scaledTo(displaySize(video), height)
  const kilobits = Math.round(kilobitsOf(size.height) * (rate.num / rate.den > 40 ? 1.4 : 1))
  const group = String(groupLength(rate))
  return {
    filter: [
      `fps=${rate.num}/${rate.den}:start_time=0`,
      `tpad=stop_mode=clone:stop=-1,trim=end_frame=${frameCount(video, duration)}`,
      `scale=${size.width}:${size.height}:flags=bicubic,setsar=1,format=yuv420p,${bt709}`,
    ].join(','),
    codec: 'libx264',
    options: {
      preset: 'veryfast',
      crf: '22',
      profile: 'high',
      maxrate: `${kilobits}k`,
      bufsize: `${kilobits * 2}k`,
      g: group,
      keyint_min: group,
      sc_threshold: '0',
      threads: '2',
      colorspace: 'bt709',
      color_primaries: 'bt709',
      color_trc: 'bt709',
      color_range: 'tv',
    },
  }
}

/** What the source leaves out, at the beginning or between, is silence; bare frames follow each other without a gap. */
export const padAudioGaps = ({ isTimed }: AudioStream): string =>
  isTimed ? 'aresample=48000:async=1:first_pts=0' : 'asetpts=N/SR/TB'

/** One AAC stereo track, from whatever the source has. */
export function audioTrack(audio: AudioStream, before = ''): Track {
  const stereo = 'aresample=48000,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo'
  return { filter: `${padAudioGaps(audio)},${before}${stereo}`, codec: 'aac', options: { b: '128k' } }
}

/**
 * One HLS rendition in a folder of its own: one file, and a playlist that names ranges of it (OPS-08). Its picture starts at zero by offsets that may be negative, as CMAF has
 * it, and not by an edit list, about which players differ.
 */
function hlsOutput(folder: string, track: { video: Track } | { audio: Track }): Output {
  return {
    format: 'hls',
    path: join(folder, 'index.m3u8'),
    options: {
      hls_time: String(segmentSeconds),
      hls_playlist_type: 'vod',
      hls_segment_type: 'fmp4',
      hls_segment_filename: join(folder, mediaFile),
      hls_flags: 'independent_segments+single_file',
      hls_segment_options: 'use_editlist=0:movflags=+cmaf+negative_cts_offsets',
    },
    video: 'video' in track ? track.video : undefined,
    audio: 'audio' in track ? track.audio : undefined,
  }
}

/** One MP4 whose index comes first. */
export function mp4Output(path: string, video: Track | 'copy' | undefined, audio: Track | undefined): Output {
  return { format: 'mp4', path, options: { movflags: '+faststart' }, video, audio }
}

export const audioFolder = 'audio'

/** The whole ladder as one task: every rendition and the sound apart, so that no segment holds two tracks. */
export function ladderOutputs(
  folder: string,
  { video, audio, duration }: Pick<EncodeTask, 'video' | 'audio' | 'duration'>,
): Output[] {
  const heights = video === undefined ? [] : ladderHeights(displaySize(video).height)
  const pictures = heights.map(height =>
    hlsOutput(join(folder, `${height}p`), { video: videoTrack(video!, height, duration) }),
  )
  return audio === undefined
    ? pictures
    : [...pictures, hlsOutput(join(folder, audioFolder), { audio: audioTrack(audio) })]
}

/** 4:2:0 needs even sides. */
export function floorEven(value: number): number {
  return Math.max(2, 2 * Math.floor(value / 2))
}
