import { emptyTitleDraft, renamePath, TitleDraft, wireNamesOf } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { type Author, assertVersion, recordWrite, recordWrites, stamp } from '../kernel/rows/audit.ts'
import { differences, type FieldChange } from '../kernel/rows/differences.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { assertWithin, changeTitle, type StoredTitle, type TitleChange } from './rows.ts'
import { titlesTable } from './tables.ts'

/** What is recorded of a title: the draft, and where people’s acts bring it. */
const toRecorded = (title: StoredTitle) => {
  const { status, videoStatus, errorType, fileName, fileSize } = title
  const { trailerStatus, trailerErrorType, publishedDate, tenants, isDelete } = title
  const file = { status, videoStatus, errorType, fileName, fileSize, trailerStatus, trailerErrorType }
  return { ...toDraft(title), ...file, publishedDate, tenants, isDelete }
}

interface TitleAct {
  before: StoredTitle | undefined
  after: StoredTitle
  verb: string
  /** What the act changed beside the title. */
  more?: readonly FieldChange[]
}

/** The audit entry of an act, named as in the contract; a new title is compared with an empty draft. */
export function recordTitle(
  tx: Database,
  by: Author,
  { before, after, verb, more = [] }: TitleAct,
): Promise<void> {
  const { tag: id, version } = after
  const own = before
    ? differences(toRecorded(before), toRecorded(after))
    : differences(emptyTitleDraft, toDraft(after))
  const changes = [...own, ...more].map(change => ({ ...change, path: toRecordedPath(change.path) }))
  const name = after.className
  return recordWrite(tx, by, { noun: 'titles', id, name, verb, version, owner: after, changes })
}

const titleNames = wireNamesOf(TitleDraft)
/** Audit entries are handed out as they were recorded: fields of titles have the names of the wire in them. */
const toRecordedPath = (path: string): string => renamePath(titleNames, path, 'wire')
/** The field that an audit entry of a title names. */
export const fromRecordedPath = (path: string): string => renamePath(titleNames, path, 'inside')

/** The audit entries of titles that were deleted: what they hold stays in their rows. */
export function recordRemoval(tx: Database, by: Author, titles: readonly StoredTitle[]): Promise<void> {
  const changes = [{ path: 'isDelete', before: false, after: true }]
  const write = { noun: 'titles', verb: 'remove', changes }
  return recordWrites(
    tx,
    by,
    titles.map(title => ({
      ...write,
      id: title.tag,
      name: title.className,
      version: title.version,
      owner: title,
    })),
  )
}

/** Whether a change touches what people write of a title: only that is a new version (decision 0030). */
export const isEdit = (before: StoredTitle, set: TitleChange): boolean =>
  differences(toDraft(before), toDraft({ ...before, ...set } as StoredTitle)).length > 0

/** Optimistic locking: throws `outdated` where the caller has seen an older version than the one that is row-locked. */
export function assertTitleVersion(
  scope: Scope,
  tx: Database,
  { before, version }: { before: StoredTitle; version: number | undefined },
): Promise<void> {
  const row = { noun: 'titles', id: before.tag, current: before.version, known: version }
  return assertVersion(scope, tx, { ...row, fields: Object.keys(toDraft(before)).map(toRecordedPath) })
}

interface TitleWrite {
  /** As it was locked. */
  before: StoredTitle
  set: TitleChange
  verb: string
  by: Author
}

/** A write of a person: counted where it edits, and recorded. */
export async function writeTitle(
  scope: Scope,
  tx: Database,
  { before, set, verb, by }: TitleWrite,
): Promise<StoredTitle> {
  const { tag, version } = before
  const counted = { version: version + (isEdit(before, set) ? 1 : 0), ...stamp(by.now, by.userId) }
  const same = eq(titlesTable.version, version)
  const after = await changeTitle(scope, tx, { tag, set: { ...set, ...counted }, and: same })
  await assertWithin(scope, tx, tag)
  await recordTitle(tx, by, { before, after: after!, verb })
  return after!
}

/** A stored title as the draft that it was saved from, which is what the rules of core ask about. */
export const toDraft = (row: StoredTitle): TitleDraft => ({
  className: row.className,
  classDescription: row.classDescription,
  classCategoryId: row.classCategoryId,
  classSubCategoryId: row.classSubCategoryId,
  classLanguageCode: row.classLanguageCode,
  channelId: row.channelId,
  providerId: row.providerId,
  scheduleDate: row.scheduleDate,
  startDate: row.startDate,
  endDate: row.endDate,
  equipmentIds: row.equipmentIds,
  focusAreaIds: row.focusAreaIds,
  labelIds: row.labelIds,
  keywords: row.keywords,
  instructor: row.instructor,
  intensity: row.intensity,
  skill: row.skill,
  imageLink: row.imageLink,
  alternateLink: row.alternateLink,
  thumbnailType: row.thumbnailType,
  trailerName: row.trailerName,
  isActive: row.isActive,
  isEquipment: row.isEquipment,
  contentType: row.contentType,
  IsMigrating: row.isMigrating,
  SourceProviderId: row.sourceProviderId,
  IsAutoPublish: row.isAutoPublish,
})
