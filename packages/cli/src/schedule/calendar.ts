import { assertNoIssues, CalendarEvent, checkPeriod, events, fromWireDate } from '@kinora/core'
import {
  toDailyTime,
  toDayNumber,
  toDate as toWireDay,
  type WallClock,
  wallClock,
} from '@kinora/core/schedule'
import { addExamples } from '../kernel/examples.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import { dayNameOf, toDate } from './days.ts'
import { eventTypes, typeName } from './fields.ts'

/** One time that an event takes place; date and times are those of the tenant's clock, start and end are instants. */
interface Row extends Pick<CalendarEvent, 'eventId' | 'title' | 'type' | 'state' | 'timeZone'> {
  start: string
  end: string
  date: string
  weekday: string
  from: string
  until: string
  /** C-150: the day of the series that it stands for, and how it differs; empty where it doesn’t. */
  of: string
  exception: string
}
const fields = fieldsOfRows(CalendarEvent.pick({ eventId: true, title: true, type: true, state: true }), [
  'start',
  'end',
  'timeZone',
  'date',
  'weekday',
  'from',
  'until',
  'of',
  'exception',
])

interface Days {
  from?: string
  to?: string
}

/** EVENT-28, C-97: `kinora schedule calendar`, day by day on the tenant's clock. */
export const addCalendar: FillCommand = (command, session) => {
  command
    .option('--from <day>', 'first day, such as 2026-11-23; today unless given')
    .option('--to <day>', 'last day, included; six days after the first unless given')
    .hook('preAction', printing(session, fields))
  const toFilter = addFlags(command, fieldsOf(events.calendar.input), {
    names: { eventStatus: 'status', eventType: 'type' },
    values: { eventType: eventTypes },
    help: { eventStatus: text('schedule.status'), eventType: text('schedule.type') },
    omit: ['start', 'end'],
  })
  command.action((flags: Days & Record<string, unknown>) => show(session, flags, toFilter(flags)))
  addExamples(command, ['', '--from 2030-03-25 --to 2030-04-07 --status active'])
}

async function show(session: Session, { from, to }: Days, filter: Record<string, unknown>): Promise<void> {
  const first = from === undefined ? undefined : toDayNumber(toDate('--from', from))
  const last = to === undefined ? undefined : toDayNumber(toDate('--to', to))
  const send = await session.send()
  const { timeZone, now } = await send(events.calendar, {})
  const clock = wallClock(timeZone)
  const day = first ?? clock.of(Date.parse(now)).day
  assertNoIssues(checkPeriod({ from: toWireDay(day), to }, ['from', 'to']))
  const range = { start: toInstant(clock, day), end: toInstant(clock, (last ?? day + 6) + 1) }
  const { data, occurrences, cancelled } = await send(events.calendar, { ...filter, ...range })
  const byId = new Map(data.map(event => [event.eventId, event]))
  const all = [...occurrences, ...cancelled.map(one => ({ ...one, exception: 'cancelled' }))]
  all.sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
  const rows = all.flatMap(({ eventId, start, end, date: of, exception, details }): Row[] => {
    const event = byId.get(eventId)
    if (event === undefined) return []
    const { type, state } = event
    const title = details.title ?? event.title
    const own = { of, exception: exception ?? '' }
    const [begins, ends] = [start, end].map(at => clock.of(fromWireDate(at)!.getTime())) as [Wall, Wall]
    const shown = { date: toWireDay(begins.day), weekday: dayNameOf(begins.weekday) }
    const times = { from: toDailyTime(begins.minutes), until: toDailyTime(ends.minutes) }
    return [{ eventId, title, type, state, timeZone, start, end, ...shown, ...times, ...own }]
  })
  session.print.table(rows, [
    { header: 'DAY', value: row => `${row.weekday} ${row.date}` },
    { header: 'TIME', value: row => `${row.from}–${row.until}` },
    { header: 'TITLE', value: row => row.title, flexible: true },
    { header: 'TYPE', value: row => typeName(row.type) },
    { header: 'STATE', value: row => row.exception || row.state },
    { header: 'ID', value: row => row.eventId, look: 'accent' },
  ])
  session.print.note(text('schedule.calendar.zone', { timeZone }))
}

type Wall = ReturnType<WallClock['of']>

const toInstant = (clock: WallClock, day: number): string => new Date(clock.at(day, 0)).toISOString()
