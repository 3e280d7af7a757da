import {
  assertNoIssues,
  type EventCopy,
  EventDay,
  type events,
  Instant,
  isKinoraError,
  KinoraError,
  limits,
  type MadeCopy,
  missingToActivate,
  type Parsed,
  settled,
} from '@kinora/core'
import {
  type Happening,
  held,
  type Moment,
  onDate,
  toDate,
  toDayNumber,
  withException,
} from '@kinora/core/schedule'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound, refused } from '../kernel/rows/refusals.ts'
import { reasonOf } from '../kernel/rows/removals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { eventRows, momentOf, readEvents, toEventDraft } from './rows.ts'
import { check, dropEvent, insertEvent } from './save.ts'
import { addedDate, withDate } from './series.ts'
import type { StoredEvent } from './tables.ts'

type DuplicateInput = Parsed<typeof events.duplicate>
type Of = Context<OfTenant>

/** A class of the days that are duplicated. */
interface Source {
  row: StoredEvent
  one: Happening
}

interface Copying {
  moment: Moment
  /** The same time of the day, on the clock of the zone, so many days on. */
  onto(start: number): number
  isWritten: boolean
  context: Of
}

/** Decision 0126: what duplicating would do; nothing is written. */
export async function previewDuplicate(asked: DuplicateInput, context: Of) {
  const copying = await startCopying(asked, false, context)
  const { copies } = await copyEach(await readSources(asked, copying), copying)
  return { copies, timeZone: copying.moment.clock.timeZone }
}

/** Decision 0126: each class as a date more of its series, or as an event of its own where it takes place once; what is refused is left out and said. */
export function duplicate(asked: DuplicateInput, context: Of) {
  const { scope, deps } = context
  return deps.db.transaction(async tx => {
    const copying = await startCopying(asked, true, { ...context, deps: { ...deps, db: tx } })
    const ids = new Set((await readSources(asked, copying)).map(({ row }) => row.eventId))
    // In one order: two calls on the same events wait for one another.
    for (const id of [...ids].sort()) await eventRows.lock(scope, tx, id)
    // What came into the days meanwhile isn't locked.
    const sources = (await readSources(asked, copying)).filter(({ row }) => ids.has(row.eventId))
    const { copies, rows } = await copyEach(sources, copying)
    const by = authorOf(context)
    for (const { eventId: id, exceptions } of rows)
      await eventRows.update(scope, tx, { id, set: { exceptions }, by })
    return { copies, timeZone: copying.moment.clock.timeZone }
  })
}

async function startCopying(
  { day: first, onto: target }: DuplicateInput,
  isWritten: boolean,
  context: Of,
): Promise<Copying> {
  if (first === target) assertNoIssues([{ path: 'onto', code: 'event.sameDays' }])
  const moment = await momentOf(context.scope, context.deps)
  const { clock } = moment
  const shift = toDayNumber(target) - toDayNumber(first)
  const onto = (start: number) => {
    const { day, minutes } = clock.of(start)
    return clock.at(day + shift, minutes)
  }
  return { moment, onto, isWritten, context }
}

/** What takes place in the days, in the order of its start; what is cancelled is not. */
async function readSources(
  { day, days, eventStatus, eventType }: DuplicateInput,
  { moment: { clock }, context: { scope, deps } }: Copying,
): Promise<Source[]> {
  const first = toDayNumber(day)
  const range = { start: clock.at(first, 0), end: clock.at(first + days, 0) }
  const rows = await readEvents(scope, deps.db, { eventStatus, eventType, range })
  const found = rows.flatMap(row => held(clock, row, range.start, range.end).map(one => ({ row, one })))
  if (found.length > limits.filter) throw refused('event.copies', { max: limits.filter }, 'days')
  return found.sort(({ one }, { one: other }) => one.start - other.start)
}

/** Each on its own, the earlier ones first, beside what those before it have made of its series; answers with the series as they are then. */
async function copyEach(sources: readonly Source[], copying: Copying) {
  const rows = new Map<string, StoredEvent>()
  const copies: EventCopy[] = []
  for (const { row: first, one } of sources) {
    const row = rows.get(first.eventId) ?? first
    const { eventId } = row
    const to = copying.onto(one.start)
    const said = { eventId, title: one.exception?.details.title ?? row.title, ...instants(one.start, to) }
    try {
      assertInYears(said.to, copying.moment)
      if (row.schedule === null) {
        copies.push({ ...said, reason: null, made: await copyOnce(row, said.to, copying) })
        continue
      }
      const { date, exceptions } = await addTo(row, { one, to }, copying)
      rows.set(eventId, { ...row, exceptions })
      copies.push({ ...said, reason: null, made: copying.isWritten ? { eventId, date } : null })
    } catch (error) {
      copies.push({ ...said, reason: reasonOf(error), made: null })
    }
  }
  return { copies, rows: [...rows.values()] }
}

