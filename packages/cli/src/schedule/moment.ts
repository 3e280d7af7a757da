import { fromWireDate } from '@kinora/core'
import { toDayNumber, toMinutes, wallClock } from '@kinora/core/schedule'
import type { Session } from '../kernel/session.ts'

const onTheClock = /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::00)?$/

/**
 * The instant of `2026-11-20 18:30` on the clock of a zone (C-97, C-110); anything else, such as a moment with its offset,
 * comes back as it was given, for core's rule to judge.
 */
export async function toMoment(given: string, zone: () => Promise<string>): Promise<string> {
  const [, date, hour, minute] = onTheClock.exec(given.trim()) ?? []
  if (date === undefined || fromWireDate(date) === undefined) return given
  const instant = wallClock(await zone()).at(toDayNumber(date), toMinutes(`${hour}:${minute}`))
  return new Date(instant).toISOString()
}

/** The zone of the acting tenant. */
export async function zoneOf(session: Session): Promise<string> {
  const api = await session.api()
  const { timeZone } = await api.events.calendar({}, { signal: session.world.interrupted })
  return timeZone
}
