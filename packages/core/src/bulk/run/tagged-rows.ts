import type { Title, TitleDraft } from '../../titles/schema.ts'
import { TitleStatus } from '../../titles/status.ts'
import type { CheckedRow } from '../check/check.ts'
import { type CatalogueRow, contentOf } from '../csv/row.ts'
import {
  changedResult,
  isChangedElsewhere,
  isSettled,
  isUnchanged,
  type Result,
  toOutcome,
  toStamp,
} from './outcome.ts'
import { digestText, isFinished } from './plan.ts'
import type { RunPorts } from './ports.ts'
import { newRow, type RowRecord } from './record.ts'
import { recordOf } from './steps.ts'

/** The fields of a draft in which it says something else than the title does. */
export function differences(draft: Partial<TitleDraft>, title: Title): Partial<TitleDraft> {
  const fields = Object.keys(draft) as (keyof TitleDraft)[]
  const differing = fields.filter(field => plain(draft[field]) !== plain(title[field]))
  return Object.fromEntries(differing.map(field => [field, draft[field]]))
}

/** What the platform makes no difference of: the space around a text, its line ends, nothing and null. */
function plain(value: TitleDraft[keyof TitleDraft] | undefined): string {
  if (value === null || value === undefined) return '""'
  if (typeof value === 'string') return JSON.stringify(value.replace(/\r\n?/g, '\n').trim())
  return JSON.stringify(value)
}

/**
 * How a row that names its title by tag stands to that title. `same`: it says just what the title is. `changed`: people
 * have changed the title since the row was written. `current`: nobody has. `unknown`: the row doesn't say when it was
 * written, so that the journal decides.
 */
type TitleComparison = 'same' | 'changed' | 'current' | 'unknown'

/** `publish`: a title that isn't on sites yet is not all that is wished for. */
export function compareWithTitle(
  { row, draft }: Pick<CheckedRow, 'row' | 'draft'>,
  title: Title,
  { record, publish }: { record: RowRecord | undefined; publish: boolean },
): TitleComparison {
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
  const isGiven = draft.thumbnailType !== undefined && row.files.cover !== undefined
  return isGiven ? { ...changes, thumbnailType: draft.thumbnailType! } : changes
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

const saved: Result = { state: 'saved', problem: '', next: '', retry: false }

type Tagged = CheckedRow & { title: Title }

/**
 * Brings the journal in line with a title that a row names by its tag, before anything is done for the row; how the row
 * stands to it afterwards. What is `same` or `changed` has its result then.
 */
export async function adoptTitle(checked: Tagged, ports: RunPorts): Promise<TitleComparison> {
  const { row, title } = checked
  const id = row.externalId
  const before = ports.run.rows.get(id)
  if (before !== undefined && before.tag !== '' && before.tag !== title.tag)
    await ports.append({ kind: 'lost', id })
  const record = ports.run.rows.get(id)
  const found = compareWithTitle(checked, title, { record, publish: ports.publish })
  const comparison = found === 'changed' && ports.elsewhere !== 'keep' ? 'unknown' : found
  if (comparison === 'same') await settle(checked, ports)
  if (comparison === 'changed') await leave(checked, ports)
  const isBehind = record !== undefined && isSettled(record) && isChangedElsewhere(record, title)
  if (comparison === 'current' && isBehind) await accept(record, title, ports)
  return comparison
}

/** The row is done: its title is what it says. */
async function settle(checked: Tagged, ports: RunPorts): Promise<void> {
  const { row, title } = checked
  const id = row.externalId
  const content = await digestText(contentOf(row))
  const before = ports.run.rows.get(id)
  if (isFinished(before, content) && before?.state !== 'changed' && isUnchanged(title, before?.stamp ?? '')) {
    await move(before!, row.row, ports)
  } else {
    if (before !== undefined && isSettled(before)) await noteChange(before, title, ports)
    await begin(checked, ports, content)
    await ports.append({ kind: 'saved', id, content })
    const outcome = toOutcome(title, recordOf(ports, id), false)
    const result = outcome.kind === 'result' && outcome.result.problem === '' ? outcome.result : saved
    await ports.append({ kind: 'result', id, ...result, stamp: toStamp(title) })
  }
  ports.report.result(recordOf(ports, id), true)
}

async function leave(checked: Tagged, ports: RunPorts): Promise<void> {
  const id = checked.row.externalId
  const before = ports.run.rows.get(id)
  if (before === undefined || before.tag === '')
    await begin(checked, ports, await digestText(contentOf(checked.row)))
  else await move(before, checked.row.row, ports)
  await ports.append({ kind: 'result', id, ...changedResult(checked.title) })
  ports.report.result(recordOf(ports, id), false)
}

async function move({ id, row }: RowRecord, place: number, ports: RunPorts): Promise<void> {
  if (row !== place) await ports.append({ kind: 'moved', id, row: place })
}

/** The title as people have made it is what the row was written of: the run goes on from there. */
async function accept(record: RowRecord, title: Title, ports: RunPorts): Promise<void> {
  await noteChange(record, title, ports)
  await ports.append({ kind: 'result', id: record.id, ...saved, stamp: toStamp(title) })
}

/** An undo leaves alone what people have changed. */
async function noteChange(record: RowRecord, title: Title, ports: RunPorts): Promise<void> {
  const { id, created, touched, stamp } = record
  if (!created || touched !== undefined || isUnchanged(title, stamp!)) return
  await ports.append({ kind: 'touched', id, at: title.updatedDate })
}

async function begin({ row, draft, title }: Tagged, ports: RunPorts, content: string): Promise<void> {
  const id = row.externalId
  const before = ports.run.rows.get(id)
  const name = draft.className ?? title.className
  await ports.append({ kind: 'row', id, row: row.row, title: name, content, existed: !before?.created })
  if (before?.tag !== title.tag) await ports.append({ kind: 'tag', id, tag: title.tag, created: false })
}
