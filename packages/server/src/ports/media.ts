import type { MessageKey } from '@kinora/core'

/** Why a step could not be done. `cancelled` is the caller's own wish; the others each have a text for a person. */
export type MediaFailure =
  | 'unreadable'
  | 'noVideo'
  | 'noAudio'
  | 'missing'
  /** It came out other than it went in. */
  | 'altered'
  | 'failed'
  | 'cancelled'

export interface MediaErrorOptions {
  /** The last lines the program wrote: for the log, never for a person. */
  log?: string
  cause?: unknown
}

/** The one error of the port. `message` is a note for the log; the sentence for a person is the text of `text`. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly reason: MediaFailure
  readonly log: string | undefined

  constructor(reason: MediaFailure, detail: string, options: MediaErrorOptions = {}) {
    super(detail, { cause: options.cause })
    this.reason = reason
    this.log = options.log
  }

  /** VIDEO-14: the key of the sentence that a person reads. */
  get text(): MessageKey {
    return this.reason === 'cancelled' ? 'error.aborted' : `processing.${this.reason}`
  }

  /** Whether another try can help: a damaged file stays damaged. */
  get retryable(): boolean {
    return this.reason === 'failed'
  }
}

/** What a step throws whose signal has ended: its cause says whether that was the caller or a limit of time (C-137). */
export const cancelledBy = (signal: AbortSignal): MediaError =>
  new MediaError('cancelled', 'aborted', { cause: signal.reason })

export function isMediaError(value: unknown): value is MediaError {
  return value instanceof MediaError
}

interface MediaFacts {
  /** The container's short name, for instance `mp4` or `mp3`. */
  container: string
  /** In seconds. */
  duration: number
  /** Of the whole file, in bits per second. */
  bitrate: number
}

export interface VideoInfo extends MediaFacts {
  kind: 'video'
  /** As it is shown: after rotation and pixel aspect. */
  width: number
  height: number
  fps: number
  videoCodec: string
  audioCodec: string | undefined
}

export interface AudioInfo extends MediaFacts {
  kind: 'audio'
  audioCodec: string
}

export type MediaInfo = VideoInfo | AudioInfo

export interface StepOptions {
  signal?: AbortSignal
  /** From 0 to 1, never falling. */
  onProgress?: (fraction: number) => void
}

export interface FileStep extends StepOptions {
  source: string
  /** A file; what was there before is replaced only once the new one is whole. */
  target: string
}

export interface LadderStep extends StepOptions {
  source: string
  /** A folder; replaced as a whole. */
  targetFolder: string
  /** For a title that is listened to, though its file may hold a picture. */
  audioOnly?: boolean
}

export interface RenditionStep extends FileStep {
  /** The wanted height; a smaller source keeps its own. */
  height: number
}

export interface CoverStep extends FileStep {
  /** Second of the frame; without it a telling one is looked for. */
  at?: number | undefined
  /** The most pixels across; 1920 unless given. */
  width?: number
}

export interface PictureStep extends FileStep {
  width: number
}

/** EBU R128 figures of the sound before normalising: LUFS, LU and dBTP. */
export interface Loudness {
  integrated: number
  range: number
  truePeak: number
}

export type Normalised = { changed: true; measured: Loudness } | { changed: false; why: 'noAudio' | 'silent' }

export interface LadderRendition {
  /** Path of its playlist inside the folder. */
  playlist: string
  width: number
  height: number
  /** Peak bits per second of picture and sound together. */
  bandwidth: number
  codecs: string
}

export interface Ladder {
  kind: 'video' | 'audio'
  /** Path of the master playlist inside the folder. */
  master: string
  duration: number
  /** Largest first; empty where the title is sound only. */
  renditions: readonly LadderRendition[]
  /** Tracks that were passed over because nothing can decode them. */
  skipped: readonly string[]
  /** Every file of the folder, by path inside it, ready to be stored. */
  files: readonly string[]
}

export interface Picture {
  width: number
  height: number
}

/** What a live stream brings, as its first seconds tell. */
export interface LiveSource extends Picture {
  fps: number
  hasAudio: boolean
}

