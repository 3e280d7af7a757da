import { events, fromWireDate, type Schedule, utcOffsetOf } from '@kinora/core'
import { toDailyTime, toDayNumber, toMinutes, wallClock, weekdayOf } from '@kinora/core/schedule'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'

/** 0 = Sunday (C-110). */
const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export function toWeekday(value: string): number {
  const day = names.findIndex(name => value.trim().toLowerCase().startsWith(name))
  if (day === -1) throw usage(safe`"${value}" is none of: sun, mon, tue, wed, thu, fri, sat`)
  return day
}

export const dayNameOf = (weekday: number): string => names[weekday]!

/** `mon` of `2026-11-23`. */
export const dayOf = (date: string): string => dayNameOf(weekdayOf(toDayNumber(date)))

/** A day such as `2026-11-23`, or how to write one. */
export function toDate(flag: string, given: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && fromWireDate(given) !== undefined) return given
  throw usage(safe`${flag}: ${given} is not a day like 2026-11-23`)
}

export const daysOf = (weekdays: readonly number[]): string => weekdays.map(dayNameOf).join(',')

/** `mon,wed 18:30` */
export function toSchedule(value: string): Schedule {
  const [days, daily_time, ...more] = value.trim().split(/\s+/)
  if (days === undefined || daily_time === undefined || more.length > 0)
    throw usage(safe`--weekly: "${value}" is not like "mon,wed 18:30"`)
  return { type: 1, weekdays: days.split(',').map(toWeekday), daily_time }
}

const onTheClock = /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::00)?$/

/**
 * The instant of `2026-11-20 18:30` on the clock of a zone (C-97, C-110); anything else, such as a moment with its offset,
 * comes back as it was given, for core's rule to judge. A note says what is taken of a time that the clock skips or shows twice.
 */
export async function toMoment(
  { print }: Session,
  given: string,
  zone: () => Promise<string>,
): Promise<string> {
  const [, date, hour, minute] = onTheClock.exec(given.trim()) ?? []
  if (date === undefined || fromWireDate(date) === undefined) return given
  const clock = wallClock(await zone())
  const [day, minutes] = [toDayNumber(date), toMinutes(`${hour}:${minute}`)]
  const instant = clock.at(day, minutes)
  const taken = clock.of(instant)
  const second = clock.again(day, minutes)
  const asked = `${hour}:${minute} of ${date}`
  if (taken.day !== day || taken.minutes !== minutes)
    print.note(safe`The clock skips ${asked} in ${clock.timeZone}; taken as ${toDailyTime(taken.minutes)}.`)
  if (second !== undefined) {
    const offset = utcOffsetOf(clock.timeZone, new Date(second))
    print.note(
      safe`The clock shows ${asked} twice in ${clock.timeZone}; the first is taken. The second is ${`${date}T${hour}:${minute}:00${offset}`}.`,
    )
  }
  return new Date(instant).toISOString()
}

/** The zone of the acting tenant. */
export async function zoneOf(session: Session): Promise<string> {
  const send = await session.send()
  const { timeZone } = await send(events.calendar, {})
  return timeZone
}
