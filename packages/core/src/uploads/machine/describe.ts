import type { KinoraError } from '../../kernel/errors.ts'
import type { uploadTexts } from '../../messages/uploads.ts'
import type { EngineState } from './states.ts'

/** UPLOAD-20: what a person is told about an upload, and the cause where there is one. */
export interface UploadText {
  headline: keyof typeof uploadTexts
  reason?: KinoraError
}

/** UPLOAD-09, UPLOAD-20, VIDEO-14; undefined where progress says it all. */
export function describeUpload(state: EngineState): UploadText | undefined {
  switch (state.kind) {
    case 'paused':
      if (state.reason === 'signedOut') return { headline: 'upload.signedOut' }
      return state.reason === 'offline' ? { headline: 'upload.waitingForNetwork' } : undefined
    case 'retrying':
      return { headline: 'upload.connection', reason: state.error }
    case 'failed':
      return {
        headline: state.phase === 'upload' ? 'upload.failed' : 'upload.processingFailed',
        reason: state.error,
      }
    case 'cancelled':
      return { headline: state.reason === 'otherUser' ? 'upload.otherUser' : 'upload.cancelled' }
    case 'locked':
      return { headline: 'upload.locked' }
    case 'broken':
      return { headline: 'upload.broken' }
    default:
      return undefined
  }
}
