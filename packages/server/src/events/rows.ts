import {
  type AttachedClass,
  EVENT_LONGEST,
  EventDraft,
  type EventFile,
  type EventOrder,
  type EventType,
  type Page,
  type PageInput,
  pageOf,
  ScheduledEvent,
  toAttachedClass,
  toEventState,
  toWireDate,
} from '@kinora/core'
import { DAY, isLocked, type Moment, nextOccurrence, wallClock } from '@kinora/core/schedule'
import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { exactly, readPage } from '../kernel/db/pages.ts'
import {
  alphabetical,
  contains,
  firstNames,
  isActiveAs,
  isOneOf,
  NAMES_READ,
  owned,
} from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import { inBatches } from '../kernel/pieces.ts'
import { crud, picked } from '../kernel/rows/crud.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { inScope, ofEvents, titleColumns } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { findClasses } from '../titles/index.ts'
import { isPlayable, readStreams } from './playable.ts'
import { type StoredEvent, eventsTable as t } from './tables.ts'

const owns = (scope: Scope): SQL => owned(scope, { tenantId: t.tenantId })

export const toEventDraft: (row: StoredEvent) => EventDraft = picked(EventDraft)
/** C-150: what is versioned and recorded of an event: its dates too. */
const toWritten = picked(ScheduledEvent.pick({ exceptions: true }).extend(EventDraft.shape))

export const eventRows = crud(t, {
  noun: 'events',
  id: 'eventId',
  owns,
  order: [asc(t.createdAt)],
  toDraft: toWritten,
  toEntity: row => row,
})

/** The event of a tenant, as its site asks for it. */
export async function findEvent(
  db: Database,
  { tenantId, eventId }: { tenantId: string; eventId: string },
): Promise<StoredEvent | undefined> {
  const [row] = await db
    .select()
    .from(t)
    .where(and(eq(t.eventId, eventId), eq(t.tenantId, tenantId)))
  return row
}

/** An event of any tenant, for background work. */
export async function findEventById(db: Database, eventId: string): Promise<StoredEvent | undefined> {
  const [row] = await db.select().from(t).where(eq(t.eventId, eventId))
  return row
}

interface EventFilter {
  eventStatus?: 'active' | 'inactive' | undefined
  eventType?: readonly EventType[] | undefined
  query?: string | undefined
}

/** From one instant to another, in milliseconds. */
export interface Range {
  start: number
  end: number
}

const matching = (scope: Scope, { eventStatus, eventType = [], query }: EventFilter): SQL | undefined =>
  and(
    owns(scope),
    isActiveAs(t.active, eventStatus && eventStatus === 'active'),
    isOneOf(t.type, eventType),
    contains(query, t.title),
  )

/** An instant that was stored with its offset stands less than a day from its UTC as text. */
const OFFSET = DAY

/** What takes place once tells by its date that it is elsewhere; a series is for its rule and the zone to say (decision 0062). */
function mayTouch({ start, end }: Range): SQL | undefined {
  const [from, until] = [start - EVENT_LONGEST * 1000 - OFFSET, end + OFFSET].map(at =>
    new Date(at).toISOString(),
  )
  const once = sql`${t.schedule_time} COLLATE "C"`
  return or(isNotNull(t.schedule), and(sql`${once} >= ${from}`, sql`${once} < ${until}`))
}

/** All that match, in a range those that may take place in it; when they do is told by `occurrences`. */
export function readEvents(
  scope: Scope,
  db: Database,
  { range, ...filter }: EventFilter & { range?: Range | undefined },
): Promise<StoredEvent[]> {
  return db
    .select()
    .from(t)
    .where(and(matching(scope, filter), range && mayTouch(range)))
    .orderBy(asc(t.createdAt), asc(t.eventId))
}

interface Wanted extends EventFilter, Pick<PageInput, 'page' | 'take'> {
  order: EventOrder
  moment: Moment
  /** The pieces of a long list are of one order. */
  once: Context['once']
}

/** API-81, EVENT-24, EVENT-25: one page. */
export async function listRows(
  scope: Scope,
  db: Database,
  { page, take, order, moment, once, ...filter }: Wanted,
): Promise<Page<StoredEvent>> {
  const where = matching(scope, filter)
  if (order.key === 'created_date') {
    const by = { asc, desc }[order.dir]
    const rows = db.select().from(t).where(where).orderBy(by(t.createdAt), asc(t.eventId)).$dynamic()
    return readPage(rows, exactly(db.$count(t, where)), { page, take })
  }
  const all = await once(() => withKeyLock(db, { where, moment, dir: order.dir }))
  const found = pageOf(all, { page, take })
  const rows = await db
    .select()
    .from(t)
    .where(and(owns(scope), inArray(t.eventId, found.data)))
  const byId = new Map(rows.map(row => [row.eventId, row]))
  return { ...found, data: found.data.flatMap(id => byId.get(id) ?? []) }
}

/** The ids of events by their next occurrence, told by their times alone; what has none stands last in either direction. */
async function withKeyLock(
  db: Database,
  { where, moment, dir }: Pick<Wanted, 'moment'> & { where: SQL | undefined; dir: EventOrder['dir'] },
): Promise<string[]> {
  const { eventId, type, schedule, schedule_time, durationSecond, startsOn, endsOn, exceptions } = t
  const times = await db
    .select({ eventId, type, schedule, schedule_time, durationSecond, startsOn, endsOn, exceptions })
    .from(t)
    .where(where)
    .orderBy(asc(t.createdAt), asc(t.eventId))
  const keyed = await inBatches(times, time => ({
    id: time.eventId,
    key: nextOccurrence(moment.clock, time, moment.now),
  }))
  const turn = dir === 'asc' ? 1 : -1
  keyed.sort((one, other) => {
    if (one.key === undefined || other.key === undefined)
      return Number(one.key === undefined) - Number(other.key === undefined)
    return turn * (one.key - other.key)
  })
  return keyed.map(({ id }) => id)
}

