import { fromWireDate, toDay, toDayAndTime } from '@kinora/core'

/** A day (`2026-11-20`), a day with its time (`2026-11-20T09:30`), or a time alone (`09:30`). */
export type DatePrecision = 'day' | 'minute' | 'time'

/** CONST-21: a date or a time as the product shows it: `20 Nov 2026`, `20 Nov 2026 09:30`, `09:30`. What is no date stays as it is. */
export function toTypedDate(value: string, precision: DatePrecision, locale = 'en'): string {
  const date = precision === 'time' ? undefined : fromWireDate(value)
  if (date === undefined) return value
  const write = precision === 'day' ? toDay : toDayAndTime
  if (locale === 'en') return write(date)
  const written = write(date, 'UTC', locale)
  // What can't be read again as it is written, such as the signs of Chinese, is written as ISO 8601.
  return fromTypedDate(written, precision, locale) === value ? written : value.replace('T', ' ')
}

/**
 * The date or time that a person typed or pasted; the text itself where it is none, so that the rule of its field names it. Read are
 * ISO 8601, a month in words (English, or the locale's), numbers in the locale's order, with the year in four digits, and times of 12 and 24 hours.
 */
export function fromTypedDate(typed: string, precision: DatePrecision, locale?: string): string {
  // Marks of direction come along where a date is copied from a page that goes right to left.
  const plain = typed.normalize('NFKC').replace(/[\u200e\u200f\u061c]/g, '')
  const text = toLatinDigits(plain).trim().replace(/\s+/g, ' ')
  if (precision === 'time') return toTime(text) ?? text
  const parts = /^(.*?\d{4}(?:\d{4})?|.*?\d)(?:(?:,? |T)(\d{1,2}[:.]\d{2}.*))?$/i.exec(text)
  const day = parts === null ? undefined : toIsoDay(parts[1]!, locale)
  if (day === undefined || precision === 'day') return day ?? text
  // A day without its time is its beginning.
  const time = toTime(parts?.[2] ?? '00:00')
  return time === undefined ? text : `${day}T${time}`
}

/** Arabic and Persian numerals, as their keyboards have them. */
const toLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 15))

function toTime(text: string): string | undefined {
  const parts = /^(\d{1,2})(?:[:.]?(\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)? ?(?:([ap])\.?m\.?)?$/i.exec(text)
  if (parts === null || (parts[2] ?? parts[3]) === undefined) return undefined
  const [, hours, minutes = '00', half] = parts
  const isHalf = half !== undefined
  const hour = isHalf ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || (isHalf && (Number(hours) > 12 || hours === '0'))) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

type Part = 'day' | 'month' | 'year'

function toIsoDay(text: string, locale: string | undefined): string | undefined {
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text)
  if (iso !== null) return existing(iso[1]!, Number(iso[2]), iso[3]!)
  const words = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(\p{L}[\p{L}\p{M}]*)\.?,?[ -]?(\d{4})$/u.exec(text)
  if (words !== null) return existing(words[3]!, toMonth(words[2]!, locale), words[1]!)
  const month = /^(\p{L}[\p{L}\p{M}]*)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u.exec(text)
  if (month !== null) return existing(month[3]!, toMonth(month[1]!, locale), month[2]!)
  const numbers = /^(\d{1,2})[-/. ]{1,2}(\d{1,2})[-/. ]{1,2}(\d{4})$|^(\d{2})(\d{2})(\d{4})$/.exec(text)
  if (numbers === null) return undefined
  const [first, second, year] = numbers.slice(1).filter(part => part !== undefined)
  const order = partOrder(locale)
  // Who writes the year first has no order of their own for one that stands last.
  if (order[0] === 'year' && Math.max(Number(first), Number(second)) <= 12 && first !== second)
    return undefined
  const isDayFirst = order.indexOf('day') < order.indexOf('month')
  const [day, number] = isDayFirst ? [first!, second!] : [second!, first!]
  // What the locale's order makes no day of can only be meant the other way; the field then shows the month in words.
  return existing(year!, Number(number), day) ?? existing(year!, Number(day), number)
}

/** In a year of four digits: of a year that is being typed the first are of one that nobody means. */
function existing(year: string, month: number | undefined, day: string): string | undefined {
  if (month === undefined || Number(year) < 1000) return undefined
  const iso = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return fromWireDate(iso) === undefined ? undefined : iso
}

const partOrder = (locale: string | undefined): Part[] =>
  new Intl.DateTimeFormat(locale)
    .formatToParts()
    .map(({ type }) => type)
    .filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')

/** 1 to 12 of a month's name, or of its beginning from three letters on; undefined where none or several begin so. */
function toMonth(name: string, locale: string | undefined): number | undefined {
  const wanted = fold(name)
  for (const names of [monthNames('en'), monthNames(locale)]) {
    const exact = names.filter(([known]) => known === wanted)
    const begun = wanted.length < 3 ? [] : names.filter(([known]) => known.startsWith(wanted))
    const found = new Set((exact.length > 0 ? exact : begun).map(([, month]) => month))
    if (found.size === 1) return [...found][0]
  }
  return undefined
}

/** Long and short, alone and within a date: languages bend them. */
function monthNames(locale = ''): readonly MonthName[] {
  const known = monthNamesOf.get(locale)
  if (known !== undefined) return known
  const names = readMonthNames(locale === '' ? undefined : locale)
  monthNamesOf.set(locale, names)
  return names
}

type MonthName = readonly [name: string, month: number]
/** Read once for each language: a sheet asks for each of its cells. */
const monthNamesOf = new Map<string, readonly MonthName[]>()

const readMonthNames = (locale: string | undefined): MonthName[] =>
  (['long', 'short'] as const).flatMap(month =>
    [{ month }, { month, day: 'numeric' } as const].flatMap(options => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
      return Array.from({ length: 12 }, (_, index) => {
        const parts = format.formatToParts(Date.UTC(2026, index, 20))
        return [fold(parts.find(({ type }) => type === 'month')?.value ?? ''), index + 1] as const
      })
    }),
  )

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\.$/, '')
