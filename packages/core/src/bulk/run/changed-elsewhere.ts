import { type Title, TitleStatus, titleStatusName } from '../../titles/index.ts'
import { bulkText } from '../texts.ts'
import type { Result } from './outcome.ts'
import type { RowRecord } from './record.ts'

/**
 * Whether people have changed the title since a run settled its row: its fields, its file, or whether it is on sites. What the platform
 * does by itself, such as processing, is no change.
 */
export function isChangedElsewhere(record: RowRecord, title: Title): boolean {
  const [, version, status] = /^(\d+) \S+ (\d+)$/.exec(record.stamp ?? '') ?? []
  if (version === undefined) return false
  const digest = record.stored.file?.digest
  const isOtherFile = digest !== undefined && title.fileDigest !== null && title.fileDigest !== digest
  return title.version !== Number(version) || isOtherFile || isWithdrawn(title.status, Number(status))
}

/** Published before and no longer, or unpublished meanwhile. */
const isWithdrawn = (now: number, before: number): boolean =>
  now !== before && (before === TitleStatus.Published || now === TitleStatus.Unpublished)

/** The record with all steps open that bring the title back to what its row says. */
export function toOverwritten(record: RowRecord, title: Title): RowRecord {
  const { file, ...others } = record.stored
  const hasFile = title.fileDigest === null || title.fileDigest === file?.digest
  const stored = hasFile ? record.stored : others
  return { ...record, stored, saved: '', state: 'failed' }
}

/** What the row of such a title is told. */
export function changedResult(title: Title): Result {
  return {
    state: 'changed',
    problem: bulkText('run.changed', { status: titleStatusName(title.status) }),
    next: 'next.force',
    retry: false,
  }
}
