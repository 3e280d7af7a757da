import { toDayNumber, type WallClock } from '../kernel/clock.ts'
import type { Issue } from '../kernel/errors.ts'
import { noException } from './draft.ts'
import {
  type Happening,
  happenings,
  held,
  isSeriesDay,
  nextHeld,
  running,
  type Timing,
  withException,
} from './occurrences.ts'
import { type EventException, EventType, LEAD_TIME, type Schedule } from './schema.ts'

export * from '../kernel/clock.ts'
export * from './occurrences.ts'

/** Where and when something is decided: the zone of the tenant, and now in milliseconds. */
export interface Moment {
  clock: WallClock
  now: number
}

/** EVENT-16, CONST-20: live or simulated, and begins within four hours; exactly four is not (C-122). */
const isNear = ({ type }: Timing, { start }: Happening, { now }: Moment): boolean =>
  type !== EventType.Scheduled && start >= now && start - now < LEAD_TIME

/** C-38: the occurrence that locks an event, which begins soon or runs. */
export function lockedBy(timing: Timing, moment: Moment): Happening | undefined {
  const now = running(moment.clock, timing, moment.now)
  if (now !== undefined) return now
  const next = nextHeld(moment.clock, timing, moment.now)
  return next !== undefined && isNear(timing, next, moment) ? next : undefined
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
  if (isDoubled(before, after, moment) || takesAdded(before, after, moment)) return 'event.sameDay'
  return isTooSoon(before, after, moment) ? 'event.leadTime' : undefined
}

/**
 * Another hour, another instant, or the weekday of what locks exchanged for another. Leaving a day out is no move, and what was
 * moved or added alone keeps its hour.
 */
function touchesLocked(before: Timing, after: Timing, moment: Moment): boolean {
  const locked = lockedBy(before, moment)
  if (locked === undefined) return false
  if (before.schedule === null || after.schedule === null) return isMoved(before, after)
  const { exception, day } = locked
  if (exception?.isAdded) return false
  if (before.schedule.daily_time !== after.schedule.daily_time && exception?.start == null) return true
  return !isSeriesDay(after, day) && isMoved(before, after)
}

/** An instant that was chosen, and is over. */
function isPast(before: Timing | undefined, after: Timing, { now }: Moment): boolean {
  const { schedule_time: chosen } = after
  if (chosen === null) return false
  const isNew = before?.schedule_time == null || Date.parse(before.schedule_time) !== Date.parse(chosen)
  return isNew && Date.parse(chosen) < now
}

/** EVENT-12: what is new within four hours, all of it where the type is; what was moved or added alone was checked then. */
function isTooSoon(before: Timing | undefined, after: Timing, { clock, now }: Moment): boolean {
  const soon = (timing: Timing) => held(clock, timing, now, now + LEAD_TIME)
  const known = before?.type === after.type ? soon(before).map(({ start }) => start) : []
  return soon(after).some(({ start, exception }) => exception?.start == null && !known.includes(start))
}

/** C-150, EVENT-15: a day ahead that would have the class of the rule and one that was moved or added there alone. */
const isDoubled = (before: Timing | undefined, after: Timing, { clock, now }: Moment): boolean =>
  before !== undefined &&
  isMoved(before, after) &&
  Object.values(after.exceptions ?? {}).some(
    ({ start, isCancelled }) =>
      start !== null &&
      !isCancelled &&
      Date.parse(start) > now &&
      heldOn(clock, after, clock.of(Date.parse(start)).day).length > 1,
  )

/** C-150: a day ahead becomes one of the series while one that was added there is moved away or cancelled: it would take the class of the rule. */
const takesAdded = (before: Timing | undefined, after: Timing, { clock, now }: Moment): boolean =>
  before !== undefined &&
  Object.entries(after.exceptions ?? {}).some(([date, { isAdded, isCancelled, start }]) => {
    const day = toDayNumber(date)
    if (!isAdded || day < clock.of(now).day) return false
    const isThere = !isCancelled && start !== null && clock.of(Date.parse(start)).day === day
    return !isThere && isSeriesDay(after, day) && !isSeriesDay(before, day)
  })

/** What takes place on a day. */
const heldOn = (clock: WallClock, timing: Timing, day: number): Happening[] =>
  held(clock, timing, clock.at(day, 0), clock.at(day + 1, 0))

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

/**
 * C-150, EVENT-11 to EVENT-15 for one date: what forbids that an occurrence is moved, added, edited, cancelled or brought back.
 * Cancelling is no move, so what is near can be cancelled; what is brought back at its time is no new class.
 */
export function checkException(
  before: Timing,
  date: string,
  exception: EventException,
  moment: Moment,
): Issue[] {
  const after = withException(before, date, exception)
  const [old, next] = [before, after].map(timing => onDate(moment.clock, timing, date)) as Pair
  const code =
    old === undefined && next === undefined
      ? 'event.noOccurrence'
      : refusalOfDate({ before, after, old, next }, moment)
  return code === undefined ? [] : [{ path: next?.start === old?.start ? 'date' : 'start', code }]
}

type Pair = [Happening | undefined, Happening | undefined]

interface OfDate {
  before: Timing
  after: Timing
  old: Happening | undefined
  next: Happening | undefined
}

function refusalOfDate({ before, after, old, next }: OfDate, moment: Moment): Issue['code'] | undefined {
  const { clock, now } = moment
  if (old !== undefined && old.start < now && old.end <= now) return 'event.over'
  if (next === undefined || isCancelled(next)) return undefined
  const isMovedAlone = old?.start !== next.start
  const wasHeld = old !== undefined && !isCancelled(old)
  const isRunning = wasHeld && old.start <= now && old.end > now
  if (isMovedAlone && wasHeld && (isRunning || isNear(before, old, moment))) return 'event.locked'
  if (isMovedAlone && next.start < now) return 'event.past'
  const isNew = isMovedAlone || !wasHeld
  if (isNew && heldOn(clock, after, clock.of(next.start).day).length > 1) return 'event.sameDay'
  return isMovedAlone && next.start - now < LEAD_TIME ? 'event.leadTime' : undefined
}

const isCancelled = ({ exception }: Happening): boolean => exception?.isCancelled === true

/** The occurrence that stands for a day of the series, wherever it was moved; cancelled or not. */
export function onDate(clock: WallClock, timing: Timing, date: string): Happening | undefined {
  const day = toDayNumber(date)
  const own = timing.exceptions?.[date]?.start
  const from = own == null ? clock.at(day, 0) : Date.parse(own)
  const to = own == null ? clock.at(day + 2, 0) : from + 1
  return happenings(clock, timing, from, to).find(one => one.day === day)
}

/** C-150: what an occurrence is called and shows, where it differs from its series. */
export const exceptionOn = (timing: Timing, date: string): EventException =>
  timing.exceptions?.[date] ?? noException
