import {
  type BinaryAnswer,
  columnsOf,
  type ReportFormat,
  type ReportRow,
  type ReportType,
  reportContentTypes,
  reportFiles,
} from '@kinora/core'
import { toCsvLine } from '../kernel/csv.ts'
import { toCsvFile } from '../kernel/csv-file.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { toTextStream } from '../kernel/text-stream.ts'
import { type Batches, cellOf, headerOf, type ReportColumns } from './columns.ts'
import { toSpreadsheet } from './spreadsheet.ts'

/** A report as a file that is sent while it is read. Nothing found is a 404 (C-118); what fails before the first row is a failure. */
export async function toReportFile(
  type: ReportType,
  format: ReportFormat,
  batches: Batches,
): Promise<BinaryAnswer> {
  const first = await batches.next()
  if (first.done) throw notFound({ path: '', code: 'report.noData' })
  const all = followedBy(first.value, batches)
  const columns = columnsOf(type)
  const name = reportFiles[type]
  const fileName = `${name}.${format}`
  const contentType = reportContentTypes[format]
  if (format === 'csv') return toCsvFile(toLines(columns, all), fileName)
  if (format === 'json') return { body: await toTextStream(toJson(columns, all)), contentType, fileName }
  return { body: await toSpreadsheet({ name, columns, batches: all }), contentType, fileName }
}

async function* followedBy(first: ReportRow[], batches: Batches): Batches {
  yield first
  yield* batches
}

async function* toLines(columns: ReportColumns, batches: Batches): AsyncGenerator<string> {
  let before = toCsvLine(columns.map(headerOf))
  for await (const rows of batches) {
    yield before + rows.map(row => toCsvLine(columns.map(column => cellOf(row, column)))).join('')
    before = ''
  }
}

/** An array of rows, one a line. */
async function* toJson(columns: ReportColumns, batches: Batches): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of batches) {
    const lines = rows.map(row =>
      JSON.stringify(Object.fromEntries(columns.map(column => [column.key, cellOf(row, column)]))),
    )
    yield before + lines.join(',\n')
    before = ',\n'
  }
  yield '\n]\n'
}
