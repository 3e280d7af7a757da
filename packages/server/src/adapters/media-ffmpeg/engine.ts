import type { Picture } from '../../ports/media.ts'
import type { Rotation } from './conform.ts'

export interface Rate {
  num: number
  den: number
}

export interface VideoStream extends Picture {
  index: number
  codec: string
  /** How it lies in the file. */
  rotation: Rotation
  /** The colour matrix as FFmpeg names it, where the file says one. */
  matrix: string | undefined
  /** More light or colour than BT.709 holds. */
  isWide: boolean
  /** Seconds at which it ends, where the container says so track by track. */
  end: number | undefined
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
  /** As of a picture. */
  end: number | undefined
  /** Whether the container gives it times; bare frames (MP3, AAC) follow each other and have none. */
  isTimed: boolean
}

/** A track that was passed over, because nothing here can decode it. */
export interface Skipped {
  kind: 'video' | 'audio'
  index: number
  codec: string
}

/** What the demuxer says, before any judgement. Cover art inside a sound file is no video stream. */
export interface Inspection {
  format: string
  /** Where the file's own times begin. */
  start: number
  duration: number
  bitrate: number
  skipped: readonly Skipped[]
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
  start: number
  duration: number
  /** The size of the picture that the outputs are made from. */
  canvas: Picture
  outputs: readonly Output[]
}

/** What the source really gave. */
export interface DecodedSource {
  /** Seconds at which the last picture and the last sound end; undefined for what wasn't asked for. */
  videoEnd: number | undefined
  audioEnd: number | undefined
  /** Where the sound is quieter than -60 dB. */
  silences: readonly Span[]
}

export interface Span {
  from: number
  to: number
}

export interface StillTask {
  source: string
  /** Given, it is a picture of this kind and nothing else. */
  format?: 'jpeg_pipe'
  video: Pick<VideoStream, 'index'>
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

/** What the programs do; judging, planning and checking is above it (steps.ts). */
export interface Engine {
  readonly name: string
  inspect(file: string, signal?: AbortSignal): Promise<Inspection>
  encode(task: EncodeTask, options: EngineOptions): Promise<DecodedSource>
  /** Resolves to false where no frame passed the filter. */
  still(task: StillTask, options: EngineOptions): Promise<boolean>
  /** The report that FFmpeg's loudnorm prints when it has heard everything. */
  loudness(task: LoudnessTask, options: EngineOptions): Promise<string>
  /** When the packets of a track begin and how long they last, in seconds. */
  packets(file: string, stream: string, signal?: AbortSignal): Promise<Packet[]>
  /** Where a finished sound is all but digital silence. */
  silences(file: string, signal?: AbortSignal): Promise<Span[]>
}

export interface Packet {
  at: number
  duration: number
}

/** Only plain files of these kinds are opened: a playlist that calls itself .mp4 must not reach other files. */
export const formats = 'mov,mp4,m4a,3gp,3g2,mj2,mp3,aac,matroska,webm,wav,flac,ogg,mpegts'
