import { type EventFile, ScheduledEvent, toFailureKey } from '@kinora/core'
import { type Processing, toVideoProcessing } from '@kinora/core/uploads'
import { safe } from '../kernel/cells.ts'
import { fieldsOfRows } from '../kernel/json-fields.ts'
import { messages } from '../kernel/messages.ts'

export interface EventUploadFlags {
  replace?: boolean
  /** false with `--no-wait`. */
  wait?: boolean
}

/** What `--json` has of an upload. */
export const uploadedFields = fieldsOfRows(ScheduledEvent.pick({ eventId: true }), [
  ...['fileName', 'videoStatus', 'fileDigest'],
])

/** How far the video of an event is (E-4). */
export const videoState = (file: EventFile | null): Processing =>
  file === null ? { kind: 'cancelled' } : toVideoProcessing(file)

/** VIDEO-14: why its processing failed. */
export const videoFailure = (file: EventFile | null): string | undefined =>
  file === null || videoState(file).kind !== 'failed'
    ? undefined
    : messages.textOf(toFailureKey(file), 'processing.failed')

/** The same in words. */
export function videoWords(file: EventFile | null): string {
  const at = videoState(file)
  switch (at.kind) {
    case 'done':
      return 'ready'
    case 'working':
      return at.phase === 'normalising' ? 'normalizing the audio' : 'processing'
    case 'failed':
      return safe`failed: ${videoFailure(file)!}`
    case 'cancelled':
      return 'cancelled'
    default:
      return 'waiting to be processed'
  }
}
