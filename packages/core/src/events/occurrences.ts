import { toDate, toDayNumber, toMinutes, type WallClock, weekdayOf } from '../kernel/clock.ts'
import { noException } from './draft.ts'
import {
  type EventDraft,
  type EventException,
  type EventExceptions,
  OPENS_BEFORE,
  type Schedule,
} from './schema.ts'

/** The part of an event that says when it takes place: its rule, from which day to which, and the days that differ (C-150). */
export interface Timing extends Pick<EventDraft, 'type' | 'schedule' | 'schedule_time' | 'durationSecond'> {
  startsOn?: string | null
  endsOn?: string | null
  exceptions?: EventExceptions
}

/** One time that an event takes place; instants in milliseconds. */
export interface Happening {
  /** The day of the series that it stands for, since 1970; where it was moved it takes place on another. */
  day: number
  start: number
  end: number
  exception: EventException | undefined
}

/** C-150: whether the rule has a class on a day; an exception of any other day rests, unless it was added. */
export function isSeriesDay(
  { schedule, startsOn, endsOn }: Pick<Timing, 'schedule' | 'startsOn' | 'endsOn'>,
  day: number,
): boolean {
  if (schedule === null || !schedule.weekdays.includes(weekdayOf(day))) return false
  return (startsOn == null || day >= toDayNumber(startsOn)) && (endsOn == null || day <= toDayNumber(endsOn))
}

/**
 * EVENT-36, C-150: what begins from one instant up to another, in order, cancelled ones too; `to` excluded. A zone that skips a
 * whole day moves its classes to the day's end.
 */
export function happenings(clock: WallClock, timing: Timing, from: number, to: number): Happening[] {
  const { schedule, schedule_time: once, exceptions = {}, durationSecond } = timing
  if (schedule === null) {
    const start = once === null ? Number.NaN : Date.parse(once)
    if (!(start >= from && start < to)) return []
    return [{ day: clock.of(start).day, start, end: start + durationSecond * 1000, exception: undefined }]
  }
  const isWithin = ({ start }: Happening) => start >= from && start < to
  const own = new Map(ownHappenings(clock, timing).map(one => [one.day, one]))
  const found = [...own.values()].filter(isWithin)
  const last = clock.of(to).day
  for (let day = clock.of(from).day - 1; day <= last; day++) {
    if (own.has(day) || !isSeriesDay(timing, day)) continue
    const one = regularOn(clock, { ...timing, schedule }, day)
    if (isWithin(one)) found.push(one)
  }
  return Object.keys(exceptions).length === 0 ? found : found.sort(inOrder)
}

function regularOn(
  clock: WallClock,
  { schedule, durationSecond }: Timing & { schedule: Schedule },
  day: number,
): Happening {
  const start = clock.at(day, toMinutes(schedule.daily_time))
  return { day, start, end: start + durationSecond * 1000, exception: undefined }
}

const inOrder = (one: Happening, other: Happening): number => one.start - other.start

/** All that differ, whenever they take place; those that rest are left out. */
function ownHappenings(clock: WallClock, timing: Timing): Happening[] {
  const { schedule, exceptions = {}, durationSecond } = timing
  return Object.entries(exceptions).flatMap(([date, exception]): Happening[] => {
    const day = toDayNumber(date)
    if (schedule === null || !(exception.isAdded || isSeriesDay(timing, day))) return []
    const start =
      exception.start === null ? clock.at(day, toMinutes(schedule.daily_time)) : Date.parse(exception.start)
    const seconds = exception.details.durationSecond ?? durationSecond
    return [{ day, start, end: start + seconds * 1000, exception }]
  })
}

/** EVENT-36: the starts from one instant up to another, in order, without what is cancelled. */
export const occurrences = (clock: WallClock, timing: Timing, from: number, to: number): number[] =>
  held(clock, timing, from, to).map(({ start }) => start)

/** What takes place: all but what is cancelled. */
export const held = (clock: WallClock, timing: Timing, from: number, to: number): Happening[] =>
  happenings(clock, timing, from, to).filter(isHeld)

const isHeld = ({ exception }: Happening): boolean => exception?.isCancelled !== true

