import { parentPort, workerData } from 'node:worker_threads'
import { WorkbookWriter } from '@cj-tech-master/excelts'
import type { Cells, Layout } from '../../ports/spreadsheet.ts'

type Sheet = ReturnType<WorkbookWriter['addWorksheet']>

const { name, columns, total, sheetRows } = workerData as Layout
const made: Uint8Array[] = []
const sink = new WritableStream<Uint8Array>({ write: bytes => void made.push(bytes) })
const workbook = new WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: false })
let number = 1
let sheet = beginSheet(name)

/** The entry of the thread: rows, or that there are no more; the answer is what they came to. */
parentPort?.on('message', async (rows: Cells[] | 'end') => {
  if (rows === 'end') {
    sheet.end()
    await workbook.commit()
  } else for (const row of rows) add(row)
  const bytes = new Uint8Array(Buffer.concat(made.splice(0)))
  parentPort?.postMessage(bytes, [bytes.buffer])
})

function add(row: Cells): void {
  if (sheet.count() === sheetRows) {
    sheet.end()
    number += 1
    sheet = beginSheet(`${name} ${number}`)
  }
  sheet.add(row)
}

function beginSheet(sheetName: string) {
  const sheet: Sheet = workbook.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
  const sums = columns.map(() => 0)
  let count = 0
  sheet.columns = columns.map(({ width, format }) => ({ width, style: { numFmt: format } }))
  const addBold = (cells: Parameters<Sheet['addRow']>[0]) => {
    const row = sheet.addRow(cells)
    row.font = { bold: true }
    row.commit()
  }
  addBold(columns.map(({ header }) => header))
  return {
    count: () => count,
    add(cells: Cells) {
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
      addBold([total, ...totals.slice(1)])
      sheet.commit()
    },
  }
}
