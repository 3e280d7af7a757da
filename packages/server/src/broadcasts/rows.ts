import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { StoredEvent } from '../events/tables.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'
import {
  type BroadcastSegment,
  type Sending,
  broadcastSegmentsTable as segments,
  broadcastSendingsTable as sendings,
} from './tables.ts'

/** What names an occurrence. */
export interface OfDate {
  eventId: string
  date: string
}

/** The prefix of all that is stored of an occurrence. */
export const folderOf = ({ eventId, date }: OfDate): string => `broadcasts/${eventId}/${date}`
/** The scratch folder of what is recorded of it. */
export const recordsOf = ({ eventId, date }: OfDate): string => `recording-${eventId}-${date}`

/** The file of one connection, in that folder. */
export const recordOf = ({ path }: { path: string }, { nth }: Pick<Sending, 'nth'>): string =>
  `${path}/${nth}.flv`
/** Whoever has it alone adds to what is recorded of an occurrence, or makes a title of it. */
export const lockOf = ({ eventId, date }: OfDate): string => `broadcast ${eventId} ${date}`

const ofSending = ({ eventId, date, nth }: OfDate & { nth: number }) =>
  and(eq(sendings.eventId, eventId), eq(sendings.date, date), eq(sendings.nth, nth))

/** The connections to an occurrence, the first first. */
export const readSendings = (db: Database, { eventId, date }: OfDate): Promise<Sending[]> =>
  db
    .select()
    .from(sendings)
    .where(and(eq(sendings.eventId, eventId), eq(sendings.date, date)))
    .orderBy(asc(sendings.nth))

export async function insertSending(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  {
    eventId,
    date,
    end,
    ...event
  }: OfDate & { end: number } & Pick<StoredEvent, 'tenantId' | 'title' | 'createdBy'>,
): Promise<Sending> {
  const now = clock.now()
  const nth = (await readSendings(db, { eventId, date })).length
  const { tenantId, title, createdBy } = event
  const known = { tenantId, title, createdBy }
  const values = { ...known, eventId, date, nth, endsAt: new Date(end), startedAt: now, seenAt: now }
  const [row] = await db.insert(sendings).values(values).returning()
  return row!
}

export async function updateSending(
  db: Database,
  of: OfDate & { nth: number },
  set: Partial<Omit<Sending, keyof OfDate | 'nth'>>,
): Promise<void> {
  await db.update(sendings).set(set).where(ofSending(of))
}

/** No sender outlives the server that it sent to: at a start those that seem to send have gone. */
export async function endLost({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db
    .update(sendings)
    .set({ endedAt: sql`${sendings.seenAt}` })
    .where(isNull(sendings.endedAt))
}

/** The last segments of an occurrence, the oldest first. */
export async function lastSegments(
  db: Database,
  { eventId, date }: OfDate,
  count: number,
): Promise<BroadcastSegment[]> {
  const rows = await db
    .select()
    .from(segments)
    .where(and(eq(segments.eventId, eventId), eq(segments.date, date)))
    .orderBy(desc(segments.sequence))
    .limit(count)
  return rows.reverse()
}

export const endOf = ({ beginsAt, duration }: BroadcastSegment): number => beginsAt.getTime() + duration

interface NewSegment extends OfDate, Pick<BroadcastSegment, 'folder' | 'file' | 'duration'> {
  /** The instant that it begins at, where that is behind the one before. */
  at: number
  /** The last one as the caller knows it: where another came meanwhile, nothing is added. */
  after?: BroadcastSegment | undefined
}

/** Times of adding one segment against others that add at the same moment. */
const TRIES = 20

/** Adds a segment behind all others: numbers go on whoever adds, and it begins where the one before ends, or later. */
export async function appendSegment(
  db: Database,
  { at, after, ...one }: NewSegment,
): Promise<BroadcastSegment | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [last] = await lastSegments(db, one, 1)
    if (after !== undefined && after.sequence !== last?.sequence) return undefined
    const goesOn = last?.folder === one.folder && last.file < one.file
    const values = {
      ...one,
      sequence: last === undefined ? 0 : last.sequence + 1,
      break: last === undefined ? 0 : last.break + (goesOn ? 0 : 1),
      beginsAt: new Date(last === undefined ? at : Math.max(endOf(last), at)),
    }
    const [added] = await db.insert(segments).values(values).onConflictDoNothing().returning()
    if (added !== undefined) return added
  }
  throw new Error('a segment could not be added: others come faster')
}

/** How long what was played is kept after an occurrence: by then its recording is a title. */
const KEPT = 86_400_000

/** Of occurrences that are over and recorded, the segments go. */
export async function forgetBroadcasts({
  db,
  blobs,
  clock,
}: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT)
  const old = await db
    .selectDistinct({ eventId: segments.eventId, date: segments.date })
    .from(segments)
    .groupBy(segments.eventId, segments.date)
    .having(lt(sql`max(${segments.beginsAt})`, before))
  for (const of of old) {
    if ((await readSendings(db, of)).some(({ recordedAt }) => recordedAt === null)) continue
    await blobs.remove(`${folderOf(of)}/`)
    await db.delete(segments).where(and(eq(segments.eventId, of.eventId), eq(segments.date, of.date)))
  }
}

/** Of events that are gone all goes, once nothing of them waits to become a title: their rows, and their pictures before a start. */
export async function purgeDeletedEvents({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): Promise<void> {
  const stored = new Set<string>()
  for await (const { key } of blobs.list('broadcasts/')) stored.add(key.split('/')[1]!)
  for (const eventId of stored) {
    const [wanted] = await rowsOf(
      db,
      sql`SELECT 1 FROM events WHERE event_id = ${eventId}
        UNION ALL SELECT 1 FROM broadcast_sendings WHERE event_id = ${eventId} AND recorded_at IS NULL LIMIT 1`,
    )
    if (wanted !== undefined) continue
    await blobs.remove(`broadcasts/${eventId}/`)
    await db.delete(segments).where(eq(segments.eventId, eventId))
    await db.delete(sendings).where(eq(sendings.eventId, eventId))
  }
}
