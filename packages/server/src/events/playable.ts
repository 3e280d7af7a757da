import { EventType, type Issue, isExternal, missingToActivate, missingToPlay } from '@kinora/core'
import { and, eq, inArray, isNotNull, not, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports/db.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { type StoredEvent, eventsTable as t } from './tables.ts'

type Played = Pick<
  StoredEvent,
  'eventId' | 'type' | 'eventSource' | 'contentId' | 'exceptions' | 'eventKey' | 'liveStreamingLink'
>

/** C-138: which of the classes of events and of their own videos have a stream, by their tags. */
export async function readStreams(
  db: Database,
  rows: readonly Played[],
): Promise<ReadonlyMap<string, string>> {
  const tags = new Set(
    rows
      .filter(({ type }) => type !== EventType.Live)
      .flatMap(({ eventId, contentId, exceptions }) => [
        eventId,
        contentId,
        ...Object.values(exceptions).map(({ details }) => details.contentId),
      ])
      .filter(tag => tag != null),
  )
  if (tags.size === 0) return new Map()
  const { tag, streamKey, isDelete } = titlesTable
  const found = await db
    .select({ tag, streamKey })
    .from(titlesTable)
    .where(and(inArray(tag, [...tags]), isNotNull(streamKey), not(isDelete)))
  return new Map(found.map(one => [one.tag, one.streamKey!]))
}

/** The titles that an event plays, in the order in which they are taken: the class of the date, its own video, its class. */
const playedBy = (row: Played, ofDate?: string | null): string[] =>
  [ofDate, row.type === EventType.Simulated ? row.eventId : null, row.contentId].filter(tag => tag != null)

/** C-138: whether an event, or one date of it, has something to play by now. */
export function isPlayable(
  row: Played,
  streams: ReadonlyMap<string, string>,
  ofDate?: string | null,
): boolean {
  if (row.type === EventType.Live)
    return isExternal(row) ? row.liveStreamingLink !== '' : row.eventKey !== null
  return playedBy(row, ofDate).some(tag => streams.has(tag))
}

/** C-138: whether the own video of a simulated event was processed. */
export async function hasVideo(db: Database, { eventId, type }: Played): Promise<boolean> {
  if (type !== EventType.Simulated) return false
  const { tag, streamKey } = titlesTable
  return (await db.$count(titlesTable, and(eq(tag, eventId), isNotNull(streamKey)))) > 0
}

/** The class of one date; undefined where there is none, or it is cancelled now. */
type OfDate = { contentId?: string | null | undefined } | undefined

/** C-138: a date that is added to an active event, or loses the class of its own, must have something to play. */
export async function checkDatePlays(
  db: Database,
  row: Played & Pick<StoredEvent, 'active'>,
  { before, after }: { before: OfDate; after: OfDate },
): Promise<Issue[]> {
  if (!row.active || after === undefined) return []
  const wasLacking = before !== undefined && (before.contentId ?? null) === null
  const isLacking = missingToPlay({ ...row, contentId: after.contentId ?? row.contentId }, false)
  if (wasLacking || isLacking.length === 0 || (await hasVideo(db, row))) return []
  return isLacking
}

/**
 * B-15 `allowAutoPublish`, C-138: an event that only waited for its own video becomes active in the transaction in which that is
 * processed; nobody saved it, so nobody stands in the audit log. It does once (C-78).
 */
export async function activateByVideo(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  eventId: string,
): Promise<void> {
  const [row] = await db.select().from(t).where(eq(t.eventId, eventId)).for('update')
  if (row === undefined || !row.allowAutoPublish || row.active || row.activatedOnce) return
  if (missingToActivate(row, true).length > 0) return
  const set = { active: true, activatedOnce: true, updatedAt: clock.now(), version: sql`${t.version} + 1` }
  await db.update(t).set(set).where(eq(t.eventId, eventId))
}
