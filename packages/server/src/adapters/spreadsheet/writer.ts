import { parentPort, workerData } from 'node:worker_threads'
import { Zip, ZipDeflate } from 'fflate'
import type { Cells, Layout } from '../../ports/spreadsheet.ts'
import { rowXml, sheetEnd, sheetPath, sheetStart, sumOf, workbookParts } from './workbook.ts'

const { name, columns, total, sheetRows } = workerData as Layout
const made: Uint8Array[] = []
const archive = new Zip((error, bytes) => {
  if (error) throw error
  made.push(bytes)
})
const sheets: string[] = []
let sheet = beginSheet()

/** The entry of the thread: rows, or that there are no more; the answer is what they came to. */
parentPort?.on('message', (rows: Cells[] | 'end') => {
  if (rows === 'end') {
    sheet.end()
    for (const [path, xml] of Object.entries(workbookParts(sheets, columns))) openFile(path)(xml, true)
    archive.end()
  } else addAll(rows)
  const bytes = new Uint8Array(Buffer.concat(made.splice(0)))
  parentPort?.postMessage(bytes, [bytes.buffer])
})

function addAll(rows: readonly Cells[]): void {
  for (let from = 0; from < rows.length; ) {
    if (sheet.room() === 0) {
      sheet.end()
      sheet = beginSheet()
    }
    const part = rows.slice(from, from + sheet.room())
    sheet.add(part)
    from += part.length
  }
}

function beginSheet() {
  sheets.push(sheets.length === 0 ? name : `${name} ${sheets.length + 1}`)
  const write = openFile(sheetPath(sheets.length))
  const sums = columns.map(() => 0)
  let count = 0
  const header = columns.map(column => column.header)
  write(sheetStart(columns) + rowXml(1, header, true))
  return {
    room: () => sheetRows - count,
    add(rows: readonly Cells[]) {
      let xml = ''
      for (const cells of rows) {
        count += 1
        for (const [index, cell] of cells.entries()) if (typeof cell === 'number') sums[index]! += cell
        xml += rowXml(count + 1, cells)
      }
      write(xml)
    },
    /** The sums stand behind the rows and follow the filter. */
    end() {
      const totals = columns.map(({ hasTotal }, index) =>
        hasTotal ? sumOf(index, count, Math.round(sums[index]! * 100) / 100) : null,
      )
      write(rowXml(count + 2, [total, ...totals.slice(1)], true) + sheetEnd(columns, count), true)
    },
  }
}

/** A file of the archive, written a part at a time. */
function openFile(path: string) {
  const file = new ZipDeflate(path)
  archive.add(file)
  return (text: string, isLast = false): void => file.push(Buffer.from(text), isLast)
}
