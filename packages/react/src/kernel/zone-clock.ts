import { fromWireDate } from '@kinora/core'

/** A wire date on the clock of a time zone, `YYYY-MM-DDTHH:mm`, as a browser’s own input has it; empty for what is no date. */
export function toWallClock(wire: string, timeZone: string): string {
  const date = fromWireDate(wire)
  if (date === undefined) return ''
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(date).replace(' ', 'T')
}

/** How far a time zone is from Greenwich then, such as `GMT+02:00`: derived, as it changes with the season (C-97). */
export function toOffset(wire: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const parts = format.formatToParts(fromWireDate(wire))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
