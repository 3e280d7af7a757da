import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
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
import { startThread } from '../thread.ts'
import type { Cells, Layout } from './spreadsheet-writer.ts'

/** Bytes that wait for whoever reads. */
const WAITING = 1_048_576
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

/**
 * C-117: a workbook with typed cells, a frozen header, filters and totals, written while rows are read and no faster than it is
 * taken. A thread of its own writes it, so that others are served meanwhile: each part of the rows is answered with the bytes
 * that it came to.
 */
export function toSpreadsheet({
  name,
  columns,
  batches,
  sheetRows = SHEET_ROWS,
}: Spreadsheet): ReadableStream<Uint8Array> {
  const thread = openThread({
    name,
    sheetRows,
    total: fillText(reportTexts['report.total']),
    columns: columns.map(column => ({
      header: headerOf(column),
      width: widths[column.kind] ?? 14,
      format: formats[column.kind] ?? 'General',
      hasTotal: column.hasTotal,
    })),
  })
  const close = async (): Promise<void> => {
    await thread.close()
    await batches.return(undefined)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const { done, value } = await batches.next()
            const bytes = await thread.write(done ? 'end' : value.map(row => cellsOf(row, columns)))
            if (bytes.byteLength > 0) controller.enqueue(bytes)
            if (done) {
              controller.close()
              return await close()
            }
            if (bytes.byteLength > 0) return
          }
        } catch (error) {
          await close()
          throw error
        }
      },
      cancel: close,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING }),
  )
}

function openThread(workerData: Layout) {
  const worker: Worker = startThread('./reports/spreadsheet-writer.ts', 'spreadsheet-writer.js', {
    workerData,
  })
  let failure: Error | undefined
  worker.on('error', error => {
    failure = error
  })
  return {
    async write(rows: Cells[] | 'end'): Promise<Uint8Array<ArrayBuffer>> {
      if (failure !== undefined) throw failure
      // Rejects with an error of the thread.
      const answered = once(worker, 'message')
      worker.postMessage(rows)
      const [bytes] = await answered
      return bytes
    },
    close: () => worker.terminate(),
  }
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
