import { KinoraError } from '../kernel/errors.ts'

export type DeletionResult =
  | { kind: 'deleted'; text: 'success.itemDeleted' | 'success.deleted'; succeeded: number }
  | {
      kind: 'mixed'
      text: 'title.deleteMixed'
      succeeded: number
      failed: number
      params: { s: number; f: number }
    }

/** TITLE-26, ERR-17, C-73: what the per-item answers mean; when all failed it is a 400 with "Delete failed". */
export function toDeletionResult(items: readonly { item1: string; item2: number }[]): DeletionResult {
  const succeeded = items.filter(item => item.item2 >= 200 && item.item2 < 300).length
  const failed = items.length - succeeded
  if (failed === 0)
    return { kind: 'deleted', text: succeeded === 1 ? 'success.itemDeleted' : 'success.deleted', succeeded }
  if (succeeded === 0)
    throw new KinoraError('refused', { issues: [{ path: 'status', code: 'title.deleteFailed' }] })
  return { kind: 'mixed', text: 'title.deleteMixed', succeeded, failed, params: { s: succeeded, f: failed } }
}
