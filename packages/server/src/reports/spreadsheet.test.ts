import { columnsOf, type ReportRow } from '@kinora/core'
import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { createSpreadsheets } from '../adapters/spreadsheet/index.ts'
import { toSpreadsheet } from './spreadsheet.ts'

const spreadsheets = createSpreadsheets()
const columns = columnsOf('contentProviderUsage')
const row = (nth: number): ReportRow => ({
  ...{ provider: 'P', channel: 'C', tag: `t${nth}`, title: `=${nth}`, tenant: 'T', plays: nth, minutes: 0.1 },
})

describe('C-117 a report as a workbook', () => {
  test('rows beyond one sheet go on in the next, each with its header and totals', async () => {
    const batches = (async function* () {
      yield [row(1), row(2), row(3)]
      yield [row(4), row(5)]
    })()
    const book = toSpreadsheet(spreadsheets, { name: 'Report', columns, batches, sheetRows: 2 })
    const sheets = await readXlsxFile(Buffer.from(await new Response(book).arrayBuffer()))
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Report', 'Report 2', 'Report 3'])
    expect(sheets.map(({ data }) => data.map(cells => cells[5]))).toEqual([
      ['Plays', 1, 2, 3],
      ['Plays', 3, 4, 7],
      ['Plays', 5, 5],
    ])
  })

  test('a text is shown as it is, whatever is in it, but for signs that XML has no way to say', async () => {
    const texts = [
      '=1+1',
      '<b> & "quoted"',
      '  kept\ttabs\nand lines ',
      'क्षमा 瑜伽 🧘',
      'a\u0000b\u001bc\uffff',
    ]
    const batches = (async function* () {
      yield texts.map(title => ({ ...row(1), title }))
    })()
    const book = toSpreadsheet(spreadsheets, { name: 'A & B', columns, batches })
    const [sheet] = await readXlsxFile(Buffer.from(await new Response(book).arrayBuffer()), { trim: false })
    expect(sheet!.sheet).toBe('A & B')
    expect(sheet!.data.slice(1, -1).map(cells => cells[3])).toEqual([...texts.slice(0, -1), 'abc'])
  })

  test('what looks like a sign by its number stays what it is, and a carriage return comes back as one', async () => {
    const batches = (async function* () {
      yield [{ ...row(1), title: 'promo_x0031_a\r\nb_x_' }]
    })()
    const book = toSpreadsheet(spreadsheets, { name: 'Report', columns, batches })
    const files = unzipSync(new Uint8Array(await new Response(book).arrayBuffer()))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('<t xml:space="preserve">promo_x005F_x0031_a_x000D_\nb_x_</t>')
  })

  test('rows are read no faster than the file is taken, and no longer', async () => {
    const read = { rows: 0, isOver: false }
    const batches = (async function* () {
      try {
        for (;;) {
          read.rows += 500
          yield Array.from({ length: 500 }, () => row(Math.random()))
          await new Promise(resolve => setImmediate(resolve))
        }
      } finally {
        read.isOver = true
      }
    })()
    const reader = toSpreadsheet(spreadsheets, { name: 'Report', columns, batches }).getReader()
    await reader.read()
    for (let turn = 0; turn < 100; turn += 1) await new Promise(resolve => setImmediate(resolve))
    expect(read.isOver).toBe(false)
    await reader.cancel()
    await expect.poll(() => read.isOver).toBe(true)
  })

  test('a failure while rows are read ends the file as a failure', async () => {
    const batches = (async function* () {
      yield [row(1)]
      throw new Error('gone')
    })()
    await expect(
      new Response(toSpreadsheet(spreadsheets, { name: 'Report', columns, batches })).arrayBuffer(),
    ).rejects.toThrow()
  })
})
