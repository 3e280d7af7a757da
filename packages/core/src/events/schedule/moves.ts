import type { Issue } from '../../kernel/errors.ts'
import { EventType, LEAD_TIME, type Schedule } from '../schema.ts'
import { nextOccurrence, runningSince, type Timing } from './occurrences.ts'
import type { WallClock } from './wall-clock.ts'

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
