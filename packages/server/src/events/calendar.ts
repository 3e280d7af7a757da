import type { events, Parsed } from '@kinora/core'
import { DAY, type Moment, occurrences } from '@kinora/core/schedule'
import type { Context } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { chosenScope, momentOf } from './moment.ts'
import { readEvents } from './rows.ts'
import type { StoredEvent } from './tables.ts'
import { toSummary } from './view.ts'

/** Days that one call may ask for. */
const MOST_DAYS = 100

/** API-82, EVENT-28, C-121: the occurrences are computed here and nowhere else. What began before and still runs is among them. */
export async function readCalendar(
  { start: begin, end: until, ...filter }: Parsed<typeof events.calendar>,
  { scope: given, deps }: Context,
) {
  const scope = chosenScope(given)
  const moment = await momentOf(scope, deps)
  const start = begin === undefined ? moment.now : Date.parse(begin)
  const end = until === undefined ? start + 7 * DAY : Date.parse(until)
  if (end <= start || end - start > MOST_DAYS * DAY) throw refused('event.range', { max: MOST_DAYS }, 'end')
  const rows = await readEvents(scope, deps.db, filter)
  return {
    data: rows.map(row => toSummary(row, moment)),
    occurrences: occurrencesOf(rows, moment, { start, end }),
    timeZone: moment.clock.timeZone,
    now: new Date(moment.now).toISOString(),
  }
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
