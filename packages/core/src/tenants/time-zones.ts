/** C-97: whether the name is one of the IANA zones, such as Europe/Berlin; an offset such as +01:00 isn't. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** C-97: the offset of a zone at a moment, such as +05:30; it changes with daylight saving and is never stored. */
export function utcOffsetOf(zone: string, at: Date): string {
  if (!isTimeZone(zone)) return ''
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    at,
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) ?? ''
  return offset === '' ? '+00:00' : offset
}
