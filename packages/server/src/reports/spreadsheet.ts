import {
  type columnsOf,
  fillText,
  fromWireDate,
  type ReportCell,
  type ReportColumn,
  type ReportColumnKind,
  type ReportRow,
  reportTexts,
} from '@kinora/core'
import type { Cells, SpreadsheetPort } from '../ports/spreadsheet.ts'

/** Rows of one sheet; Excel has room for a few more. */
const SHEET_ROWS = 1_000_000

interface Spreadsheet {
  /** Of the sheet as well (C-133). */
  name: string
  columns: ReportColumns
  batches: Batches
  /** For tests of more than one sheet. */
  sheetRows?: number
}

/** C-117: a report as a workbook. */
export const toSpreadsheet = (
  spreadsheets: SpreadsheetPort,
  { name, columns, batches, sheetRows = SHEET_ROWS }: Spreadsheet,
): ReadableStream<Uint8Array> =>
  spreadsheets.write(
    {
      name,
      sheetRows,
      total: fillText(reportTexts['report.total']),
      columns: columns.map(column => ({
        header: headerOf(column),
        width: widths[column.kind] ?? 14,
        format: formats[column.kind] ?? 'General',
        hasTotal: column.hasTotal,
      })),
    },
    eachPart(columns, batches),
  )

async function* eachPart(columns: ReportColumns, batches: Batches): AsyncGenerator<Cells[]> {
  for await (const rows of batches) yield rows.map(row => cellsOf(row, columns))
}

const cellsOf = (row: ReportRow, columns: ReportColumns): Cells =>
  columns.map(column => toTyped(cellOf(row, column), column))

/** CONST-21 */
const formats: Partial<Record<ReportColumnKind, string>> = {
  count: '#,##0',
  seconds: '#,##0',
  bytes: '#,##0',
  decimal: '#,##0.00',
  percent: '0.0%',
  moment: 'dd mmm yyyy hh:mm',
  month: 'mmm yyyy',
  text: '@',
}
const widths: Partial<Record<ReportColumnKind, number>> = { text: 26, moment: 18 }

function toTyped(cell: string | number | null, { kind }: ReportColumn): Cells[number] {
  if (typeof cell === 'number') return kind === 'percent' ? Math.round(cell * 10) / 1000 : cell
  if (cell === null || kind === 'text') return cell
  return fromWireDate(kind === 'month' ? `${cell}-01` : cell) ?? cell
}

/** The rows of a report, a part at a time. */
export type Batches = AsyncGenerator<ReportRow[]>

export type ReportColumns = ReturnType<typeof columnsOf>

/** As a column is called in a file. */
export const headerOf = ({ key }: ReportColumns[number]): string =>
  fillText(reportTexts[`report.column.${key}`])

export const cellOf = (row: ReportRow, { key }: ReportColumn): ReportCell => row[key] ?? null
