import {
  type EventException,
  EventType,
  type events,
  isOnSite,
  KinoraError,
  languageName,
  type Occurrence,
  OPENS_BEFORE,
  type Parsed,
  siteMoment,
  toSkillBand,
} from '@kinora/core'
import { DAY, type Happening, happenings, type Moment, toDate, wallClock } from '@kinora/core/schedule'
import { eq } from 'drizzle-orm'
import { hiddenOnSite } from '../categories/index.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { inBatches } from '../kernel/pieces.ts'
import { authorOf, newTag, recordWrite } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { readDatedTitles } from '../on-site/index.ts'
import type { TitleNames } from '../ports/names.ts'
import { isTenant } from '../tenants/index.ts'
import { toICalendar } from './icalendar.ts'
import { isPlayable, readStreams } from './playable.ts'
import { momentOf, type Range, readEvents, readHost, type SummaryContext, toSummary } from './rows.ts'
import { eventFeedsTable as f, type StoredEvent } from './tables.ts'

/** Days that one call may ask for. */
const MOST_DAYS = 100

type CalendarQuery = Pick<Parsed<typeof events.calendar>, 'start' | 'end'>
type Of = Pick<Context<OfTenant>, 'scope' | 'deps'>

/**
 * API-82, EVENT-28, C-121: the occurrences are computed here and nowhere else. What began before and still runs is among them.
 * Where a range is asked for, the events are those that happen in it; otherwise all.
 */
export async function readCalendar(
  { start, end, ...filter }: Parsed<typeof events.calendar>,
  { scope, deps }: Of,
) {
  const { moment, range } = await rangeOf({ start, end }, { scope, deps })
  const isAll = start === undefined && end === undefined
  const rows = await readEvents(scope, deps.db, { ...filter, range: isAll ? undefined : range })
  const told = { scope, moment, streams: await readStreams(deps.db, rows) }
  const found = await occurrencesOf(rows, told, range)
  const shown = isAll ? rows : happening(rows, [...found.occurrences, ...found.cancelled])
  return {
    data: await inBatches(shown, row => toSummary(row, told)),
    ...found,
    timeZone: moment.clock.timeZone,
    now: new Date(moment.now).toISOString(),
  }
}

/** What a site shows of the schedule: active events that happen in the range, and when; a class only while the site shows it (C-144). */
export async function readShownSchedule(asked: CalendarQuery, of: Of) {
  const { moment, range } = await rangeOf(asked, of)
  const rows = await readEvents(of.scope, of.deps.db, { eventStatus: 'active', range })
  const told = { scope: of.scope, moment, streams: await readStreams(of.deps.db, rows) }
  const { occurrences: all, cancelled } = await occurrencesOf(rows, told, range)
  const occurrences = await withShownClass(all, { of, rows, moment })
  const named = await of.deps.names.read()
  const hidden = await hiddenOnSite(
    of.deps.db,
    of.scope.tenantId,
    rows.flatMap(({ classCategoryId }) => classCategoryId ?? []),
  )
  const data = await inBatches(happening(rows, [...occurrences, ...cancelled]), row => ({
    ...toSummary(row, told),
    description: row.description,
    ...toDetails(row, { named, hidden }),
  }))
  return {
    data,
    occurrences: occurrences.map(one => ({ ...toShown(one), opensAt: one.isPlayable ? opensAt(one) : null })),
    cancelled: cancelled.map(one => ({ ...toShown(one), opensAt: null })),
    timeZone: moment.clock.timeZone,
  }
}

