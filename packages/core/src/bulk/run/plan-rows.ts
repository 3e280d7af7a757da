import { en } from '../../messages/en.ts'
import { toStatusKey } from '../../titles/phrase.ts'
import type { Title, TitleDraft } from '../../titles/schema.ts'
import { TitleStatus } from '../../titles/status.ts'
import { type CheckedRow, isRefused } from '../check/check.ts'
import { findExisting } from '../check/existing.ts'
import { columnOfField } from '../csv/columns.ts'
import { type CatalogueRow, contentOf, type ReferenceColumn } from '../csv/row.ts'
import { inGroups } from './concurrency.ts'
import { isChangedElsewhere, isSettled, toOverwritten, toStamp } from './outcome.ts'
import { digestText, identityOf, prepareRow, type Step, withoutMissingFiles } from './plan.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord, RunRecord } from './record.ts'
import { compareWithTitle, recordOfTagged } from './tagged-rows.ts'

/** One column of a title as it is and as it would be; null where there is nothing. */
export interface PlannedChange {
  column: string
  before: unknown
  after: unknown
}

/** What a run would do for a row. */
export interface PlannedRow {
  row: number
  externalId: string
  title: string
  tag: string
  action: 'create' | 'update' | 'nothing' | 'refused' | 'changed'
  steps: string[]
  bytes: number
  changes: PlannedChange[]
  /** Of the row, its files and the title as they are now: another digest means that the plan is no longer true. */
  proof: string
}

export interface PlanPorts
  extends Pick<RunPorts, 'send' | 'clock' | 'signal' | 'open' | 'publish' | 'elsewhere'> {
  run: RunRecord | undefined
}

/** What a run would do, row by row, in groups as the server answers; nothing is changed, here or there. */
export async function* planRows(
  rows: AsyncIterable<CheckedRow>,
  ports: PlanPorts,
): AsyncGenerator<PlannedRow[]> {
  for await (const group of inGroups(rows, 100)) {
    const untagged = group.filter(({ row }) => row.tag === undefined && row.externalId !== '')
    const existing = await findExisting(
      untagged.map(({ row }) => row.externalId),
      ports,
    )
    const titleOf = ({ row, title }: CheckedRow) => title ?? existing.get(row.externalId)
    yield await Promise.all(group.map(checked => plan(checked, titleOf(checked), ports)))
  }
}

async function plan(given: CheckedRow, title: Title | undefined, ports: PlanPorts): Promise<PlannedRow> {
  const record = title === undefined ? undefined : ports.run?.rows.get(given.row.externalId)
  const checked = await withoutMissingFiles(given, record)
  const { row, draft } = checked
  const base = {
    row: row.row,
    externalId: row.externalId,
    title: draft.className ?? title?.className ?? '',
    tag: title?.tag ?? '',
  }
  if (isRefused(checked)) {
    const proof = await digestText(contentOf(row))
    return { ...base, action: 'refused', steps: [], bytes: 0, changes: [], proof }
  }
  const comparison =
    checked.title && compareWithTitle(checked, checked.title, { record, publish: ports.publish })
  const isChanged = comparison === 'changed' || (comparison !== 'current' && isChangedSince(record, title))
  const isLeft = isChanged && ports.elsewhere === 'keep'
  if (title !== undefined && (comparison === 'same' || isLeft)) {
    const proof = await digestText(`${contentOf(row)} ${toStamp(title)}`)
    const action = comparison === 'same' ? 'nothing' : 'changed'
    return { ...base, action, steps: [], bytes: 0, changes: [], proof }
  }
  const from = toRecord(checked, title, {
    record,
    isOverwritten: isChanged && ports.elsewhere === 'overwrite',
  })
  const { steps, content } = await prepareRow(checked, { ...ports, record: from })
  const names: string[] = steps.map(step =>
    step.kind === 'create' && title !== undefined ? 'save' : step.kind,
  )
  if (ports.publish && steps.length > 0) names.push('publish')
  const files = steps.flatMap(step => ('file' in step ? [identityOf(step.file)] : []))
  return {
    ...base,
    action: steps.length === 0 ? 'nothing' : title === undefined ? 'create' : 'update',
    steps: names,
    bytes: steps.reduce((sum, step) => sum + ('file' in step ? step.file.size : 0), 0),
    changes: steps.length === 0 ? [] : changesOf(checked, title, { steps, publish: ports.publish }),
    proof: await digestText(JSON.stringify([content, names, files, title?.tag, title && toStamp(title)])),
  }
}

