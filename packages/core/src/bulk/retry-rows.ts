import type { RowRecord } from './record.ts'
import { isGood } from './results.ts'

/** Whether `retry --failed` takes the row up: it was tried and came to nothing, or not to all that was wished for. What was taken back is no failure. */
export function isUnfinished(record: RowRecord | undefined): boolean {
  return record !== undefined && record.state !== 'undone' && !isGood(record)
}
