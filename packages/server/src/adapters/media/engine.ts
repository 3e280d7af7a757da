import type { Picture } from '../../ports/media.ts'

export interface Rate {
  num: number
  den: number
}

export interface VideoStream extends Picture {
  index: number
  codec: string
  /** Clockwise degrees that the picture must be turned by to stand upright. */
  rotation: 0 | 90 | 180 | 270
  pixelAspect: Rate
  /** Frames a second on average. */
  rate: Rate
  /** The rate that all frames fall in with: of a variable one the peak, in fine time scales far beyond it. */
  peakRate: Rate
  /** Whether the two halves of a picture belong to different moments; unknown where only its frames say so. */
  fields: 'interlaced' | 'progressive' | 'unknown'
}

export interface AudioStream {
  index: number
  codec: string
}

/** What the demuxer says, before any judgement. Cover art inside a sound file is no video stream. */
export interface Inspection {
  format: string
  duration: number
  bitrate: number
  video: VideoStream | undefined
  audio: AudioStream | undefined
}

/** One encoded track: a filter chain in FFmpeg's language, and options that both encoders know by the same names. */
export interface Track {
  filter: string
  codec: 'libx264' | 'aac'
  options: Readonly<Record<string, string>>
}

export interface Output {
  format: 'hls' | 'mp4'
  path: string
  options: Readonly<Record<string, string>>
  video: Track | 'copy' | undefined
  audio: Track | undefined
}

interface Source {
  source: string
  video: VideoStream | undefined
  audio: AudioStream | undefined
}

export interface EncodeTask extends Source {
  duration: number
  outputs: readonly Output[]
}

export interface StillTask {
  source: string
  /** Given, it is a picture of this kind and nothing else. */
  format?: 'jpeg_pipe'
  video: Pick<VideoStream, 'index' | 'rotation'>
  start: number
  length: number
  filter: string
  target: string
}

export interface LoudnessTask {
  source: string
  audio: AudioStream
  duration: number
  filter: string
}

export interface EngineOptions {
  signal?: AbortSignal | undefined
  /** Seconds of the source that are done. */
  onTime?: ((seconds: number) => void) | undefined
}

/** The four things that an FFmpeg must be able to do; everything else about media is the same for all (steps.ts). */
export interface Engine {
  readonly name: string
  inspect(file: string, signal?: AbortSignal): Promise<Inspection>
  encode(task: EncodeTask, options: EngineOptions): Promise<void>
  /** Resolves to false where no frame passed the filter. */
  still(task: StillTask, options: EngineOptions): Promise<boolean>
  /** The report that FFmpeg's loudnorm prints when it has heard everything. */
  loudness(task: LoudnessTask, options: EngineOptions): Promise<string>
}

/** Only plain files of these kinds are opened: a playlist that calls itself .mp4 must not reach other files. */
export const formats = 'mov,mp4,m4a,3gp,3g2,mj2,mp3,aac,matroska,webm,wav,flac,ogg,mpegts'
