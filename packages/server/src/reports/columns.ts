import {
  type columnsOf,
  fillText,
  type ReportCell,
  type ReportColumn,
  type ReportRow,
  reportTexts,
} from '@kinora/core'

/** The rows of a report, a part at a time. */
export type Batches = AsyncGenerator<ReportRow[]>

export type ReportColumns = ReturnType<typeof columnsOf>

/** As a column is called in a file. */
export const headerOf = ({ key }: ReportColumns[number]): string =>
  fillText(reportTexts[`report.column.${key}`])

export const cellOf = (row: ReportRow, { key }: ReportColumn): ReportCell => row[key] ?? null
