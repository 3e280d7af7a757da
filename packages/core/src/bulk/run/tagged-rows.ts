import { type Title, type TitleDraft, TitleStatus } from '../../titles/index.ts'
import type { CheckedRow } from '../check/check.ts'
import type { CatalogueRow } from '../csv/row.ts'
import { isChangedElsewhere } from './changed-elsewhere.ts'
import { differences } from './differences.ts'
import type { RowRecord } from './record.ts'
import { newRow } from './replay-journal.ts'
import { isSettled } from './stamp.ts'

/**
 * How a row that names its title by tag stands to that title. `same`: it says just what the title is. `changed`: people
 * have changed the title since the row was written. `current`: nobody has. `unknown`: the row doesn't say when it was
 * written, so that the journal decides.
 */
export type Standing = 'same' | 'changed' | 'current' | 'unknown'

/** `publish`: a title that isn't on sites yet is not all that is wished for. */
export function standingOf(
  { row, draft }: Pick<CheckedRow, 'row' | 'draft'>,
  title: Title,
  { record, publish }: { record: RowRecord | undefined; publish: boolean },
): Standing {
  const isWished = !publish || title.status === TitleStatus.Published
  const isDone = !isOpen(record, title)
  if (isDone && isWished && !hasFiles(row) && Object.keys(differences(draft, title)).length === 0)
    return 'same'
  if (row.version === undefined) return 'unknown'
  if (row.version === title.version) return 'current'
  const isOwnChange = record?.tag === title.tag && isSettled(record) && !isChangedElsewhere(record, title)
  return isOwnChange ? 'unknown' : 'changed'
}

/** What is sent of such a row: only what differs, so that what others change meanwhile stays. */
export function changesOf({ row, draft }: CheckedRow, title: Title): Partial<TitleDraft> {
  const changes = differences(draft, title)
  // A new cover makes the thumbnail custom, unless the row says otherwise.
  const isSaid = draft.thumbnailType !== undefined && row.files.cover !== undefined
  return isSaid ? { ...changes, thumbnailType: draft.thumbnailType! } : changes
}

/** The record of a row whose title is known by its tag; what the journal has of another title counts for nothing. */
export function recordOfTagged(id: string, title: Title, record: RowRecord | undefined): RowRecord {
  const isOther = record !== undefined && record.tag !== '' && record.tag !== title.tag
  return { ...(record === undefined || isOther ? newRow(id) : record), tag: title.tag }
}

/** Something that the catalogue has sent to the title hasn't come to its end. */
const isOpen = (record: RowRecord | undefined, { tag }: Title): boolean =>
  record?.tag === tag &&
  ['waiting', 'working', 'processing', 'failed'].includes(record.state) &&
  Object.keys(record.stored).length > 0

const hasFiles = ({ files, captions }: CatalogueRow): boolean =>
  captions.length > 0 || Object.keys(files).length > 0