/** C-97: the tenant whose events they are, as its calendar is called, and the zone that they are held in. */
export async function readHost(db: Database, tenantId: string): Promise<{ name: string; timeZone: string }> {
  const [tenant] = await db
    .select({ name: tenantsTable.name, timeZone: tenantsTable.timeZone })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, tenantId))
  return { name: tenant?.name ?? tenantId, timeZone: tenant?.timeZone.offsetName || 'UTC' }
}

interface Needs {
  deps: Pick<Deps, 'db' | 'names' | 'clock'>
  scope: OfTenant
  moment: Moment
}

type Summary = Omit<ScheduledEvent, 'video' | 'file' | 'eventDetailsType' | 'description'>

/** What summaries are told by, besides the rows: the moment, and which titles have a stream (`readStreams`). */
export interface SummaryContext {
  scope: Scope
  moment: Moment
  streams: ReadonlyMap<string, string>
}

/** What a calendar shows of an event. */
export function toSummary(row: StoredEvent, { scope, moment, streams }: SummaryContext): Summary {
  const { description: _, ...draft } = toEventDraft(row)
  const next = nextOccurrence(moment.clock, row, moment.now)
  return {
    ...draft,
    eventId: row.eventId,
    tenantId: row.tenantId,
    eventKey: scope.hidesStreamKeys ? null : row.eventKey,
    scheduled_Time: row.schedule_time,
    next_occurrence_time: next === undefined ? null : new Date(next).toISOString(),
    created_date: toWireDate(row.createdAt),
    cover: row.imageUrl,
    tag: row.type === 1 ? row.eventId : null,
    state: toEventState(row),
    isLocked: isLocked(row, moment),
    timeZone: moment.clock.timeZone,
    exceptions: row.exceptions,
    continues: row.continues,
    isPlayable: isPlayable(row, streams),
    version: row.version,
  }
}

/** Events as they travel, with their class and their file. */
export async function toEvents(needs: Needs, rows: readonly StoredEvent[]): Promise<ScheduledEvent[]> {
  const { scope, deps, moment } = needs
  const tags = [...new Set(rows.flatMap(({ contentId }) => contentId ?? []))]
  const classes = new Map((await findClasses({ deps, scope }, tags)).map(title => [title.tag, title]))
  const files = await readFiles(needs, rows)
  const streams = await readStreams(deps.db, rows)
  return rows.map(row => {
    const attached = row.contentId === null ? undefined : classes.get(row.contentId)
    const file = files.get(row.eventId) ?? null
    return {
      ...toSummary(row, { scope, moment, streams }),
      description: row.description,
      video: attached === undefined ? null : (toAttachedClass(attached, row.type) satisfies AttachedClass),
      file,
      eventDetailsType: row.contentId !== null ? 'title' : file?.fileName == null ? null : 'upload',
    }
  })
}

/** How far the videos of simulated events have come, by their ids. */
export async function readFiles(
  { deps: { db }, scope }: Pick<Needs, 'scope'> & { deps: Pick<Deps, 'db'> },
  rows: readonly StoredEvent[],
): Promise<Map<string, EventFile>> {
  const ids = rows.filter(({ type }) => type === 1).map(({ eventId }) => eventId)
  if (ids.length === 0) return new Map()
  const found = await db
    .select(titleColumns)
    .from(titlesTable)
    .where(and(inArray(titlesTable.tag, ids), inScope(ofEvents(scope))))
  return new Map(
    found.map(({ tag, fileName, status, videoStatus, errorType, fileDigest, processing, streamKey }) => [
      tag,
      { fileName, status, videoStatus, errorType, fileDigest, processing, isPlayable: streamKey !== null },
    ]),
  )
}

/** Now, on the wall clock of the tenant that is acted for. */
export async function momentOf(scope: OfTenant, { db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Moment> {
  const { timeZone } = await readHost(db, scope.tenantId)
  return { clock: wallClock(timeZone), now: clock.now().getTime() }
}

/** EVENT-38: how many events have one of these titles as their class, and those that the caller may see by name. */
export async function eventsShowing(
  scope: Scope,
  db: Database,
  tags: readonly string[],
): Promise<{ count: number; names: string[] }> {
  if (tags.length === 0) return { count: 0, names: [] }
  // C-150: the class of one date, too.
  const ofDates = and(
    sql`${t.exceptions} <> '{}'::jsonb`,
    sql`jsonb_path_query_array(${t.exceptions}, '$.*.details.contentId') ?| ${sql.param([...tags])}::text[]`,
  )
  const attached = or(inArray(t.contentId, [...tags]), ofDates)
  const count = await db.$count(t, attached)
  const found = await db
    .select({ title: t.title })
    .from(t)
    .where(and(attached, owned(scope, { tenantId: t.tenantId })))
    .orderBy(alphabetical(t.title), t.eventId)
    .limit(NAMES_READ)
  return { count, names: firstNames(found.map(({ title }) => title)) }
}
