import {
  activatesItself,
  assertNoIssues,
  becomesIncomplete,
  checkActivation,
  type EventException,
  type EventExceptions,
  type events,
  type Issue,
  isExternal,
  MOST_EXCEPTIONS,
  noException,
  type OccurrenceDetails,
  type Parsed,
  settled,
} from '@kinora/core'
import {
  checkException,
  checkTiming,
  dayBefore,
  exceptionOn,
  held,
  isSeriesDay,
  type Moment,
  movedTo,
  onDate,
  partedExceptions,
  toDate,
  toDayNumber,
  type WallClock,
  withException,
} from '@kinora/core/schedule'
import { eq } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { checkDatePlays } from './playable.ts'
import { eventRows, momentOf, readFiles, toEventDraft } from './rows.ts'
import {
  check,
  checkClass,
  checkStored,
  derived,
  dropEvent,
  removeFiles,
  settleVideo,
  updateEvent,
} from './save.ts'
import { type StoredEvent, eventsTable as t } from './tables.ts'

/** C-150: a date beside those of the series. A class of that day that is cancelled takes place again, at this time. */
export function addOccurrence(
  { eventId, version, start, ...given }: Parsed<typeof events.addOccurrence>,
  context: Context<OfTenant>,
): Promise<StoredEvent> {
  return writeDate({ eventId, version }, context, (row, { clock }) =>
    addedDate(clock, row, { start: Date.parse(start), details: given }),
  )
}

/** What a class that is added at an instant makes of its day. */
export function addedDate(
  clock: WallClock,
  row: StoredEvent,
  { start, details: given }: { start: number; details: Given },
): Dated {
  const { day } = clock.of(start)
  const date = toDate(day)
  const there = onDate(clock, row, date)
  const details = own(row, given)
  if (there === undefined) {
    // What rests on a day that the series lost is not overwritten unseen.
    if (row.exceptions[date] !== undefined) throw refused('event.movedAway', undefined, 'start')
    const instant = new Date(start).toISOString()
    return { date, exception: { isAdded: true, isCancelled: false, start: instant, details } }
  }
  if (!there.exception?.isCancelled) {
    if (clock.of(there.start).day !== day) throw refused('event.movedAway', undefined, 'start')
    assertNoIssues([{ path: 'start', code: 'event.sameDay' }])
  }
  return { date, exception: { ...movedTo(clock, row, date, start), isCancelled: false, details } }
}

/** C-150: moves, edits, cancels or brings back the class of one date. */
export const changeOccurrence = (
  { eventId, date, version, start, isCancelled, ...given }: Parsed<typeof events.changeOccurrence>,
  context: Context<OfTenant>,
): Promise<StoredEvent> =>
  writeDate({ eventId, version }, context, (row, { clock }) => {
    const before = exceptionOn(row, date)
    const backAtSeries = before.isAdded ? before : { ...before, start: null }
    const moved =
      start === undefined
        ? before
        : start === null
          ? backAtSeries
          : movedTo(clock, row, date, Date.parse(start))
    const details = own(row, { ...before.details, ...given })
    return { date, exception: { ...moved, isCancelled: isCancelled ?? before.isCancelled, details } }
  })

/** C-150: a date as the series has it; one that was added goes, as does what rests on a day without a class. */
export const restoreOccurrence = (
  { eventId, date }: Parsed<typeof events.restoreOccurrence>,
  context: Context<OfTenant>,
): Promise<StoredEvent> =>
  writeDate({ eventId, version: undefined }, context, () => ({ date, exception: undefined }))

type Given = { [K in keyof OccurrenceDetails]: OccurrenceDetails[K] | null }

/** What differs from the series; null and what is the same are its own again. */
function own(row: StoredEvent, given: Given): OccurrenceDetails {
  const names = ['title', 'description', 'durationSecond', 'instructor', 'contentId'] as const
  return Object.fromEntries(
    names.filter(name => given[name] != null && given[name] !== row[name]).map(name => [name, given[name]]),
  )
}

/** A day of a series, and how it differs; undefined where it is as the series has it. */
interface Dated {
  date: string
  exception: EventException | undefined
}

interface OfEvent {
  eventId: string
  version: number | undefined
}