/** EVENT-18: what describes its class, named as a site names a title’s; a category only where the site shows it (C-141). */
function toDetails(row: StoredEvent, { named, hidden }: { named: TitleNames; hidden: ReadonlySet<string> }) {
  const isHidden = row.classCategoryId !== null && hidden.has(row.classCategoryId)
  const [classCategoryId, classSubCategoryId] = isHidden
    ? [null, null]
    : [row.classCategoryId, row.classSubCategoryId]
  return {
    classCategoryId,
    classSubCategoryId,
    classCategory: named.category(classCategoryId),
    classSubCategory: named.subCategory(classSubCategoryId),
    classLanguage: languageName(row.classLanguageCode),
    level: row.skill === null ? null : toSkillBand(row.skill),
    equipmentTypeTags: named.taxonomy(row.equipmentIds),
    focusAreaTags: named.taxonomy(row.focusAreaIds),
    labelTags: named.taxonomy(row.labelIds),
  }
}

/** C-144: without what would play a class that the site doesn’t show then. What has ended stays, as it was. */
async function withShownClass(
  all: readonly Occurrence[],
  { of: { scope, deps }, rows, moment }: { of: Of; rows: readonly StoredEvent[]; moment: Moment },
): Promise<Occurrence[]> {
  const byId = new Map(rows.map(row => [row.eventId, row]))
  const classOf = ({ eventId, details }: Occurrence): string | null => {
    const event = byId.get(eventId)!
    return event.type === EventType.Live ? null : (details.contentId ?? event.contentId)
  }
  const classes = await readDatedTitles(deps.db, [...new Set(all.flatMap(one => classOf(one) ?? []))])
  const site = { tenantId: scope.tenantId, isDeleted: false, product: scope.product }
  return all.filter(one => {
    const tag = classOf(one)
    if (tag === null || Date.parse(one.end) <= moment.now) return true
    const title = classes.get(tag)
    const at = siteMoment(moment.clock, Math.max(Date.parse(one.start), moment.now))
    return title !== undefined && isOnSite({ site, title, moment: at })
  })
}

function toShown({ details: { contentId: _, ...details }, isPlayable: __, ...rest }: Occurrence) {
  return { ...rest, details }
}

/** LIVE-04, C-138 */
const opensAt = ({ start }: Occurrence): string => new Date(Date.parse(start) - OPENS_BEFORE).toISOString()

function happening(rows: readonly StoredEvent[], occurrences: readonly { eventId: string }[]): StoredEvent[] {
  const ids = new Set(occurrences.map(({ eventId }) => eventId))
  return rows.filter(({ eventId }) => ids.has(eventId))
}

/** A week from now unless it is said; throws `refused` for one that is no range or too long. */
async function rangeOf({ start: begin, end: until }: CalendarQuery, { scope, deps }: Of) {
  const moment = await momentOf(scope, deps)
  const start = begin === undefined ? moment.now : Date.parse(begin)
  const end = until === undefined ? start + 7 * DAY : Date.parse(until)
  if (end <= start || end - start > MOST_DAYS * DAY) throw refused('event.range', { max: MOST_DAYS }, 'end')
  return { moment, range: { start, end } }
}

/** C-150: what takes place and what is cancelled, in the order of their start. */
async function occurrencesOf(
  rows: readonly StoredEvent[],
  { moment, streams }: SummaryContext,
  { start, end }: Range,
) {
  const { clock } = moment
  const found = (
    await inBatches(rows, row =>
      happenings(clock, row, start - longest(row), end)
        .filter(one => one.start >= start || one.end > start)
        .map(one => ({ row, one })),
    )
  ).flat()
  found.sort(({ one }, { one: other }) => one.start - other.start)
  const [occurrences, cancelled]: [Occurrence[], Occurrence[]] = [[], []]
  for (const { row, one } of found)
    (one.exception?.isCancelled ? cancelled : occurrences).push(toOccurrence(row, one, streams))
  return { occurrences, cancelled }
}

/** Milliseconds of the longest class of an event. */
const longest = ({ durationSecond, exceptions }: StoredEvent): number =>
  1000 *
  Math.max(durationSecond, ...Object.values(exceptions).map(({ details }) => details.durationSecond ?? 0))

