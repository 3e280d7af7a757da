import { ContentType, EventType } from '@kinora/core'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { insertTitle, ofEvents } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { readOwner } from '../titles/index.ts'
import { eventRows } from './rows.ts'
import type { StoredEvent } from './tables.ts'

/**
 * The video of a simulated event is a title of the event's id that only `ofEvents` reaches: it is received, processed and
 * played like any other (decision 0062). Here it comes and goes with the type; its files go after the transaction.
 */
export async function settleVideo(scope: Scope, tx: Database, row: StoredEvent): Promise<void> {
  const wanted = and(eq(titlesTable.tag, row.eventId), eq(titlesTable.isEvent, true))
  if (row.type !== EventType.Simulated) {
    await tx.delete(titlesTable).where(wanted)
    return
  }
  const { tenantId, providerId } = await readOwner(scope, tx, {})
  await insertTitle(scope, tx, {
    tag: row.eventId,
    isEvent: true,
    tenantId,
    providerId,
    className: row.title,
    contentType: ContentType.Video,
    thumbnailType: 'custom',
  })
}

/** Removes what a video left when its row is gone; a file that can't be removed now is an orphan that `kinora doctor` finds. */
export async function removeFiles(
  { blobs, log }: Pick<Deps, 'blobs' | 'log'>,
  eventId: string,
): Promise<void> {
  for (const kind of ['uploads', 'streams', 'frames'])
    await blobs
      .remove(`${kind}/${eventId}/`)
      .catch((err: unknown) => log.warn({ err, eventId }, 'a file of an event stays behind'))
}

/** The same call on the video of an event; throws `notFound` for an event out of reach and `refused` for one of another type. */
export async function onVideo(eventId: string, context: Context): Promise<Context> {
  const { type } = await eventRows.read(context.scope, context.deps.db, eventId)
  if (type !== EventType.Simulated) throw refused('event.notSimulated', undefined, 'type')
  return { ...context, scope: ofEvents(context.scope) }
}
