import { EventType, type ScheduledEvent } from '@kinora/core'
import { quoted } from '../kernel/follow-up.ts'
import type { Session } from '../kernel/session.ts'
import { progressLines, toPartialUpload } from '../titles/partial-uploads.ts'

/** UPLOAD-04: an event's video that the server has in part, begun here or on another machine. */
export async function showPartialUpload(session: Session, { event_Id: tag, type }: ScheduledEvent) {
  if (type !== EventType.Simulated) return { fields: { upload: null }, lines: [] }
  const { events } = await session.api()
  const upload = toPartialUpload('event', await events.uploadState({ tag }))
  if (upload === undefined) return { fields: { upload: null }, lines: [] }
  const command = `kinora schedule upload ${quoted(tag)} ${quoted(upload.fileName)}`
  return { fields: { upload }, lines: progressLines(session, upload, command) }
}
