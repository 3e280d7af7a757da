/** How people write a time of the day. */
export type Hours = 12 | 24

/** The regions in which English is written with 12 hours, by CLDR; a test asks `Intl` for each. */
export const twelveHourRegions: readonly string[] =
  'AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH GM GR GT GU GY HK HN IN IQ JM JO JT KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NT NZ OM PA PE PG PH PK PR PS PU PW PY PZ QA SA SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG VI VU WS YE ZM'.split(
    ' ',
  )

/** Methods since ES2025, accessors before; what has neither writes 24 hours. */
interface KnownLocale {
  getHourCycles?(): string[]
  hourCycles?: string[]
  getTimeZones?(): string[]
  timeZones?: string[]
}

/** 28.4: 12 or 24 hours, as a language is written where a time zone is: `en` is 12 in New York and 24 in Berlin. */
export function hoursOf(language: string, timeZone: string): Hours {
  const zone = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  const region = twelveHourRegions.find(one => zonesOf(one).some(each => each === zone || each === timeZone))
  if (region === undefined) return 24
  const locale = new Intl.Locale(language, { region }) as KnownLocale
  const [cycle] = locale.getHourCycles?.() ?? locale.hourCycles ?? []
  return cycle === 'h12' || cycle === 'h11' ? 12 : 24
}

function zonesOf(region: string): string[] {
  const locale = new Intl.Locale('und', { region }) as KnownLocale
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** Writes times of the day, given as `HH:mm`: `18:30`, or `6:30 PM`. What is no such time stays as it is. */
export function clockWords(language: string, hours: Hours): (time: string) => string {
  if (hours === 24) return time => time
  const format = new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'UTC',
  })
  // A narrow blank that doesn’t break is no blank to whoever types it.
  return time =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
      ? format.format(Date.parse(`2026-01-01T${time}Z`)).replaceAll('\u202f', ' ')
      : time
}
