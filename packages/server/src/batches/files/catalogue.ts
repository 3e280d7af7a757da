import type { Issue } from '@kinora/core'
import { inspectBatch, isOfFile, readCsv } from '@kinora/core/bulk'
import { piecesOf } from '../../batch-work/index.ts'

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