/** The first that takes place at or after an instant; undefined where nothing lies ahead. */
export function nextHeld(clock: WallClock, timing: Timing, after: number): Happening | undefined {
  const { schedule } = timing
  if (schedule === null) return held(clock, timing, after, Number.POSITIVE_INFINITY)[0]
  const own = ownHappenings(clock, timing)
  const ahead = own.filter(one => isHeld(one) && one.start >= after)
  const taken = new Set(own.map(({ day }) => day))
  const regular = nextRegular(clock, { ...timing, schedule }, { after, taken })
  return (regular === undefined ? ahead : [...ahead, regular]).sort(inOrder)[0]
}

/** Days past every weekday and a change of the clock. */
const REACH = 9

/** The first by the rule on a day that isn’t taken: each of those takes one day of it, and every week has one until it ends. */
function nextRegular(
  clock: WallClock,
  timing: Timing & { schedule: Schedule },
  { after, taken }: { after: number; taken: ReadonlySet<number> },
): Happening | undefined {
  const { startsOn, endsOn } = timing
  const from = clock.of(after).day - 1
  const first = startsOn == null ? from : Math.max(from, toDayNumber(startsOn))
  const reach = first + REACH * (taken.size + 1)
  const last = endsOn == null ? reach : Math.min(reach, toDayNumber(endsOn))
  for (let day = first; day <= last; day++) {
    if (taken.has(day) || !isSeriesDay(timing, day)) continue
    const one = regularOn(clock, timing, day)
    if (one.start >= after) return one
  }
  return undefined
}

/** EVENT-36: the first start at or after an instant; undefined where nothing lies ahead. */
export const nextOccurrence = (clock: WallClock, timing: Timing, after: number): number | undefined =>
  nextHeld(clock, timing, after)?.start

/** The occurrence that runs at an instant. */
export function running(clock: WallClock, timing: Timing, now: number): Happening | undefined {
  const lengths = Object.values(timing.exceptions ?? {}).map(({ details }) => details.durationSecond ?? 0)
  const longest = Math.max(timing.durationSecond, ...lengths) * 1000
  return held(clock, timing, now - longest, now + 1).find(({ end }) => end > now)
}

/** LIVE-04, C-138: the occurrence whose streaming link is given: the one that runs, else the next from ten minutes before its start on. */
export function openAt(clock: WallClock, timing: Timing, now: number): Happening | undefined {
  const next = nextHeld(clock, timing, now)
  const isSoon = next !== undefined && next.start - OPENS_BEFORE <= now
  return running(clock, timing, now) ?? (isSoon ? next : undefined)
}

/** The exceptions with one that differs; one that says nothing is none. */
export function withException<T extends Pick<Timing, 'exceptions'>>(
  timing: T,
  date: string,
  exception: EventException | undefined,
): T & { exceptions: EventExceptions } {
  const { [date]: _, ...others } = timing.exceptions ?? {}
  const isSaid =
    exception !== undefined &&
    (exception.isAdded ||
      exception.isCancelled ||
      exception.start !== null ||
      Object.keys(exception.details).length > 0)
  const all = Object.entries(isSaid ? { ...others, [date]: exception } : others)
  return { ...timing, exceptions: Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1))) }
}

/** C-150: an exception that takes place at an instant; at the time of the series it is no move. */
export function movedTo(clock: WallClock, timing: Timing, date: string, start: number): EventException {
  const before = timing.exceptions?.[date] ?? noException
  const day = toDayNumber(date)
  const isOwn = isSeriesDay(timing, day) && clock.at(day, toMinutes(timing.schedule!.daily_time)) === start
  return { ...before, start: isOwn && !before.isAdded ? null : new Date(start).toISOString() }
}

/** The exceptions before a day, and those from it on: they go with the part of the series that they belong to. */
export function partedExceptions(
  exceptions: EventExceptions,
  day: number,
): [EventExceptions, EventExceptions] {
  const part = (isLater: boolean) =>
    Object.fromEntries(Object.entries(exceptions).filter(([date]) => toDayNumber(date) >= day === isLater))
  return [part(false), part(true)]
}

/** The day before. */
export const dayBefore = (date: string): string => toDate(toDayNumber(date) - 1)
