import { machine } from '../kernel/machine.ts'
import { TitleStatus } from './status.ts'

/** VIDEO-07, CONST-10: milliseconds between looks at a trailer in the works. */
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
