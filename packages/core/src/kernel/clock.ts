import { CalendarDateTime, fromAbsolute, toZoned, type ZonedDateTime } from '@internationalized/date'

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
