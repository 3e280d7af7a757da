import type { Issue } from './errors.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** C-19: a megabyte has 1024² bytes. */
export const MEGABYTE = 1_048_576

/** VAL-27: `12.34 MB`, in another language as it writes that (EMBED-05); a file that has any content isn't said to have none. */
export function toMegabytes(bytes: number, locale = 'en'): string {
  const megabytes = bytes > 0 ? Math.max(bytes / MEGABYTE, 0.01) : 0
  if (isEnglish(locale)) return `${megabytes.toFixed(2)} MB`
  const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return numbersOf(locale, { style: 'unit', unit: 'megabyte', ...twoDecimals }).format(megabytes)
}

/** A part of one as whole percent, rounded down, so that 100 is the end alone; 0.29 is 29, whatever its last bit. */
export const toPercent = (fraction: number): number => Math.floor(fraction * 100 + 1e-6)

/** A limit as people say it: `25 MB`, `1 GB`. */
export const toLimit = (bytes: number): string =>
  bytes >= 1024 * MEGABYTE ? `${bytes / (1024 * MEGABYTE)} GB` : `${Math.floor(bytes / MEGABYTE)} MB`

/** The same for files that may be small: kilobytes below a tenth of a megabyte. */
export function toFileSize(bytes: number, locale = 'en'): string {
  if (bytes >= MEGABYTE / 10) return toMegabytes(bytes, locale)
  const kilobytes = Math.ceil(bytes / 1024)
  if (isEnglish(locale)) return `${kilobytes} KB`
  return numbersOf(locale, { style: 'unit', unit: 'kilobyte' }).format(kilobytes)
}

/** CONST-21: `YYYY-MM-DDTHH:mm:ss` of the UTC clock, as dates travel. */
export function toWireDate(date: Date): string {
  return date.toISOString().slice(0, 19)
}

/** A time without a zone is UTC (CONST-21). */
export const toInstant = (text: string): string => (/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`)

/**
 * Whether an instant lies in these years of UTC, the last one included: its offset may lead it out of the one that it names.
 * True of what is no date at all, which others refuse.
 */
export const isInYears = (text: string, [first, last]: readonly [number, number]): boolean => {
  const instant = Date.parse(toInstant(text))
  return Number.isNaN(instant) || (instant >= yearBegins(first) && instant < yearBegins(last + 1))
}

/** `Date.UTC` takes the first hundred years for those of 1900. */
const yearBegins = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1)

const wireDate = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Reads a wire date: without an offset it is UTC; `undefined` for anything that is no date. */
export function fromWireDate(text: string): Date | undefined {
  const parts = wireDate.exec(text)
  if (parts === null) return undefined
  const [, day, minutes = '00:00', seconds = ':00', offset = 'Z'] = parts
  const date = new Date(`${day}T${minutes}${seconds}${offset}`)
  return Number.isNaN(date.getTime()) || !dayExists(day!) ? undefined : date
}

/**
 * What is wrong with a period, whose fields are `[first, last]`: its end lies before its beginning. A day begins with its first moment and ends with its
 * last one. Either may be left out; what is no date is others' to refuse.
 */
export function checkPeriod<Field extends string>(
  given: Readonly<Partial<Record<Field, string | null>>>,
  [first, last]: readonly [Field, Field],
  code: Issue['code'] = 'validation.endBeforeStart',
): Issue[] {
  const start = fromWireDate(given[first] ?? '')
  const end = fromWireDate(endOfDay(given[last] ?? ''))
  return start && end && end < start ? [{ path: last, code, params: { other: first } }] : []
}

const endOfDay = (wire: string): string => (wire.length === 10 ? `${wire}T23:59:59.999` : wire)

/** Why `fromWireDate` reads nothing from a text: it isn't written as a date, or it is, of a day or time that no calendar has. */
export const dateProblem = (text: string): 'validation.date' | 'validation.noSuchDate' =>
  wireDate.test(text) ? 'validation.noSuchDate' : 'validation.date'

/** CONST-21: `DD MMM YYYY`, in UTC unless a time zone is given (C-48). */
export const toDay = (date: Date, timeZone = 'UTC', locale = 'en'): string =>
  datesIn(timeZone, locale).day(date)

/** CONST-21: `DD MMM YYYY HH:mm`, in UTC unless a time zone is given. */
export const toDayAndTime = (date: Date, timeZone = 'UTC', locale = 'en'): string =>
  datesIn(timeZone, locale).dayAndTime(date)

/** `DD MMM YYYY` of a wire date whose time is but the edge of a day: in every time zone the same day. */
export function toCalendarDay(wire: string, locale = 'en'): string {
  const date = fromWireDate(wire)
  return date === undefined ? '—' : toDay(date, 'UTC', locale)
}

/** Whether a language is spoken as the register writes it. */
const isEnglish = (locale: string): boolean => /^en\b/.test(locale)

interface DatesIn {
  day(date: Date): string
  dayAndTime(date: Date): string
}

/**
 * Formats many dates in one time zone; reuse it, since making a formatter is slow (CONST-21). In languages other than English,
 * dates are written as people write them there (EMBED-05).
 */
export function datesIn(timeZone: string, locale = 'en'): DatesIn {
  if (!isEnglish(locale)) return datesOf(locale, timeZone)
  const partsOf = timeZone === 'UTC' ? partsInUtc : partsIn(timeZone)
  const toDate = ({ day, month, year }: Parts) => `${day} ${months[Number(month) - 1]} ${year}`
  return {
    day: date => toDate(partsOf(date)),
    dayAndTime(date) {
      const parts = partsOf(date)
      return `${toDate(parts)} ${parts.hour}:${parts.minute}`
    },
  }
}

const localeDates = new Map<string, DatesIn>()

function datesOf(locale: string, timeZone: string): DatesIn {
  const name = `${locale} ${timeZone}`
  const known = localeDates.get(name)
  if (known !== undefined) return known
  const day = { timeZone, dateStyle: 'medium', calendar: 'gregory' } as const
  const [days, moments] = [
    new Intl.DateTimeFormat(locale, day),
    new Intl.DateTimeFormat(locale, { ...day, timeStyle: 'short', hourCycle: 'h23' }),
  ]
  const made: DatesIn = { day: date => days.format(date), dayAndTime: date => moments.format(date) }
  localeDates.set(name, made)
  return made
}

const numberFormats = new Map<string, Intl.NumberFormat>()

function numbersOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${options.style} ${options.unit} ${options.minimumFractionDigits}`
  const known = numberFormats.get(name)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, options)
  numberFormats.set(name, made)
  return made
}

