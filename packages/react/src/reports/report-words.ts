import { fromWireDate, type ReportCell, type ReportColumn, toDay, toDayAndTime } from '@kinora/core'

const english = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const [whole, tenths, hundredths] = [english(0), english(1), english(2)]

/** A cell as people read it; moments are of UTC, as the days of reports are (C-118). */
export function toWords(cell: ReportCell | undefined, { kind }: ReportColumn): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') {
    if (kind === 'decimal') return hundredths.format(cell)
    return kind === 'percent' ? `${tenths.format(cell)} %` : whole.format(cell)
  }
  if (kind === 'month') return toMonth(cell)
  const date = kind === 'moment' ? fromWireDate(cell) : undefined
  return date === undefined ? cell : toDayAndTime(date)
}

/** `20 Nov 2026`, or `Nov 2026` for a month. */
export function toLabel(label: string): string {
  if (/^\d{4}-\d{2}$/.test(label)) return toMonth(label)
  const date = fromWireDate(label)
  return date === undefined ? label : toDay(date)
}

const toMonth = (month: string): string => toDay(new Date(`${month}-01T00:00:00Z`)).slice(3)

export const toNumber = (value: number): string =>
  Number.isInteger(value) ? whole.format(value) : hundredths.format(value)
