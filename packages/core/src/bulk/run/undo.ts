import { titles } from '../../titles/endpoints.ts'
import type { Title } from '../../titles/schema.ts'
import { TitleStatus } from '../../titles/status.ts'
import { withRetry } from './concurrency.ts'
import { isUnchanged } from './outcome.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord, RunRecord } from './record.ts'

/** Why a row is left alone; said by the catalogue's texts. */
export type UndoReason =
  | { code: 'undo.before' | 'undo.published' | 'undo.unfinished' | 'undo.gone' }
  | { code: 'undo.changed'; at: string }
  | { code: 'undo.refused'; status: number }

/** What an undo makes of a row. `deleted` stands only after it was done. */
export interface UndoRow {
  row: number
  externalId: string
  title: string
  tag: string
  action: 'delete' | 'deleted' | 'keep'
  reason: UndoReason | undefined
}

export type UndoPorts = Pick<RunPorts, 'send' | 'clock' | 'signal' | 'append' | 'run'>

/** Titles checked and deleted per batch. */
const BATCH = 50

/** What taking a run back would do, in the order of the catalogue, in batches as the server answers. */
export async function* planUndo(
  run: RunRecord,
  ports: Pick<UndoPorts, 'send' | 'clock' | 'signal'>,
): AsyncGenerator<UndoRow[]> {
  const records = [...run.rows.values()].filter(isTouched).sort((a, b) => a.row - b.row)
  for (let at = 0; at < records.length; at += BATCH) yield judgeAll(records.slice(at, at + BATCH), ports)
}

/**
 * Deletes what the rows say shall be deleted. Each batch is judged once more right before, so that what people changed
 * while others were being deleted stays. Safe to repeat: what is gone already is only noted.
 */
export async function* undoRows(rows: readonly UndoRow[], ports: UndoPorts): AsyncGenerator<UndoRow[]> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const part = rows.slice(at, at + BATCH)
    const wanted = new Set(part.filter(row => row.action === 'delete').map(row => row.externalId))
    const records = part.flatMap(row => ports.run.rows.get(row.externalId) ?? [])
    const judged = await judgeAll(records, ports)
    const doomed = judged.filter(row => row.action === 'delete' && wanted.has(row.externalId))
    const statuses = await remove(doomed, ports)
    const done = judged.map(row => (doomed.includes(row) ? toDone(row, statuses.get(row.tag) ?? 404) : row))
    const gone = done.filter(row => row.action === 'deleted' || row.reason?.code === 'undo.gone')
    await Promise.all(gone.map(row => ports.append({ kind: 'undone', id: row.externalId })))
    yield done
  }
}

/** Rows that the run did something for, or tried to. */
const isTouched = (record: RowRecord): boolean => record.tag !== '' || record.existed === false

async function judgeAll(
  records: readonly RowRecord[],
  ports: Pick<UndoPorts, 'send' | 'clock' | 'signal'>,
): Promise<UndoRow[]> {
  const titleTags = records.map(record => record.tag).filter(tag => tag !== '')
  const ask = () => ports.send(titles.find, { titleTags }, { signal: ports.signal })
  const page = titleTags.length === 0 ? { data: [] } : await withRetry(ports.clock, ports.signal, ask)
  const found = new Map(page.data.map(title => [title.tag, title]))
  return records.map(record => {
    const reason = reasonToKeep(record, found.get(record.tag))
    const { row, id: externalId, title, tag } = record
    return { row, externalId, title, tag, action: reason === undefined ? 'delete' : 'keep', reason }
  })
}

function reasonToKeep(record: RowRecord, title: Title | undefined): UndoReason | undefined {
  if (record.tag !== '' && title === undefined) return { code: 'undo.gone' }
  if (record.tag !== '' && !record.created) return { code: 'undo.before' }
  if (record.touched !== undefined) return { code: 'undo.changed', at: record.touched }
  if (title === undefined || !record.stamp) return { code: 'undo.unfinished' }
  if (isUnchanged(title, record.stamp)) return undefined
  const published = title.status === TitleStatus.Published && record.state !== 'published'
  return published ? { code: 'undo.published' } : { code: 'undo.changed', at: title.updatedDate }
}

async function remove(rows: readonly UndoRow[], ports: UndoPorts): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const tags = rows.map(row => row.tag)
  const items = await withRetry(ports.clock, ports.signal, () => ports.send(titles.remove, { tags }))
  return new Map(items.map(({ id, status }) => [id, status]))
}

/** A title that is no longer there when its turn comes is what was asked for. */
function toDone(row: UndoRow, status: number): UndoRow {
  if (status < 300 || status === 404) return { ...row, action: 'deleted' }
  return { ...row, action: 'keep', reason: { code: 'undo.refused', status } }
}