/** The one way in which a date comes to differ: with the rules of its day (EVENT-11 to EVENT-15), in the event’s version. */
async function writeDate(
  { eventId: id, version }: OfEvent,
  context: Context<OfTenant>,
  toDated: (row: StoredEvent, moment: Moment) => Dated,
): Promise<StoredEvent> {
  const { scope, deps } = context
  const moment = await momentOf(scope, deps)
  return deps.db.transaction(async tx => {
    const row = await eventRows.lock(scope, tx, id)
    if (row.schedule === null) throw refused('event.notSeries', undefined, 'date')
    const inside = { ...context, deps: { ...deps, db: tx } }
    const exceptions = await withDate(row, toDated(row, moment), { moment, context: inside })
    return eventRows.update(scope, tx, { id, version, set: { exceptions }, by: authorOf(context) })
  })
}

/** The dates of a series with one that differs, once the rules of its day and its class are held. */
export async function withDate(
  row: StoredEvent,
  { date, exception }: Dated,
  { moment, context }: { moment: Moment; context: Context<OfTenant> },
): Promise<EventExceptions> {
  const isResting = exception === undefined && onDate(moment.clock, row, date) === undefined
  if (isResting && row.exceptions[date] === undefined) throw refused('event.noOccurrence', undefined, 'date')
  if (!isResting) assertNoRefusal(checkException(row, date, exception ?? noException, moment))
  await assertClass({ row, date, exception }, context)
  const next = withException(row, date, exception)
  assertNoIssues(
    await checkDatePlays(context.deps.db, row, {
      before: detailsOn(moment.clock, row, date),
      after: exception?.isCancelled ? undefined : detailsOn(moment.clock, next, date),
    }),
  )
  const { exceptions } = next
  if (countOf(exceptions) > countOf(row.exceptions)) assertNotTooMany(exceptions, 'date')
  return exceptions
}

/** What the class of a date has of its own; undefined where there is none. */
function detailsOn(clock: WallClock, row: StoredEvent, date: string): OccurrenceDetails | undefined {
  const one = onDate(clock, row, date)
  return one && (one.exception?.details ?? {})
}

/** Decision 0092: a class that isn’t there, or that is over, is no wrong input. */
function assertNoRefusal(issues: readonly Issue[]): void {
  for (const { path, code, params } of issues)
    if (code === 'event.noOccurrence' || code === 'event.over') throw refused(code, params, path)
  assertNoIssues(issues)
}

const countOf = (exceptions: EventExceptions): number => Object.keys(exceptions).length

function assertNotTooMany(exceptions: EventExceptions, path: string): void {
  if (countOf(exceptions) > MOST_EXCEPTIONS) throw refused('event.exceptions', { max: MOST_EXCEPTIONS }, path)
}

/** EVENT-33: another class of one date must be one that can be played; an external live event has none. */
async function assertClass(
  { row, date, exception }: Dated & { row: StoredEvent },
  context: Context<OfTenant>,
): Promise<void> {
  const contentId = exception?.details.contentId ?? null
  if (contentId === null || contentId === row.exceptions[date]?.details.contentId) return
  if (isExternal(row)) assertNoIssues([{ path: 'contentId', code: 'title.classIssue' }])
  assertNoIssues(await checkClass(context.scope, { contentId }, context))
}

/**
 * C-150 "this and later": the series ends before a date and a new event goes on from there, named by its `continues`; it takes
 * over the dates of its own, the state and the stream key. Where nothing would be left before, the series itself is changed.
 */
