import { type BatchRow, type BinaryResponse, createMessages, en, type Issue } from '@kinora/core'
import {
  createDirectory,
  inspectBatch,
  isOfFile,
  type Problem,
  readCsv,
  templateRows,
  toReasons,
} from '@kinora/core/bulk'
import { piecesOf, readBatchFile, type StoredBatch } from '../batch-work/index.ts'
import { toCsvLine } from '../kernel/csv.ts'
import type { Context } from '../kernel/handlers.ts'
import { readMetadata } from '../metadata/index.ts'
import { eachRow } from './journal.ts'
import { toBatchRow } from './view.ts'

const messages = createMessages(en)

/**
 * BULK-07: a CSV that can be read to its end, with the header of the template and at least one row. Rows that are
 * wrong in themselves are no reason to refuse it: each gets its result when the batch is processed.
 */
export async function checkCatalogueFile(file: Blob): Promise<Issue[]> {
  const found = await inspectBatch(readCsv(piecesOf(file)))
  if (!found.unusable) return []
  const reasons = found.problems.filter(isOfFile)
  return [{ path: 'file', code: 'validation.fileFormat' }, ...reasons.map(problem => problem.issue)]
}

/** The rows of a CSV that would be refused if it were processed now; their files aren't looked at. None where it is lost. */
export async function refusedRows(batch: StoredBatch, { deps, scope }: Context): Promise<BatchRow[]> {
  const file = await readBatchFile(deps, batch)
  if (file === undefined) return []
  const directory = createDirectory(await readMetadata(scope, deps.db))
  const { problems, badNames } = await inspectBatch(readCsv(file), { directory })
  const ofRows = new Map<number, Problem[]>()
  for (const problem of problems)
    if (problem.level === 'error' && !isOfFile(problem))
      ofRows.set(problem.row, [...(ofRows.get(problem.row) ?? []), problem])
  return [...ofRows].map(([row, wrong]) => toRefused(row, badNames.get(row) ?? '', wrong))
}

const toRefused = (row: number, title: string, problems: readonly Problem[]): BatchRow => ({
  row,
  externalId: problems[0]!.externalId,
  title,
  tag: '',
  digest: '',
  state: 'refused',
  problem: toReasons(problems, messages),
  next: en['bulk.nextAgain'],
})

const columns = [
  'row',
  'externalId',
  'title',
  'tag',
  'state',
  'digest',
  'problem',
  'next',
] as const satisfies readonly (keyof BatchRow)[]

/** The result of every row, sent while it is read; the form is that of the title export. */
export function downloadResults({ batchId, fileName }: StoredBatch, { deps }: Context): BinaryResponse {
  const portions = eachRow(deps.db, batchId)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`\ufeff${toCsvLine(columns)}`)),
    async pull(controller) {
      const { value, done } = await portions.next()
      if (done) return controller.close()
      const rows = value.map(toBatchRow)
      controller.enqueue(encoder.encode(rows.map(row => toCsvLine(columns.map(name => row[name]))).join('')))
    },
    cancel: async () => {
      await portions.return(undefined)
    },
  })
  const name = fileName.replace(/\.csv$/i, '')
  return { body, contentType: 'text/csv; charset=utf-8', fileName: `${name}-results.csv` }
}

/** API-50: the columns of `kinora titles bulk template`, with a byte order mark for spreadsheets. */
export function template(): BinaryResponse {
  const body = `\ufeff${templateRows().map(toCsvLine).join('')}`
  return { body, contentType: 'text/csv; charset=utf-8', fileName: 'bulk-upload-template.csv' }
}
