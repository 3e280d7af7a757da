import { CalendarDateTime, fromAbsolute, toZoned, type ZonedDateTime } from '@internationalized/date'
import type { Issue } from '../kernel/errors.ts'
import { type EventDraft, EventType, LEAD_TIME, type Schedule } from './schema.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000
export const DAY_MINUTES = 1440

/** A moment as a clock on the wall of a zone shows it. */
export interface WallTime {
  /** Days since 1 January 1970. */
  day: number
  /** 0 = Sunday … 6 (C-110). */
  weekday: number
  /** Whole minutes since the day began, as the clock shows them. */
  minutes: number
}

/** The clock of one IANA zone. Instants are milliseconds since 1970. It remembers days: use one for many times. */
export interface WallClock {
  timeZone: string
  /** C-110, C-121: the instant of a time of a day; one that the clock skips is the first valid minute after it, one that it shows twice the first. */
  at(day: number, minutes: number): number
  /** The second instant of a time that the clock shows twice, as one in the night when summer time ends; undefined for any other. */
  again(day: number, minutes: number): number | undefined
  of(instant: number): WallTime
}

/** 0 = Sunday; 1 January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7
/** Minutes since midnight of `HH:mm`. */
export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** `HH:mm` */
export function toDailyTime(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
/** `YYYY-MM-DD` of a day, and the other way round. */
export const toDate = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)
export const toDayNumber = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY)

/** The clock of a zone. Throws a RangeError where there is no such zone. */
export function wallClock(timeZone: string): WallClock {
  const starts = new Map<number, number>()
  const startOf = (day: number): number => {
    const known = starts.get(day)
    if (known !== undefined) return known
    const start = exact(timeZone, day, 0)
    starts.set(day, start)
    return start
  }
  return {
    timeZone,
    at(day, minutes) {
      const start = startOf(day)
      // A day of 24 hours has no change of the clock.
      return startOf(day + 1) - start === DAY ? start + minutes * MINUTE : exact(timeZone, day, minutes)
    },
    again(day, minutes) {
      const time = onDay(day, minutes)
      const [first, later] = [toZoned(time, timeZone, 'earlier'), toZoned(time, timeZone, 'later')]
      return millis(later) !== millis(first) && shows(first, day, minutes) ? millis(later) : undefined
    },
    of(instant) {
      const local = fromAbsolute(instant, timeZone)
      const day = dayOf(local)
      return { day, weekday: weekdayOf(day), minutes: local.hour * 60 + local.minute }
    },
  }
}

const dayOf = ({ year, month, day }: ZonedDateTime): number => Date.UTC(year, month - 1, day) / DAY
const millis = (time: ZonedDateTime): number => time.toDate().getTime()

const shows = (time: ZonedDateTime, day: number, minutes: number): boolean =>
  dayOf(time) === day && time.hour * 60 + time.minute === minutes

function onDay(day: number, minutes: number): CalendarDateTime {
  const date = new Date(day * DAY)
  return new CalendarDateTime(
    ...([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()] as const),
    ...([Math.floor(minutes / 60), minutes % 60] as const),
  )
}

function exact(timeZone: string, day: number, minutes: number): number {
  const time = onDay(day, minutes)
  const first = toZoned(time, timeZone, 'earlier')
  if (shows(first, day, minutes)) return millis(first)
  return endOfGap(timeZone, millis(first), millis(toZoned(time, timeZone, 'later')))
}

/** The first minute after a change of the clock that lies between two instants. */
function endOfGap(timeZone: string, before: number, after: number): number {
  const offsetAt = (instant: number) => fromAbsolute(instant, timeZone).offset
  const offset = offsetAt(after)
  let [low, high] = [Math.floor(before / MINUTE), Math.ceil(after / MINUTE)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * MINUTE) === offset) high = middle
    else low = middle
  }
  return high * MINUTE
}

/** The part of an event that says when it takes place. */
export type Timing = Pick<EventDraft, 'type' | 'schedule' | 'schedule_time' | 'durationSecond'>

/** EVENT-36: the starts from one instant up to another, in order; instants in milliseconds, `to` excluded. A zone that skips a whole day moves its classes to the day's end. */
export function occurrences(clock: WallClock, timing: Timing, from: number, to: number): number[] {
  const { schedule, schedule_time: once } = timing
  if (schedule === null) {
    const start = once === null ? Number.NaN : Date.parse(once)
    return start >= from && start < to ? [start] : []
  }
  const minutes = toMinutes(schedule.daily_time)
  const weekdays = new Set(schedule.weekdays)
  const found: number[] = []
  const [first, last] = [clock.of(from), clock.of(to)]
  for (let day = first.day - 1, weekday = (first.weekday + 6) % 7; day <= last.day; day++) {
    if (weekdays.has(weekday)) {
      const start = clock.at(day, minutes)
      if (start >= from && start < to) found.push(start)
    }
    weekday = (weekday + 1) % 7
  }
  return found
}

/** Past every weekday and a change of the clock. */
const REACH = 9 * DAY

