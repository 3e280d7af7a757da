import type { events, Parsed } from '@kinora/core'
import { DAY, type Moment, occurrences } from '@kinora/core/schedule'
import type { Context } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { chosenScope, momentOf } from './moment.ts'
import { readEvents } from './rows.ts'
import type { StoredEvent } from './tables.ts'
import { toSummary } from './view.ts'

/** Days that one call may ask for. */
const MOST_DAYS = 100

type Range = Pick<Parsed<typeof events.calendar>, 'start' | 'end'>
type Of = Pick<Context, 'deps'> & { scope: Scope & { kind: 'tenant' } }

/** API-82, EVENT-28, C-121: the occurrences are computed here and nowhere else. What began before and still runs is among them. */
export async function readCalendar(
  { start, end, ...filter }: Parsed<typeof events.calendar>,
  { scope, deps }: Context,
) {
  const of = { scope: chosenScope(scope), deps }
  const { moment, range } = await rangeOf({ start, end }, of)
  const rows = await readEvents(of.scope, deps.db, filter)
  return {
    data: rows.map(row => toSummary(row, moment)),
    occurrences: occurrencesOf(rows, moment, range),
    timeZone: moment.clock.timeZone,
    now: new Date(moment.now).toISOString(),
  }
}

/** What a site shows of the schedule: active events that happen in the range, and when. */
export async function readShownSchedule(asked: Range, of: Of) {
  const { moment, range } = await rangeOf(asked, of)
  const rows = await readEvents(of.scope, of.deps.db, { eventStatus: 'active' })
  const found = occurrencesOf(rows, moment, range)
  const happening = new Set(found.map(({ event_Id }) => event_Id))
  return {
    data: rows
      .filter(({ eventId }) => happening.has(eventId))
      .map(row => ({ ...toSummary(row, moment), description: row.description })),
    occurrences: found,
    timeZone: moment.clock.timeZone,
  }
}

/** A week from now unless it is said; throws `refused` for one that is no range or too long. */
async function rangeOf({ start: begin, end: until }: Range, { scope, deps }: Of) {
  const moment = await momentOf(scope, deps)
  const start = begin === undefined ? moment.now : Date.parse(begin)
  const end = until === undefined ? start + 7 * DAY : Date.parse(until)
  if (end <= start || end - start > MOST_DAYS * DAY) throw refused('event.range', { max: MOST_DAYS }, 'end')
  return { moment, range: { start, end } }
}

/** In the order of their start. */
export function occurrencesOf(
  rows: readonly StoredEvent[],
  { clock }: Moment,
  { start, end }: { start: number; end: number },
) {
  const found = rows.flatMap(row => {
    const duration = row.durationSecond * 1000
    return occurrences(clock, row, start - duration, end)
      .filter(at => at >= start || at + duration > start)
      .map(at => ({ event_Id: row.eventId, at, ends: at + duration }))
  })
  found.sort((one, other) => one.at - other.at)
  return found.map(({ event_Id, at, ends }) => ({
    event_Id,
    start: new Date(at).toISOString(),
    end: new Date(ends).toISOString(),
  }))
}
