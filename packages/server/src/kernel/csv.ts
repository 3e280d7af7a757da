export type CsvCell = string | number | null

/** One line of a CSV file (RFC 4180). */
export const toCsvLine = (values: readonly CsvCell[]): string => `${values.map(toCsvCell).join(',')}\r\n`

/** Text that a spreadsheet would run as a formula gets an apostrophe in front; quotes where the format needs them. */
export function toCsvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = formulas.has(value.charCodeAt(0)) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The full-width forms run as well. */
const formulas = new Set([...'=+-@＝＋－＠\t\r\n'].map(sign => sign.charCodeAt(0)))
