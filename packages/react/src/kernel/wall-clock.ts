import { parseDateTime, toZoned } from '@internationalized/date'
import { toWireDate } from '@kinora/core'

/**
 * The wire date of `YYYY-MM-DDTHH:mm` on the clock of a time zone; null for what is no date. A time that the clock
 * skips is an hour later, of one that it shows twice it is the first.
 */
export function fromWallClock(text: string, zone: string): string | null {
  try {
    return toWireDate(toZoned(parseDateTime(text), zone, 'compatible').toDate())
  } catch {
    return null
  }
}
