import type { MessageKey } from '../messages/en.ts'
import { isVideoInProgress, type TitleEvent, TitleStatus, type VideoEvent, videoStatus } from './status.ts'
import { beforeFirstChunk } from './stay.ts'
import { type TrailerEvent, type TrailerState, trailerState } from './trailer.ts'

/** How a title gets out of where it stands: moves of E-1 and E-2, then work that the server begins anew. */
export interface Rescue {
  move?: { event: TitleEvent; video?: VideoEvent }
  /** What a person reads afterwards, where it cannot be tried again. */
  errorType?: MessageKey
  next?: 'process' | 'publish'
}

interface Standing {
  status: TitleStatus
  videoStatus: VideoStatusCode | null
  /** Whether the uploaded file is stored whole. */
  hasFile: boolean
}
type VideoStatusCode = Parameters<typeof videoStatus.can>[0]

/** The way out of each status, at once and without luck; undefined where there is nothing to get out of. */
export function toRescue({ status, videoStatus: video, hasFile }: Standing): Rescue | undefined {
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

export interface TrailerRescue {
  move?: TrailerEvent
  errorType?: MessageKey
  next?: 'process'
}

/** The same for a trailer (E-3). */
export function toTrailerRescue(state: TrailerState, hasFile: boolean): TrailerRescue | undefined {
  if (state === 'uploading') return hasFile ? { next: 'process' } : { move: 'cancel' }
  if (state === 'error') return hasFile ? { next: 'process' } : undefined
  if (!trailerState.can(state, 'fail')) return undefined
  return hasFile ? { move: 'fail', next: 'process' } : { move: 'fail', errorType: 'processing.missing' }
}
