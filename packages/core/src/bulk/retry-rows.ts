import type { RowRecord } from './record.ts'
import { isGood } from './results.ts'

/** Whether `retry --failed` takes the row up: it was tried and came to nothing, or not to all that was wished for. */
export function isUnfinished(record: RowRecord | undefined): boolean {
  return record !== undefined && !isGood(record)
}