/** Days at the end of the calendar may have copies behind it. */
function assertInYears(to: string, { clock }: Moment): void {
  const date = toDate(clock.of(Date.parse(to)).day)
  if (!Instant.safeParse(to).success || !EventDay.safeParse(date).success)
    assertNoIssues([{ path: 'onto', code: 'event.years' }])
}

/** One date more of a series; refused where the day has its class, even a cancelled one, since somebody cancelled it. */
async function addTo(
  row: StoredEvent,
  { one, to }: { one: Happening; to: number },
  { moment, context }: Copying,
) {
  const { clock } = moment
  const { date, exception } = addedDate(clock, row, { start: to, details: one.exception?.details ?? {} })
  if (onDate(clock, row, date)?.exception?.isCancelled)
    throw refused('event.cancelledThere', undefined, 'onto')
  return { date, exceptions: await withDate(row, { date, exception }, { moment, context }) }
}

/** The same event at another moment, in the same state; refused where it is there already, as after an answer that was lost. */
async function copyOnce(
  row: StoredEvent,
  start: string,
  { moment, isWritten, context }: Copying,
): Promise<MadeCopy | null> {
  const draft = settled({ ...toEventDraft(row), schedule_time: start })
  assertNoIssues(await check(context.scope, { before: undefined, draft, moment }, context))
  if (draft.active) assertNoIssues(missingToActivate(draft, false))
  const at = Date.parse(start)
  const there = await readEvents(context.scope, context.deps.db, { range: { start: at, end: at + 1 } })
  const isSame = ({ schedule, schedule_time, type, title }: StoredEvent) =>
    schedule === null && Date.parse(schedule_time ?? '') === at && type === row.type && title === row.title
  if (there.some(isSame)) assertNoIssues([{ path: 'onto', code: 'event.sameDay' }])
  if (!isWritten) return null
  const made = await insertEvent({ tenantId: row.tenantId, draft, moment }, context.deps.db, context)
  return { eventId: made.eventId, date: null }
}

const instants = (start: number, to: number) => ({
  start: new Date(start).toISOString(),
  to: new Date(to).toISOString(),
})

/** The way back from `duplicate`: the dates that were added and the events that were made go, all or none; not an event that somebody has changed since. */
export async function removeDuplicates(
  { copies }: Parsed<typeof events.removeDuplicates>,
  context: Of,
): Promise<{ status: number }> {
  const { scope, deps } = context
  const moment = await momentOf(scope, deps)
  const ids = [...new Set(copies.map(({ eventId }) => eventId))].sort()
  await deps.db.transaction(async tx => {
    const inside = { ...context, deps: { ...deps, db: tx } }
    for (const id of ids) {
      const row = await eventRows.lock(scope, tx, id).catch((error: unknown) => {
        throw isKinoraError(error) && error.code === 'notFound'
          ? notFound({ path: 'copies', code: 'event.noOccurrence' })
          : error
      })
      const dates = copies.filter(({ eventId }) => eventId === id).map(({ date }) => date)
      await takeBack(row, dates, { moment, context: inside })
    }
  })
  return { status: 200 }
}

async function takeBack(
  row: StoredEvent,
  dates: readonly (string | null)[],
  { moment, context }: { moment: Moment; context: Of },
): Promise<void> {
  const { scope, deps } = context
  const [id, by] = [row.eventId, authorOf(context)]
  // What became a series since is no copy any more.
  const isOnce = row.schedule === null
  if (isOnce && dates.includes(null)) {
    if (row.version > 1) throw new KinoraError('conflict')
    return dropEvent(scope, deps.db, { id, by })
  }
  let next = row
  for (const date of dates) {
    if (date === null || !next.exceptions[date]?.isAdded)
      throw refused('event.noOccurrence', undefined, 'copies')
    await withDate(next, { date, exception: undefined }, { moment, context })
    next = withException(next, date, undefined)
  }
  await eventRows.update(scope, deps.db, { id, set: { exceptions: next.exceptions }, by })
}