export async function splitSeries(
  { eventId, date, version, ...given }: Parsed<typeof events.split>,
  context: Context<OfTenant>,
): Promise<StoredEvent> {
  const { scope, deps } = context
  const moment = await momentOf(scope, deps)
  const first = await eventRows.read(scope, deps.db, eventId)
  if (first.schedule === null) throw refused('event.notSeries', undefined, 'date')
  // As of one that was parted there already.
  if (first.endsOn !== null && date > first.endsOn) throw refused('event.noOccurrence', undefined, 'date')
  if (!begins(first, date)) return updateEvent({ eventId, version, ...given }, context)
  await assertNoVideo(first, context)
  return deps.db.transaction(async tx => {
    const inside = { ...context, deps: { ...deps, db: tx } }
    const row = await eventRows.lock(scope, tx, eventId)
    const { clock, now } = moment
    const [kept, taken] = partedExceptions(row.exceptions, toDayNumber(date))
    const rest: StoredEvent = { ...row, startsOn: date, exceptions: taken }
    if (held(clock, rest, clock.at(toDayNumber(date), 0), now).some(({ end }) => end <= now))
      throw refused('event.over', undefined, 'date')
    const before = toEventDraft(rest)
    const draft = settled({ ...before, ...given, type: row.type, startsOn: date })
    const exceptions = given.schedule === undefined ? taken : atTheirHour(taken, date)
    assertNoIssues(await check(scope, { before: { ...before, exceptions }, draft, moment }, inside))
    if (draft.active && !row.active) assertNoIssues(checkActivation(draft, false))
    if (draft.active && becomesIncomplete(before, draft, noVideo)) draft.active = false
    draft.active ||= activatesItself(before, draft, false)
    assertNoIssues(await checkStored(scope, tx, { before, draft }, inside))
    const by = authorOf(context)
    const set = { endsOn: dayBefore(date), exceptions: kept }
    await eventRows.update(scope, tx, { id: eventId, version, set, by })
    const values = { ...draft, ...derived(rest, draft, moment), exceptions, continues: eventId }
    const later = await eventRows.insert(scope, tx, { values: { ...values, tenantId: row.tenantId }, by })
    await settleVideo(scope, tx, later)
    return later
  })
}

/** What was split off has no video of its own (`assertNoVideo`). */
const noVideo = { videoBefore: false, videoAfter: false }

/** Whether the series has a class before a date, and one from it on. */
function begins(row: StoredEvent, date: string): boolean {
  if (row.startsOn === null) return true
  const first = toDayNumber(row.startsOn)
  const days = Array.from(
    { length: Math.min(7, Math.max(0, toDayNumber(date) - first)) },
    (_, nth) => first + nth,
  )
  return days.some(day => isSeriesDay(row, day))
}

/** The class from which on all move has the new hour, whatever it was moved to alone. */
function atTheirHour(exceptions: EventExceptions, date: string): EventExceptions {
  const one = exceptions[date]
  if (one === undefined || one.isAdded) return exceptions
  return withException({ exceptions }, date, { ...one, start: null }).exceptions
}

/** A video that was uploaded for one event can’t be that of two. */
async function assertNoVideo(row: StoredEvent, context: Context<OfTenant>): Promise<void> {
  const file = (await readFiles(context, [row])).get(row.eventId)
  if (file?.fileName != null) throw refused('event.ownVideo', undefined, 'date')
}

/** C-150: the way back from `splitSeries`, at once or later: the earlier series goes on with the dates of both. */
export async function joinSeries(
  { eventId: id }: Parsed<typeof events.join>,
  context: Context<OfTenant>,
): Promise<StoredEvent> {
  const { scope, deps } = context
  const moment = await momentOf(scope, deps)
  await assertNoVideo(await eventRows.read(scope, deps.db, id), context)
  const earlier = await deps.db.transaction(async tx => {
    const later = await eventRows.lock(scope, tx, id)
    if (later.continues === null) throw refused('event.notParted', undefined, 'eventId')
    const row = await eventRows.lock(scope, tx, later.continues)
    if (row.schedule === null) throw refused('event.notSeries', undefined, 'eventId')
    const { startsOn, endsOn, schedule_time } = later
    const exceptions = { ...row.exceptions, ...later.exceptions }
    assertNotTooMany(exceptions, 'eventId')
    // The first instant of the earlier series may be over; what comes from the first day of the later one on is checked.
    assertNoIssues(checkTiming(later, { ...row, startsOn, endsOn, schedule_time, exceptions }, moment))
    const by = authorOf(context)
    await tx.update(t).set({ continues: row.eventId }).where(eq(t.continues, id))
    await dropEvent(scope, tx, { id, by })
    const set = { endsOn, exceptions }
    return eventRows.update(scope, tx, { id: row.eventId, by, set })
  })
  await removeFiles(deps, id)
  return earlier
}
