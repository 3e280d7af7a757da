import type { KinoraError } from '../../kernel/errors.ts'
import type { uploadTexts } from '../../messages/uploads.ts'
import { CHUNK_GROUP } from '../limits.ts'
import type { Clock } from '../ports.ts'
import type { EngineState } from './states.ts'

/** UPLOAD-10, CONST-33 */
export type Marker = 80 | 99 | 100

export interface UploadProgress {
  sentBytes: number
  totalBytes: number
  /** 0 to 100, one decimal (UPLOAD-11). */
  percent: number
  /** Bytes a second, smoothed; undefined until something has moved. */
  speed: number | undefined
  secondsLeft: number | undefined
  /** UPLOAD-05, C-60: groups of four chunks. */
  groups: { done: number; total: number }
  /** C-61: what the badge shows. */
  marker: Marker | undefined
}

/** The speed of about the last five seconds weighs most. */
const SPEED_WINDOW = 5000

/** C-60: the exact chunk is recorded, groups are only counted for the text. */
export const groupsOf = (chunks: number): number => Math.ceil(chunks / CHUNK_GROUP)

/** UPLOAD-10: 80 while uploading, 99 once the file has arrived, 100 when complete. */
export function markerOf(state: EngineState): Marker | undefined {
  const at = state.kind === 'paused' || state.kind === 'retrying' ? state.from.at : undefined
  if (state.kind === 'complete') return 100
  if (state.kind === 'processing' || at === 'processing') return 99
  return state.kind === 'starting' || state.kind === 'uploading' || at !== undefined ? 80 : undefined
}

/** Measures how fast bytes move; `reset` after an interruption, so that a pause doesn't count as slowness. */
export function createMeter(clock: Clock, totalBytes: number, chunkSize: number) {
  let sentBytes = 0
  let speed: number | undefined
  let last: { at: number; bytes: number } | undefined
  const total = Math.max(1, Math.ceil(totalBytes / chunkSize))
  return {
    reset(bytes: number): void {
      sentBytes = bytes
      last = { at: clock.now(), bytes }
    },
    move(bytes: number): void {
      const now = clock.now()
      sentBytes = bytes
      if (last === undefined || bytes < last.bytes) last = { at: now, bytes }
      const elapsed = now - last.at
      if (elapsed <= 0) return
      const weight = 1 - Math.exp(-elapsed / SPEED_WINDOW)
      const current = ((bytes - last.bytes) / elapsed) * 1000
      speed = speed === undefined ? current : speed + weight * (current - speed)
      last = { at: now, bytes }
    },
    progress(state: EngineState): UploadProgress {
      const marker = markerOf(state)
      const bytes = marker === 99 || marker === 100 ? totalBytes : sentBytes
      const moving = state.kind === 'uploading' && speed !== undefined && speed > 0
      return {
        sentBytes: bytes,
        totalBytes,
        percent: totalBytes === 0 ? 0 : Math.floor((bytes / totalBytes) * 1000) / 10,
        speed: moving ? speed : undefined,
        secondsLeft: moving ? Math.ceil((totalBytes - bytes) / speed!) : undefined,
        groups: {
          done: groupsOf(bytes === totalBytes ? total : Math.floor(bytes / chunkSize)),
          total: groupsOf(total),
        },
        marker,
      }
    },
  }
}

/** UPLOAD-20: what a person is shown about an upload, and the cause where there is one. */
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
