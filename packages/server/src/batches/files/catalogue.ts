import type { Issue } from '@kinora/core'
import { inspectBatch, isOfFile, readCsv } from '@kinora/core/bulk'

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

/** Bytes that are read before others have their turn; of the worst they take half a second. */
const PIECE = 16_384

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
    await new Promise(resolve => setTimeout(resolve))
  }
}