const isChangedSince = (record: RowRecord | undefined, title: Title | undefined): boolean =>
  record !== undefined && title !== undefined && isSettled(record) && isChangedElsewhere(record, title)

/** The record that the row's steps start from. */
function toRecord(
  { row, title: tagged }: CheckedRow,
  title: Title | undefined,
  { record, isOverwritten }: { record: RowRecord | undefined; isOverwritten: boolean },
): RowRecord | undefined {
  const isOwn = isOverwritten && record !== undefined && title !== undefined
  const own = isOwn ? toOverwritten(record, title) : record
  return tagged === undefined ? own : recordOfTagged(row.externalId, tagged, own)
}

function changesOf(
  { row, draft }: CheckedRow,
  title: Title | undefined,
  { steps, publish }: { steps: readonly Step[]; publish: boolean },
): PlannedChange[] {
  const fields = (Object.keys(draft) as (keyof TitleDraft)[]).flatMap(field => {
    const after = draft[field] ?? null
    const before = title?.[field] ?? null
    if (JSON.stringify(after) === JSON.stringify(before)) return []
    const column = columnOfField(field)
    return [{ column, before: shownOf(title, field), after: writtenOf(row, column) ?? after }]
  })
  const files = steps.flatMap(step => ('file' in step ? [fileChange(step, title)] : []))
  return [...fields, ...files, ...statusChange(title, { steps, publish })]
}

/** Another video takes a published title off sites. */
function statusChange(
  title: Title | undefined,
  { steps, publish }: { steps: readonly Step[]; publish: boolean },
): PlannedChange[] {
  const before = title === undefined ? null : en[toStatusKey(title.status)]
  if (publish) return [{ column: 'status', before, after: en[toStatusKey(TitleStatus.Published)] }]
  const isTakenOff = title?.status === TitleStatus.Published && steps.some(({ kind }) => kind === 'upload')
  return isTakenOff ? [{ column: 'status', before, after: en[toStatusKey(TitleStatus.Completed)] }] : []
}

function fileChange(step: Extract<Step, { file: unknown }>, title: Title | undefined): PlannedChange {
  const after = step.file.name
  if (step.kind === 'upload') return { column: 'file', before: title?.fileName ?? null, after }
  if (step.kind === 'cover') return { column: 'cover', before: title?.imageLink ?? null, after }
  if (step.kind === 'trailer') return { column: 'trailer', before: title?.trailerLinkWeb ?? null, after }
  return { column: `captions ${step.caption.language}`, before: null, after }
}

/** The names behind ids, as the title shows them. */
const names: Partial<Record<keyof TitleDraft, keyof Title>> = {
  classCategoryId: 'classCategory',
  classSubCategoryId: 'classSubCategory',
  classLanguageCode: 'classLanguage',
  channelId: 'channelName',
  providerId: 'provider',
  equipmentIds: 'equipmentTypeTags',
  focusAreaIds: 'focusAreaTags',
  labelIds: 'labelTags',
}

const shownOf = (title: Title | undefined, field: keyof TitleDraft): unknown =>
  title === undefined ? null : (title[names[field] ?? field] ?? null)

/** Names as the catalogue writes them, where a column refers to something. */
function writtenOf(row: CatalogueRow, column: string): unknown {
  const written = row.references[column as ReferenceColumn]
  if (written === undefined) return undefined
  return ['equipment', 'focusAreas', 'labels'].includes(column) ? written : (written[0] ?? null)
}
