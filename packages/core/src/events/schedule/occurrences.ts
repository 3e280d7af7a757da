import type { EventDraft } from '../schema.ts'
import { DAY, toMinutes, type WallClock } from './wall-clock.ts'

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
