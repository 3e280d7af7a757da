import type { CalendarEvent, CalendarZoom, EventDraft, Issue } from '@kinora/core'
import {
  checkException,
  checkTiming,
  DAY_MINUTES,
  movedTo as exceptionAt,
  MINUTE,
  type Moment,
  movedSeries,
  toDailyTime,
  toDate,
  toDayNumber,
  weekdayOf,
} from '@kinora/core/schedule'
import type { Refusals } from '../scope-dialog.tsx'

/** What was chosen in the calendar for a new event. */
export interface NewEventTime {
  weekday: number
  /** `HH:mm` on the clock of the tenant's zone. */
  daily_time: string
  minutes: number
}

/** Pixels of one line of the calendar. */
const lineHeights: Record<CalendarZoom, number> = { 1: 16, 5: 20, 15: 22, 30: 28, 60: 48 }

/** Pixels of a minute. */
export const scaleOf = (zoom: CalendarZoom): number => lineHeights[zoom] / zoom
export const lineOf = (zoom: CalendarZoom): number => lineHeights[zoom]
/** Whole lines of words, of 15 pixels, in a block of this height. */
export const linesOf = (blockSize: number): number => Math.max(1, Math.floor((blockSize - 4) / 15))

/** A place in the calendar: a day since 1970 and minutes of it, on the clock of the tenant's zone. */
export interface Slot {
  day: number
  minutes: number
}

/** Where something of these minutes comes to be that is moved by others: by whole lines, so that it keeps what it is off a line. */
export function snap(minutes: number, by: number, zoom: CalendarZoom): number {
  if (Math.abs(by) < zoom / 2) return minutes
  const moved = minutes + Math.round(by / zoom) * zoom
  return moved < 0 ? minutes % zoom : moved >= DAY_MINUTES ? lastLike(minutes, zoom) : moved
}

/** The last place of a day that is as far off a line. */
const lastLike = (minutes: number, zoom: number): number => DAY_MINUTES - zoom + (minutes % zoom)

type Timing = Pick<EventDraft, 'schedule' | 'schedule_time'>

/** C-122: what a drop makes of an event: that weekday of its series, all of it where the hour is another, or its one moment. */
export function movedTo(event: CalendarEvent, from: Slot, to: Slot, { clock, now }: Moment): Timing {
  const chosen = new Date(clock.at(to.day, to.minutes)).toISOString()
  if (event.schedule === null) return { schedule: null, schedule_time: chosen }
  const schedule = movedSeries(
    event.schedule,
    weekdayOf(from.day),
    weekdayOf(to.day),
    toDailyTime(to.minutes),
  )
  const isToday = clock.of(now).day === to.day
  return { schedule, schedule_time: isToday ? chosen : event.schedule_time }
}

/** What is moved, from where, and the day of its series that it stands for. */
export interface Moved {
  event: CalendarEvent
  /** Undefined for what takes place once. */
  date: string | undefined
  from: Slot
  to: Slot
}

/** C-150, EVENT-11 to EVENT-15: what forbids each way of moving a class; the rules that the server asks. */
export function refusalsOf({ event, date, from, to }: Moved, moment: Moment): Refusals {
  const moved = movedTo(event, from, to, moment)
  const all = checkTiming(event, { ...event, ...moved }, moment)[0]
  if (date === undefined) return { this: all, later: all, all }
  const start = moment.clock.at(to.day, to.minutes)
  const startsOn = splitDay(date, to)
  return {
    this: checkException(event, date, exceptionAt(moment.clock, event, date, start), moment)[0],
    later: checkTiming({ ...event, startsOn }, { ...event, ...moved, startsOn }, moment)[0],
    all,
  }
}

/** Where "this and later" begins: the day that it was on, or the earlier one that it is moved to. */
export const splitDay = (date: string, to: Slot): string => toDate(Math.min(toDayNumber(date), to.day))

/** C-150: whether a class was moved or added alone already: then it is moved alone again. */
export const isOwn = ({ event, date }: Pick<Moved, 'event' | 'date'>): boolean =>
  date !== undefined && event.exceptions[date]?.start != null

/** Why it can’t be dropped there: where no way is open, why this class can’t. */
export function checkMove(moved: Moved, moment: Moment): Issue | undefined {
  const refusals = refusalsOf(moved, moment)
  if (isOwn(moved)) return refusals.this
  return Object.values(refusals).every(issue => issue !== undefined) ? refusals.this : undefined
}

export const toNewEvent = ({ day, minutes }: Slot, length: number): NewEventTime => ({
  weekday: weekdayOf(day),
  daily_time: toDailyTime(minutes),
  minutes: length,
})

/** Milliseconds to whole minutes. */
export const minutesOf = (milliseconds: number): number => Math.round(milliseconds / MINUTE)
