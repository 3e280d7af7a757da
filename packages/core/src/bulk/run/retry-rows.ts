import type { RowRecord, RunRecord } from './record.ts'
import { isGood } from './results.ts'

/** Whether `retry --failed` takes the row up: it was tried and came to nothing, or not to all that was wished for. What was taken back or left alone is no failure. */
export function isUnfinished(record: RowRecord | undefined): boolean {
  return record !== undefined && !['undone', 'changed'].includes(record.state) && !isGood(record)
}

/** Whether `resume` takes the row up: a stopped run had still to come to it, or looked at it; what was taken back since stays away. */
export function isLeftOpen(run: RunRecord | undefined, id: string): boolean {
  return !run?.isDone && !run?.undone?.has(id)
}
