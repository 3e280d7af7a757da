import {
  type CalendarEvent,
  type CalendarZoom,
  EVENT_LONGEST,
  type EventDraft,
  type EventException,
  type EventType,
  type Issue,
} from '@kinora/core'
import {
  checkException,
  checkTiming,
  DAY_MINUTES,
  movedTo as exceptionAt,
  exceptionOn,
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
  /** What was said already where it was begun. */
  type?: EventType
  title?: string
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

/** What is made of a class: where it is moved, from where, the day of its series that it stands for, and what else changes. */
export interface Moved {
  event: CalendarEvent
  /** Undefined for what takes place once. */
  date: string | undefined
  from: Slot
  to: Slot
  /** Another length or class. */
  set?: Partial<Pick<EventDraft, 'durationSecond' | 'contentId'>>
}

export const isSame = (one: Slot, other: Slot): boolean =>
  one.day === other.day && one.minutes === other.minutes

/** Whether nothing changes. */
export const isIdle = ({ from, to, set = {} }: Moved): boolean =>
  isSame(from, to) && Object.keys(set).length === 0

/** What changes of all that is meant: of a series, or of what takes place once. */
export const changesOf = ({ event, from, to, set }: Moved, moment: Moment): Partial<EventDraft> => ({
  ...(isSame(from, to) ? {} : movedTo(event, from, to, moment)),
  ...set,
})

/** C-150, EVENT-11 to EVENT-15: what forbids each way of changing a class; the rules that the server asks. */
export function refusalsOf(moved: Moved, moment: Moment): Refusals {
  const { event, date, to } = moved
  const changes = changesOf(moved, moment)
  const all = checkTiming(event, { ...event, ...changes }, moment)[0]
  if (date === undefined) return { this: all, later: all, all }
  const startsOn = splitDay(date, to)
  return {
    this: checkException(event, date, ownOf(moved, date, moment), moment)[0],
    later: checkTiming({ ...event, startsOn }, { ...event, ...changes, startsOn }, moment)[0],
    all,
  }
}

/** The exception that one date becomes. */
function ownOf({ event, from, to, set }: Moved, date: string, { clock }: Moment): EventException {
  const before = exceptionOn(event, date)
  const placed = isSame(from, to) ? before : exceptionAt(clock, event, date, clock.at(to.day, to.minutes))
  return { ...placed, details: { ...before.details, ...set } }
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

/** The edge of a block that is dragged. */
export type Edge = 'start' | 'end'

/** Where a class begins, and how many minutes it lasts. */
export interface Stretch {
  to: Slot
  length: number
}

const LONGEST = EVENT_LONGEST / 60

/** EVENT-04: what dragging an edge by minutes makes of a class: by whole lines, a line at least and a day at most; the other edge stays. */
export function resized({ to, length }: Stretch, edge: Edge, by: number, zoom: CalendarZoom): Stretch {
  const lines = Math.round(by / zoom) * zoom
  const least = Math.max(1, Math.min(zoom, length))
  if (edge === 'end') return { to, length: Math.min(LONGEST, Math.max(least, length + lines)) }
  const most = Math.min(length - least, DAY_MINUTES - 1 - to.minutes)
  const shift = Math.min(most, Math.max(lines, -to.minutes, length - LONGEST))
  return { to: { ...to, minutes: to.minutes + shift }, length: length - shift }
}

export const toNewEvent = ({ day, minutes }: Slot, length: number): NewEventTime => ({
  weekday: weekdayOf(day),
  daily_time: toDailyTime(minutes),
  minutes: length,
})

/** Milliseconds to whole minutes. */
export const minutesOf = (milliseconds: number): number => Math.round(milliseconds / MINUTE)
