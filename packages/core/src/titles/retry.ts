import type { MessageKey } from '../messages/en.ts'
import { isVideoInProgress, type TitleEvent, TitleStatus, type VideoEvent, videoStatus } from './status.ts'
import { beforeFirstChunk } from './stuck.ts'
import { type TrailerEvent, type TrailerState, trailerState } from './trailer.ts'

/** How a title is retried: moves of E-1 and E-2, then work that the server starts again. */
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
