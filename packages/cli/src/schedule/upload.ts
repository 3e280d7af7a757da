import {
  type EventFile,
  EventType,
  events,
  KinoraError,
  type ScheduledEvent,
  VideoStatus,
} from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { follow } from '../kernel/follow.ts'
import { contextFlags, quoted, quotedPath } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'
import { sendForTenant } from '../tenants/tenant.ts'
import { progressLines, toPartialUpload } from '../titles/partial-uploads.ts'
import { assertMediaFile, commandOf, sendFile } from '../titles/upload.ts'
import { type EventUploadFlags, videoFailure, videoState, videoWords } from './video.ts'

/** Milliseconds between polls of the processing (UPLOAD-07); the first come sooner, for short clips. */
const intervals = [500, 1000, 2000, 3000]

/** EVENT-32: the video of a simulated event; the same command goes on after Ctrl-C or a kill. */
export async function uploadVideo(
  session: Session,
  eventId: string,
  { path, flags: { replace = false, wait = true } }: { path: string; flags: EventUploadFlags },
): Promise<void> {
  session.isRetrying = true
  const file = await session.world.files.open(path)
  const send = await session.send()
  const event = await sendForTenant(session, events.view, { eventId })
  await assertAcceptable(event, file, replace)
  const { userId } = await session.user()
  const sent = await sendFile(session, { tag: eventId, role: 'event', file, userId, replace })
  session.print.done(text('upload.stored', { name: file.name, tag: eventId }))
  const done = wait ? await waitFor(session, eventId) : (await send(events.watch, { eventId })).file
  const videoStatus = done?.videoStatus ?? null
  session.print.record({ eventId, fileName: file.name, videoStatus, fileDigest: sent.digest }, [
    ['id', eventId],
    ['video', file.name],
    ['state', videoWords(done)],
    ['chunk tree', sent.digest],
  ])
  if (!wait)
    session.print.note(
      session.print.paint.dim(
        safe`See how far it is with: kinora schedule show ${eventId}${contextFlags(session)}`,
      ),
    )
}

/** UPLOAD-26: what can be known before the first byte is sent. A video that members see is exchanged only on purpose. */
async function assertAcceptable(event: ScheduledEvent, file: LocalFile, replace: boolean): Promise<void> {
  if (event.type !== EventType.Simulated)
    throw new KinoraError('refused', { issues: [{ path: 'type', code: 'event.notSimulated' }] })
  await assertMediaFile('eventVideo', file)
  if (replace || !event.active || event.file?.videoStatus !== VideoStatus.Completed) return
  throw explain('conflict', {
    what: safe`Event ${event.eventId} is active and has its video.`,
    how: 'Members would see the new file at once. Add --replace to replace it.',
  })
}

/** Polls until the server has processed the video, with its progress. */
async function waitFor(session: Session, eventId: string): Promise<EventFile | null> {
  const send = await session.send()
  const { file } = await follow(session, {
    label: eventId,
    pauses: intervals,
    look: options => send(events.watch, { eventId }, options),
    progress({ file }) {
      const at = videoState(file)
      if (at.kind === 'failed' || at.kind === 'cancelled') throw failed(file)
      if (at.kind === 'done') return undefined
      return { done: file?.processing?.fraction ?? 0, label: `${eventId}  ${videoWords(file)}` }
    },
  }).catch((error: unknown) => {
    // Ctrl-C while waiting stops nothing on the server.
    if (!session.world.interrupted.aborted) throw error
    throw explain('aborted', {
      what: text('wait.interrupted'),
      how: text('upload.goOn', { command: commandOf(session.world) }),
    })
  })
  return file
}

function failed(file: EventFile | null): KinoraError {
  const what = videoFailure(file) ?? messages.text('upload.cancelled')
  return explain('refused', { what, how: text('upload.again') })
}

/** UPLOAD-04: an event's video that the server has in part, begun here or on another machine. */
export async function showPartialUpload(session: Session, { eventId: tag, type }: ScheduledEvent) {
  if (type !== EventType.Simulated) return { fields: { upload: null }, lines: [] }
  const send = await session.send()
  const upload = toPartialUpload('event', await send(events.uploadState, { tag }))
  if (upload === undefined) return { fields: { upload: null }, lines: [] }
  const command = `kinora schedule upload ${quoted(tag)} ${quotedPath(upload.fileName)}`
  return { fields: { upload }, lines: progressLines(session, upload, command) }
}
