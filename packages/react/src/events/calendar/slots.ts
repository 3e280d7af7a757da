import type { CalendarEvent, CalendarZoom, EventDraft, Issue } from '@kinora/core'
import {
  checkTiming,
  DAY_MINUTES,
  MINUTE,
  type Moment,
  movedSeries,
  toDailyTime,
  weekdayOf,
} from '@kinora/core/schedule'

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

/** Where something of these minutes comes to be that is moved by others: on a line, unless it stays at its hour. */
export function snap(minutes: number, by: number, zoom: CalendarZoom): number {
  if (Math.abs(by) < zoom / 2) return minutes
  const line = Math.round((minutes + by) / zoom) * zoom
  return Math.max(0, Math.min(DAY_MINUTES - zoom, line))
}

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

/** EVENT-11 to EVENT-15 while it is dragged: the same rule that the server asks. */
export const checkMove = (event: CalendarEvent, from: Slot, to: Slot, moment: Moment): Issue | undefined =>
  checkTiming(event, { ...event, ...movedTo(event, from, to, moment) }, moment)[0]

/** Whether a move changes other days of the series too, which is asked first. */
export const movesAll = (event: CalendarEvent, from: Slot, to: Slot): boolean =>
  from.minutes !== to.minutes && (event.schedule?.weekdays.length ?? 0) > 1

export const toNewEvent = ({ day, minutes }: Slot, length: number): NewEventTime => ({
  weekday: weekdayOf(day),
  daily_time: toDailyTime(minutes),
  minutes: length,
})

/** Milliseconds to whole minutes. */
export const minutesOf = (milliseconds: number): number => Math.round(milliseconds / MINUTE)