/** Finished files of all rungs: `720p.m4s` and its siblings of one segment, or `720p.mp4` of `init`, which comes first. */
export interface LiveSegment {
  /** `init`, or the number of the segment. */
  name: string
  /** Seconds. */
  duration: number
  /** For the taker to move. */
  folder: string
}

export interface LiveStep {
  source: LiveSource
  /** To work in; emptied before. */
  workFolder: string
  /** Seconds of a segment. */
  segment: number
  onSegment(segment: LiveSegment): Promise<void>
}

/** How an encoding keeps up. */
export interface LiveHealth {
  /** Frames that it had to leave out, or that came too late. */
  dropped: number
}

/** One that runs until its bytes end. */
export interface LiveEncoding {
  heights: readonly number[]
  /** FLV, from its header on; waits where the encoder is behind. */
  write(bytes: Uint8Array): Promise<void>
  health(): LiveHealth
  /** Whether it has ended, by itself or since what it made could not be handed on: what is written then is lost. */
  isOver(): boolean
  /** No more comes: resolves once the last segment was handed on. Rejects where it fails. */
  end(): Promise<void>
}

export interface SlateStep extends StepOptions {
  /** A JPEG; plain without one. */
  picture: string | undefined
  heights: readonly number[]
  /** Seconds of a segment, and how many there are. */
  segment: number
  count: number
  /** Gets a folder for each segment and one for `init`; replaced as a whole. */
  targetFolder: string
}

export interface LiveRecord {
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** LIVE-06: what live streams need beyond the steps of stored files. */
export interface LiveMedia {
  /** What an FLV file that still grows holds. Throws `unreadable`. */
  look(file: string, signal?: AbortSignal): Promise<LiveSource>
  /** The rungs of a live ladder for a picture of this height: never above it. */
  heights(sourceHeight: number): number[]
  /** How a master playlist describes a rung to players. */
  describe(height: number): { bandwidth: number; codecs: string }
  encode(step: LiveStep): Promise<LiveEncoding>
  /** A picture and silence that stand in for the sender, in the same rungs and segments. */
  slate(step: SlateStep): Promise<void>
  /** A file that grows by what is written, as it comes; what was there stays before it. */
  record(file: string): Promise<LiveRecord>
  /** FLV files, whole, cut or missing, as one MP4; false where none holds a picture; encoded anew where they differ in size or codec. */
  join(step: StepOptions & { sources: readonly string[]; target: string }): Promise<boolean>
}

/**
 * What happens to a stored file after its upload (VIDEO-04, VIDEO-05, E-1 to E-3), as steps that the job runner
 * calls one by one. Every step may be run again: it works beside its target, replaces it at the end and leaves
 * nothing behind when it fails or is aborted. Steps throw only MediaError.
 */
export interface MediaPort {
  /** The program and its version, for the log and `kinora doctor`. */
  readonly name: string
  /** Nothing here can process media: titles wait until the server is started with something that can. */
  readonly isAbsent?: true
  /** What the bytes are, whatever the name says; `unreadable` for anything that no title can be made of. */
  probe(file: string, signal?: AbortSignal): Promise<MediaInfo>
  /** VIDEO-05: EBU R128 to -16 LUFS in two passes. The picture is copied; without sound the file is. */
  normalise(step: FileStep): Promise<Normalised>
  /** HLS with CMAF segments of 4 s, never upscaled; a file without picture gives one of sound alone. */
  ladder(step: LadderStep): Promise<Ladder>
  /** VIDEO-10: one MP4 that plays while it loads, for the mobile trailer. */
  rendition(step: RenditionStep): Promise<VideoInfo>
  /** TITLE-13: a telling frame, or the one that is named, as a JPEG of 16:9, at most 1920x1080. */
  cover(step: CoverStep): Promise<Picture>
  /** A JPEG as one of at most this width, never enlarged. */
  picture(step: PictureStep): Promise<void>
  /** Live streams; undefined where nothing here can take them. */
  readonly live?: LiveMedia | undefined
}
