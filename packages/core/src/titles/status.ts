import { machine } from '../kernel/machine.ts'

/** VIDEO-03: codes of a title's status. */
export const TitleStatus = {
  None: 0,
  EncodingQueued: 1,
  Encoded: 2,
  PublishQueued: 3,
  Published: 4,
  Error: 5,
  Incomplete: 6,
  Unpublished: 7,
  Completed: 8,
  Uploading: 9,
  Uploaded: 10,
  NormalisationQueued: 11,
} as const
export type TitleStatus = (typeof TitleStatus)[keyof typeof TitleStatus]

/** VIDEO-01: codes of the video's status. */
export const VideoStatus = {
  Uploading: 1,
  Uploaded: 2,
  Normalizing: 3,
  Normalized: 4,
  Processing: 5,
  Completed: 6,
  Failed: 7,
  Canceled: 8,
} as const
export type VideoStatus = (typeof VideoStatus)[keyof typeof VideoStatus]

export type TitleEvent =
  | 'startUpload'
  | 'firstChunk'
  | 'lastChunk'
  | 'normalise'
  | 'encode'
  | 'encoded'
  | 'complete'
  | 'fail'
  | 'cancel'
  | 'publish'
  | 'published'
  | 'publishFailed'
  | 'unpublish'

const S = TitleStatus

/**
 * E-1. Error and Incomplete may `normalise` or `encode` again where the uploaded file is still stored: the way to
 * try again that issue and VIDEO area ask for; the caller checks that the file is there. Uploading and Uploaded may
 * `startUpload` with another file, which takes the place of the one before.
 */
export const titleStatus = machine<TitleStatus, TitleEvent>({
  [S.None]: { startUpload: S.Incomplete },
  [S.Incomplete]: {
    startUpload: S.Incomplete,
    firstChunk: S.Uploading,
    fail: S.Error,
    cancel: S.Incomplete,
    normalise: S.NormalisationQueued,
    encode: S.EncodingQueued,
  },
  [S.Uploading]: { startUpload: S.Incomplete, lastChunk: S.Uploaded, fail: S.Error, cancel: S.Incomplete },
  [S.Uploaded]: {
    startUpload: S.Incomplete,
    normalise: S.NormalisationQueued,
    encode: S.EncodingQueued,
    fail: S.Error,
    cancel: S.Incomplete,
  },
  [S.NormalisationQueued]: { encode: S.EncodingQueued, fail: S.Error, cancel: S.Incomplete },
  [S.EncodingQueued]: { encoded: S.Encoded, fail: S.Error, cancel: S.Incomplete },
  [S.Encoded]: { complete: S.Completed, fail: S.Error },
  [S.Completed]: { startUpload: S.Incomplete, publish: S.PublishQueued },
  [S.PublishQueued]: { published: S.Published, publishFailed: S.Completed },
  [S.Published]: { startUpload: S.Incomplete, unpublish: S.Unpublished },
  [S.Unpublished]: { startUpload: S.Incomplete, publish: S.PublishQueued },
  [S.Error]: { startUpload: S.Incomplete, normalise: S.NormalisationQueued, encode: S.EncodingQueued },
})

export type VideoEvent =
  | 'startUpload'
  | 'lastChunk'
  | 'normalise'
  | 'normalised'
  | 'encode'
  | 'complete'
  | 'fail'
  | 'cancel'

const V = VideoStatus
const inProgress = { fail: V.Failed, cancel: V.Canceled }

/** E-2. Failed and Canceled may `normalise` or `encode` again where the file is still stored. */
export const videoStatus = machine<VideoStatus, VideoEvent>({
  [V.Uploading]: { ...inProgress, startUpload: V.Uploading, lastChunk: V.Uploaded },
  [V.Uploaded]: { ...inProgress, startUpload: V.Uploading, normalise: V.Normalizing, encode: V.Processing },
  [V.Normalizing]: { ...inProgress, normalised: V.Normalized },
  [V.Normalized]: { ...inProgress, encode: V.Processing },
  [V.Processing]: { ...inProgress, complete: V.Completed },
  [V.Completed]: { startUpload: V.Uploading },
  [V.Failed]: { startUpload: V.Uploading, normalise: V.Normalizing, encode: V.Processing },
  [V.Canceled]: { startUpload: V.Uploading, normalise: V.Normalizing, encode: V.Processing },
})

/** VIDEO-02 */
export const isVideoInProgress = (status: number | null | undefined): boolean =>
  status != null && status >= 1 && status <= 5
/** VIDEO-02 */
export const isVideoFailure = (status: number | null | undefined): boolean =>
  status === V.Failed || status === V.Canceled

/** VIDEO-07, CONST-10: milliseconds between polls of a trailer in the works. */
export const TRAILER_POLL_INTERVAL = 1500

export type TrailerState = 'none' | 'uploading' | 'processing' | 'mobilePending' | 'completed' | 'error'
export type TrailerEvent = 'upload' | 'encode' | 'cancel' | 'webLink' | 'mobileLink' | 'fail' | 'remove'

export interface TrailerFields {
  trailerStatus: number | null
  trailerLinkWeb: string | null
  trailerLinkMobile: string | null
}

/** E-3. A failed trailer may also be encoded again from its stored file. */
export const trailerState = machine<TrailerState, TrailerEvent>({
  none: { upload: 'uploading' },
  uploading: { upload: 'uploading', encode: 'processing', cancel: 'none', fail: 'error' },
  processing: { webLink: 'mobilePending', fail: 'error', cancel: 'none' },
  mobilePending: { mobileLink: 'completed', fail: 'error' },
  completed: { upload: 'uploading', remove: 'none' },
  error: { upload: 'uploading', encode: 'processing' },
})

/** E-3, VIDEO-06, VIDEO-10: which state the three fields of a title describe. */
export function toTrailerState(title: TrailerFields): TrailerState {
  if (title.trailerStatus === TitleStatus.Uploading) return 'uploading'
  if (
    title.trailerStatus === TitleStatus.EncodingQueued ||
    title.trailerStatus === TitleStatus.NormalisationQueued
  )
    return 'processing'
  if (title.trailerStatus === TitleStatus.Error) return 'error'
  if (title.trailerLinkWeb !== null) return title.trailerLinkMobile === null ? 'mobilePending' : 'completed'
  return 'none'
}
