import { parseDateTime, toZoned } from '@internationalized/date'
import { toWireDate } from '@kinora/core'
import { toDayNumber, toMinutes, wallClock } from '@kinora/core/schedule'

/**
 * The wire date of `YYYY-MM-DDTHH:mm` on the clock of a time zone; null for what is no date. A time that the clock
 * skips is an hour later, of one that it shows twice it is the first.
 */
export function fromWallClock(text: string, zone: string): string | null {
  // The library takes less for a moment, as a day alone, or one on its way to its minutes.
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null
  try {
    return toWireDate(toZoned(parseDateTime(text), zone).toDate())
  } catch {
    return null
  }
}

/** The two wire dates of a time that the clock of a zone shows twice, as one in the night when summer time ends; undefined for any other. */
export function bothMoments(text: string, zone: string): [first: string, second: string] | undefined {
  const first = fromWallClock(text, zone)
  if (first === null) return undefined
  const second = wallClock(zone).again(toDayNumber(text.slice(0, 10)), toMinutes(text.slice(11, 16)))
  return second === undefined ? undefined : [first, toWireDate(new Date(second))]
}
