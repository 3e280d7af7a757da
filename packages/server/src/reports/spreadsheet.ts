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

/** Bytes that wait for whoever reads, beside what the writer itself holds. */
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

type Sheet = ReturnType<
  InstanceType<typeof import('@cj-tech-master/excelts')['WorkbookWriter']>['addWorksheet']
>

/**
 * C-117: a workbook with typed cells, a frozen header, filters and totals, written while rows are read and no faster than it is
 * taken. The writer is loaded with the first one: it is large.
 */
export async function toSpreadsheet(given: Spreadsheet): Promise<ReadableStream<Uint8Array>> {
  const { WorkbookWriter } = await import('@cj-tech-master/excelts')
  const pipe = createPipe()
  const write = async () => {
    const workbook = new WorkbookWriter({ stream: pipe.sink, useStyles: true, useSharedStrings: false })
    await writeSheets(given, {
      isOpen: pipe.isOpen,
      ready: pipe.ready,
      addSheet: name => workbook.addWorksheet(name, frozen),
    })
    if (pipe.isOpen()) await workbook.commit()
  }
  write().catch(pipe.fail)
  return pipe.source
}

const frozen = { views: [{ state: 'frozen' as const, ySplit: 1 }] }

interface Writing {
  addSheet(name: string): Sheet
  /** Waits for whoever reads. */
  ready(): Promise<void>
  /** Whether anybody still reads. */
  isOpen(): boolean
}

async function writeSheets(
  { name, columns, batches, sheetRows = SHEET_ROWS }: Spreadsheet,
  { addSheet, ready, isOpen }: Writing,
) {
  let number = 1
  let sheet = beginSheet(addSheet(name), columns)
  for await (const rows of batches) {
    for (const row of rows) {
      if (sheet.count() === sheetRows) {
        sheet.end()
        number += 1
        sheet = beginSheet(addSheet(`${name} ${number}`), columns)
      }
      sheet.add(columns.map(column => toTyped(cellOf(row, column), column)))
    }
    await ready()
    if (!isOpen()) return
  }
  sheet.end()
}

type Typed = string | number | Date | null

function beginSheet(sheet: Sheet, columns: ReportColumns) {
  const sums = columns.map(() => 0)
  let count = 0
  sheet.columns = columns.map(({ kind }) => ({
    width: widths[kind] ?? 14,
    style: { numFmt: formats[kind] ?? 'General' },
  }))
  const addBold = (cells: Parameters<Sheet['addRow']>[0]) => {
    const row = sheet.addRow(cells)
    row.font = { bold: true }
    row.commit()
  }
  addBold(columns.map(headerOf))
  return {
    count: () => count,
    add(cells: Typed[]) {
      count += 1
      for (const [index, cell] of cells.entries()) if (typeof cell === 'number') sums[index]! += cell
      sheet.addRow(cells).commit()
    },
    /** The sums stand behind the rows and follow the filter. */
    end() {
      sheet.autoFilter = { from: { row: 1, col: 1 }, to: { row: count + 1, col: columns.length } }
      const totals = columns.map(({ hasTotal }, index) => {
        const letter = String.fromCharCode(65 + index)
        const formula = `SUBTOTAL(109,${letter}2:${letter}${count + 1})`
        return hasTotal ? { formula, result: Math.round(sums[index]! * 100) / 100 } : null
      })
      addBold([fillText(reportTexts['report.total']), ...totals.slice(1)])
      sheet.commit()
    },
  }
}

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

function toTyped(cell: string | number | null, { kind }: ReportColumn): Typed {
  if (typeof cell === 'number') return kind === 'percent' ? Math.round(cell * 10) / 1000 : cell
  if (cell === null || kind === 'text') return cell
  return fromWireDate(kind === 'month' ? `${cell}-01` : cell) ?? cell
}

/** What the writer writes to, and what is read of it. */
function createPipe() {
  let release = () => {}
  let isOpen = true
  let controller: ReadableStreamDefaultController<Uint8Array>
  const source = new ReadableStream<Uint8Array>(
    {
      start: given => {
        controller = given
      },
      pull: () => release(),
      cancel: () => {
        isOpen = false
        release()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING }),
  )
  const sink = new WritableStream<Uint8Array>({
    write: chunk => {
      if (isOpen) controller.enqueue(chunk)
    },
    close: () => {
      if (isOpen) controller.close()
    },
  })
  return {
    source,
    sink,
    isOpen: () => isOpen,
    /** Waits until less than the limit waits; others are served meanwhile. */
    async ready() {
      while (isOpen && (controller.desiredSize ?? 0) <= 0)
        await new Promise<void>(resolve => {
          release = resolve
        })
    },
    fail: (error: unknown) => {
      if (isOpen) controller.error(error)
      isOpen = false
    },
  }
}

/** The rows of a report, a part at a time. */
export type Batches = AsyncGenerator<ReportRow[]>

export type ReportColumns = ReturnType<typeof columnsOf>

/** As a column is called in a file. */
export const headerOf = ({ key }: ReportColumns[number]): string =>
  fillText(reportTexts[`report.column.${key}`])

export const cellOf = (row: ReportRow, { key }: ReportColumn): ReportCell => row[key] ?? null
