import type { MessageKey } from '../messages/en.ts'
import type { StuckState, WayOut } from './schema.ts'
import {
  isVideoInProgress,
  type TitleEvent,
  TitleStatus,
  type TrailerEvent,
  type TrailerState,
  trailerState,
  type VideoEvent,
  VideoStatus,
  videoStatus,
} from './status.ts'

/** How long a title may keep a status before it counts as stuck; `person` waits for a person, without a limit. */
export type TimeLimit = 'person' | { seconds: number; reason: MessageKey; wayOut: WayOut }

const hour = 3600
const uploading: TimeLimit = { seconds: 24 * hour, reason: 'stuck.uploading', wayOut: 'takeBack' }
const waiting: TimeLimit = { seconds: 6 * hour, reason: 'stuck.waiting', wayOut: 'retry' }

/** The time limit of each status in seconds, why exceeding it is a problem, and the way out. */
export const titleTimeLimits: Readonly<Record<TitleStatus, TimeLimit>> = {
  [TitleStatus.None]: 'person',
  [TitleStatus.Incomplete]: 'person',
  [TitleStatus.Uploading]: uploading,
  [TitleStatus.Uploaded]: { seconds: 6 * hour, reason: 'stuck.uploaded', wayOut: 'retry' },
  [TitleStatus.NormalisationQueued]: waiting,
  [TitleStatus.EncodingQueued]: waiting,
  [TitleStatus.Encoded]: { seconds: hour, reason: 'stuck.encoded', wayOut: 'retry' },
  [TitleStatus.PublishQueued]: { seconds: hour, reason: 'stuck.publishing', wayOut: 'publish' },
  [TitleStatus.Completed]: 'person',
  [TitleStatus.Published]: 'person',
  [TitleStatus.Unpublished]: 'person',
  [TitleStatus.Error]: 'person',
}

/** The same for trailers (E-3). */
export const trailerTimeLimits: Readonly<Record<TrailerState, TimeLimit>> = {
  none: 'person',
  uploading,
  processing: waiting,
  mobilePending: waiting,
  completed: 'person',
  error: 'person',
}

/** An upload that has begun but has no stored chunk yet is Incomplete. */
export const beforeFirstChunk = { status: TitleStatus.Incomplete, videoStatus: VideoStatus.Uploading }

/** The time limit of a title in its current status. */
export function toTitleTimeLimit({
  status,
  videoStatus,
}: {
  status: number
  videoStatus: number | null
}): TimeLimit {
  const isBegun = status === beforeFirstChunk.status && videoStatus === beforeFirstChunk.videoStatus
  return isBegun ? uploading : (titleTimeLimits[status as TitleStatus] ?? 'person')
}

export interface Stuck {
  reason: MessageKey
  wayOut: WayOut
  since: Date
}

/** Why a title is stuck; null while it is within its time limit. */
export function toStuck(limit: TimeLimit, since: Date, now: Date): Stuck | null {
  if (limit === 'person' || now.getTime() - since.getTime() <= limit.seconds * 1000) return null
  return { reason: limit.reason, wayOut: limit.wayOut, since }
}

/** Whether it is work that doesn’t get on, rather than a stored file that is damaged. */
export const isStalled = (stuck: StuckState | null): stuck is StuckState =>
  stuck !== null && stuck.wayOut !== 'encode' && stuck.wayOut !== 'upload'

/** OPS-02: the stored file of a title whose bytes aren’t those that were stored, the gravest first. */
export type DamagedFile = 'original' | 'stream' | 'trailer' | 'captions'

/** Why a damaged file is a problem, and the way out; a stream is made again from its original. */
export const damageWaysOut: Readonly<Record<DamagedFile, { reason: MessageKey; wayOut: WayOut }>> = {
  original: { reason: 'damaged.original', wayOut: 'upload' },
  stream: { reason: 'damaged.stream', wayOut: 'encode' },
  trailer: { reason: 'damaged.trailer', wayOut: 'upload' },
  captions: { reason: 'damaged.captions', wayOut: 'upload' },
}

/** How a title is retried: its status goes back, then the server starts the work again (E-1, E-2). */
export interface Retry {
  move?: { event: TitleEvent; video?: VideoEvent }
  /** What a person reads afterwards, if it cannot be retried. */
  errorType?: MessageKey
  next?: 'process' | 'publish'
}

interface FileState {
  status: TitleStatus
  videoStatus: VideoStatusCode | null
  /** Whether the uploaded file is stored whole. */
  hasFile: boolean
}
type VideoStatusCode = Parameters<typeof videoStatus.can>[0]

/** The retry of each status; undefined where there is nothing to retry. */
export function toRetry({ status, videoStatus: video, hasFile }: FileState): Retry | undefined {
  if (status === TitleStatus.Uploading || (status === beforeFirstChunk.status && isUploading(video)))
    return { move: { event: 'cancel', video: 'cancel' } }
  if (status === TitleStatus.PublishQueued) return { move: { event: 'publishFailed' }, next: 'publish' }
  if (status === TitleStatus.Uploaded && hasFile) return { next: 'process' }
  if (waits.has(status)) {
    const move = { event: 'fail', video: isVideoInProgress(video) ? 'fail' : undefined } as const
    return hasFile ? { move, next: 'process' } : { move, errorType: 'processing.missing' }
  }
  const again = status === TitleStatus.Error || status === TitleStatus.Incomplete
  const ready = hasFile && video !== null && videoStatus.can(video, 'encode')
  return again && ready ? { next: 'process' } : undefined
}

const isUploading = (video: VideoStatusCode | null): boolean => video === beforeFirstChunk.videoStatus

const waits: ReadonlySet<TitleStatus> = new Set([
  TitleStatus.Uploaded,
  TitleStatus.NormalisationQueued,
  TitleStatus.EncodingQueued,
  TitleStatus.Encoded,
])

export interface TrailerRetry {
  move?: TrailerEvent
  errorType?: MessageKey
  next?: 'process'
}

/** The same for a trailer (E-3). */
export function toTrailerRetry(state: TrailerState, hasFile: boolean): TrailerRetry | undefined {
  if (state === 'uploading') return hasFile ? { next: 'process' } : { move: 'cancel' }
  if (state === 'error') return hasFile ? { next: 'process' } : undefined
  if (!trailerState.can(state, 'fail')) return undefined
  return hasFile ? { move: 'fail', next: 'process' } : { move: 'fail', errorType: 'processing.missing' }
}