/** EVENT-36: the first start at or after an instant; undefined where nothing lies ahead. */
export function nextOccurrence(clock: WallClock, timing: Timing, after: number): number | undefined {
  if (timing.schedule === null) return occurrences(clock, timing, after, Number.POSITIVE_INFINITY)[0]
  return occurrences(clock, timing, after, after + REACH)[0]
}

/** The start of the occurrence that runs at an instant. */
export function runningSince(clock: WallClock, timing: Timing, now: number): number | undefined {
  const duration = timing.durationSecond * 1000
  return occurrences(clock, timing, now - duration, now + 1).find(start => start + duration > now)
}

/** Where and when something is decided: the zone of the tenant, and now in milliseconds. */
export interface Moment {
  clock: WallClock
  now: number
}

/** EVENT-16, CONST-20: live or simulated, and begins within four hours; exactly four is not (C-122). */
export function isImminent(timing: Timing, { clock, now }: Moment): boolean {
  if (timing.type === EventType.Scheduled) return false
  const next = nextOccurrence(clock, timing, now)
  return next !== undefined && next - now < LEAD_TIME
}

/** C-38: the start of the occurrence that locks an event, which begins soon or runs. */
export function lockedBy(timing: Timing, moment: Moment): number | undefined {
  const running = runningSince(moment.clock, timing, moment.now)
  if (running !== undefined) return running
  return isImminent(timing, moment) ? nextOccurrence(moment.clock, timing, moment.now) : undefined
}

/** EVENT-13 */
export const isLocked = (timing: Timing, moment: Moment): boolean => lockedBy(timing, moment) !== undefined

/**
 * EVENT-11 to EVENT-15, C-83, C-122: what forbids a schedule, the first that does. `before` is what is stored, undefined for a
 * new event. A calendar asks while something is dragged, the server when it is sent.
 */
export function checkTiming(before: Timing | undefined, after: Timing, moment: Moment): Issue[] {
  // What takes place once has no weekdays to say it at.
  const path = after.schedule === null ? 'schedule_time' : 'schedule'
  const code = refusalOf(before, after, moment)
  return code === undefined ? [] : [{ path, code }]
}

function refusalOf(before: Timing | undefined, after: Timing, moment: Moment): Issue['code'] | undefined {
  if (before !== undefined && touchesLocked(before, after, moment)) return 'event.locked'
  if (isPast(before, after, moment)) return 'event.past'
  const weekdays = after.schedule?.weekdays ?? []
  if (new Set(weekdays).size < weekdays.length) return 'event.sameDay'
  return isTooSoon(before, after, moment) ? 'event.leadTime' : undefined
}

/** Another hour, another instant, or the weekday of what locks exchanged for another. Leaving a day out is no move. */
function touchesLocked(before: Timing, after: Timing, moment: Moment): boolean {
  const locked = lockedBy(before, moment)
  if (locked === undefined) return false
  if (before.schedule === null || after.schedule === null) return isMoved(before, after)
  if (before.schedule.daily_time !== after.schedule.daily_time) return true
  const { weekday } = moment.clock.of(locked)
  return !after.schedule.weekdays.includes(weekday) && added(before.schedule, after.schedule).length > 0
}

/** An instant that was chosen, and is over. */
function isPast(before: Timing | undefined, after: Timing, { now }: Moment): boolean {
  const { schedule_time: chosen } = after
  if (chosen === null) return false
  const isNew = before?.schedule_time == null || Date.parse(before.schedule_time) !== Date.parse(chosen)
  return isNew && Date.parse(chosen) < now
}

/** EVENT-12: the first of what is new. */
function isTooSoon(before: Timing | undefined, after: Timing, { clock, now }: Moment): boolean {
  const changed = changedPart(before, after)
  const first = changed && nextOccurrence(clock, changed, now)
  return first !== undefined && first - now < LEAD_TIME
}

/** What was not there before; all of it where the type or the hour differs. */
function changedPart(before: Timing | undefined, after: Timing): Timing | undefined {
  if (before === undefined || before.type !== after.type) return after
  if (after.schedule === null) return isMoved(before, after) ? after : undefined
  if (before.schedule?.daily_time !== after.schedule.daily_time) return after
  const weekdays = added(before.schedule, after.schedule)
  return weekdays.length === 0 ? undefined : { ...after, schedule: { ...after.schedule, weekdays } }
}

const added = (before: Schedule, after: Schedule): number[] =>
  after.weekdays.filter(day => !before.weekdays.includes(day))

/** C-122: a weekday added or exchanged, another hour, or another instant. */
export function isMoved(before: Timing, after: Timing): boolean {
  const [old, now] = [before.schedule, after.schedule]
  if (old !== null && now !== null) return old.daily_time !== now.daily_time || added(old, now).length > 0
  if (old !== null || now !== null) return old !== null || before.schedule_time !== null || now !== null
  const [from, to] = [before.schedule_time, after.schedule_time]
  return from !== null && (to === null || Date.parse(from) !== Date.parse(to))
}

/** EVENT-13 to EVENT-15: what a drag makes of a series: this weekday becomes that one, and every day has the new hour. */
export const movedSeries = (schedule: Schedule, from: number, to: number, daily_time: string): Schedule => ({
  ...schedule,
  weekdays: schedule.weekdays.map(day => (day === from ? to : day)),
  daily_time,
})