/** 19,653, or with as many decimals as are asked for. */
export const toNumber = (value: number, locale = 'en', decimals = 0): string =>
  numbersOf(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)

/** A part of 1 as 42%; a dash where there is nothing to be a part of. */
export const toShare = (part: number | null, locale = 'en'): string =>
  part === null ? '—' : numbersOf(locale, { style: 'percent', maximumFractionDigits: 0 }).format(part)

/** `2026-11` as `Nov 2026`. */
export const toMonth = (month: string, locale = 'en'): string =>
  isEnglish(locale)
    ? toDay(new Date(`${month}-01T00:00:00Z`)).slice(3)
    : new Intl.DateTimeFormat(locale, {
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
        calendar: 'gregory',
      }).format(new Date(`${month}-01T00:00:00Z`))

/** ERR-15, CONST-07: milliseconds a toast stays: 3 s, and 1 s for each started block of 75 characters beyond 75. */
export function toToastDuration(text: string): number {
  return 3000 + 1000 * Math.max(0, Math.ceil((text.length - 75) / 75))
}

/** SESS-02: dotted numbers part by part; a missing part counts as 0. Negative when `left` is the older one. */
export function compareVersions(left: string, right: string): -1 | 0 | 1 {
  const [a, b] = [partsOfVersion(left), partsOfVersion(right)]
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}

function partsOfVersion(version: string): number[] {
  return version.split('.').map(part => Number.parseInt(part, 10) || 0)
}

/** `Date` turns 30 February into 2 March; a calendar doesn't. */
function dayExists(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2))
}

type Parts = Record<'day' | 'month' | 'year' | 'hour' | 'minute', string>

/** A table shows two dates in each row that comes into sight; for UTC they need no formatter. */
function partsInUtc(date: Date): Parts {
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    day: two(date.getUTCDate()),
    month: two(date.getUTCMonth() + 1),
    year: String(date.getUTCFullYear()),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
  }
}

function partsIn(timeZone: string): (date: Date) => Parts {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return date =>
    Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value])) as Parts
}
