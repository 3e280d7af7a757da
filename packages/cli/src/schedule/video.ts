import type { EventFile } from '@kinora/core'
import { type Processing, toVideoProcessing } from '@kinora/core/uploads'
import { scheduleText } from './texts.ts'

/** How far the video of an event is (E-4). */
export const videoState = (file: EventFile | null): Processing =>
  file === null ? { kind: 'cancelled' } : toVideoProcessing(file)

/** The same in words. */
export function videoWords(file: EventFile | null): string {
  const at = videoState(file)
  switch (at.kind) {
    case 'done':
      return scheduleText('video.ready')
    case 'working':
      return scheduleText(at.phase === 'normalising' ? 'video.normalising' : 'video.encoding')
    case 'failed':
      return scheduleText('video.failed')
    case 'cancelled':
      return scheduleText('video.cancelled')
    default:
      return scheduleText('video.waiting')
  }
}
