import type { EventFile } from '@kinora/core'
import { type Processing, toVideoProcessing } from '@kinora/core/uploads'

export interface EventUploadFlags {
  replace?: boolean
  /** false with `--no-wait`. */
  wait?: boolean
}

export const uploadedFields = ['event_Id', 'fileName', 'videoStatus', 'fileDigest'] as const

/** How far the video of an event is (E-4). */
export const videoState = (file: EventFile | null): Processing =>
  file === null ? { kind: 'cancelled' } : toVideoProcessing(file)

/** The same in words. */
export function videoWords(file: EventFile | null): string {
  const at = videoState(file)
  switch (at.kind) {
    case 'done':
      return 'ready'
    case 'working':
      return at.phase === 'normalising' ? 'normalising the audio' : 'processing'
    case 'failed':
      return 'failed'
    case 'cancelled':
      return 'cancelled'
    default:
      return 'waiting to be processed'
  }
}
