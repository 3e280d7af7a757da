import type { BatchRow, BinaryAnswer } from '@kinora/core'
import type { StoredBatch } from '../../batch-work/index.ts'
import { toCsvLine } from '../../kernel/csv.ts'
import type { Context } from '../../kernel/handlers.ts'
import { eachRow } from '../journal.ts'
import { toBatchRow } from '../view.ts'

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

/** What became of every row, sent while it is read; the form is that of the title export. */
export function downloadResults({ batchId, fileName }: StoredBatch, { scope, deps }: Context): BinaryAnswer {
  const portions = eachRow(scope, deps.db, batchId)
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
