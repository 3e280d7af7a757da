import { type CheckedRow, isRefused } from '../check/check.ts'
import { contentOf } from '../csv/row.ts'
import { digestText } from './digest.ts'
import type { RowRecord } from './record.ts'

/** Whether a run has finished the row as it is now: nothing of it is sent again. */
export const isFinished = (record: RowRecord | undefined, content: string): boolean =>
  record !== undefined &&
  record.tag !== '' &&
  record.saved === content &&
  ['saved', 'completed', 'published', 'changed'].includes(record.state)

/** The row without problems about missing files that its title has already. */
export async function withoutMissingFiles(
  checked: CheckedRow,
  record: RowRecord | undefined,
): Promise<CheckedRow> {
  if (record === undefined || !isRefused(checked)) return checked
  const problems = checked.problems.filter(({ issue }) => issue.code !== 'validation.fileMissing')
  if (problems.length === checked.problems.length) return checked
  return isFinished(record, await digestText(contentOf(checked.row))) ? { ...checked, problems } : checked
}