const toOccurrence = (
  row: StoredEvent,
  { day, start, end, exception }: Happening,
  streams: SummaryContext['streams'],
): Occurrence => ({
  eventId: row.eventId,
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  date: toDate(day),
  exception:
    exception === undefined || isPlain(exception)
      ? null
      : exception.isAdded
        ? 'added'
        : exception.start === null
          ? 'edited'
          : 'moved',
  details: exception?.details ?? {},
  isPlayable: isPlayable(row, streams, exception?.details.contentId),
})

/** Only cancelled: as the series has it otherwise. */
const isPlain = ({ isAdded, start, details }: EventException): boolean =>
  !isAdded && start === null && Object.keys(details).length === 0

/** Twelve weeks ahead, and the last one. */
const AHEAD = 84 * DAY
const BACK = 7 * DAY

/** The schedule as iCalendar. */
export async function exportCalendar(filter: Parsed<typeof events.export>, { scope, deps }: Of) {
  return {
    body: await readICalendar(filter, scope, deps),
    contentType: 'text/calendar; charset=utf-8',
    fileName: 'schedule.ics',
  }
}

/** Decision 0118: the series with their dates of its own, and what takes place once. */
async function readICalendar(
  filter: Parameters<typeof readEvents>[2],
  scope: OfTenant,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
): Promise<string> {
  // Whoever subscribes to several sites tells them apart by the name.
  const { name, timeZone } = await readHost(db, scope.tenantId)
  const now = clock.now().getTime()
  const range = { start: now - BACK, end: now + AHEAD }
  const rows = await readEvents(scope, db, { ...filter, range })
  return toICalendar({ name, rows, range }, wallClock(timeZone))
}

const pathOf = (token: string): string => `/calendars/${token}.ics`

export async function readFeed(_: Parsed<typeof events.feed>, { scope: { tenantId }, deps }: Of) {
  const [feed] = await deps.db.select().from(f).where(eq(f.tenantId, tenantId))
  return { path: feed === undefined ? null : pathOf(feed.token) }
}

/** 160 random bits in place of a sign-in, which calendars don't have. */
export async function renewFeed(_: Parsed<typeof events.renewFeed>, context: Context<OfTenant>) {
  const { tenantId } = context.scope
  const by = authorOf(context)
  const set = { token: `${newTag()}${newTag()}`, createdAt: by.now, createdBy: by.userId }
  await context.deps.db.transaction(async tx => {
    await tx
      .insert(f)
      .values({ tenantId, ...set })
      .onConflictDoUpdate({ target: f.tenantId, set })
    await recordFeed('renewFeed', tenantId, { ...context, deps: { ...context.deps, db: tx } })
  })
  return { path: pathOf(set.token) }
}

export async function closeFeed(_: Parsed<typeof events.closeFeed>, context: Context<OfTenant>) {
  const { tenantId } = context.scope
  await context.deps.db.transaction(async tx => {
    await tx.delete(f).where(eq(f.tenantId, tenantId))
    await recordFeed('closeFeed', tenantId, { ...context, deps: { ...context.deps, db: tx } })
  })
  return { status: 200 }
}

/** The address is a secret, so the entry only says that there was a new one. */
const recordFeed = (verb: string, tenantId: string, context: Context): Promise<void> =>
  recordWrite(context.deps.db, authorOf(context), {
    noun: 'events',
    id: tenantId,
    verb,
    version: 1,
    owner: { tenantId },
    changes: [{ path: 'feed', before: null, after: verb === 'renewFeed' }],
  })

/** What subscribers read: the active events. Throws `notFound` for an address that was never given or has ended, its tenant’s as well. */
export async function openFeed({ db, clock }: Pick<Deps, 'db' | 'clock'>, file: string): Promise<string> {
  const token = /^(\w+)(?:\.ics)?$/.exec(file)?.[1] ?? ''
  const [feed] = await db.select().from(f).where(eq(f.token, token))
  if (feed === undefined || !(await isTenant(db, feed.tenantId))) throw new KinoraError('notFound')
  const scope = { kind: 'tenant', tenantId: feed.tenantId } as const
  return readICalendar({ eventStatus: 'active' }, scope, { db, clock })
}
