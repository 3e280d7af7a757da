import { titles } from '../../titles/endpoints.ts'
import type { Title } from '../../titles/schema.ts'
import { bulkText, type TranslateBulk } from '../texts.ts'
import { withRetry } from './concurrency.ts'
import {
  changedResult,
  isChangedElsewhere,
  isSettled,
  isUnchanged,
  type Result,
  toOutcome,
  toStamp,
} from './outcome.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord, RunRecord } from './record.ts'

export interface RowResult {
  row: number
  externalId: string
  title: string
  tag: string
  state: string
  /** SHA-256 over the chunk digests of the stored video. */
  digest: string
  problem: string
  next: string
}

/** Rows whose results are made together. */
const BATCH_SIZE = 500

/**
 * The status of every row of a run, in the order of the catalogue, in portions; of those with an id only the wanted, where it is
 * said.
 */
export function* eachResult(
  run: RunRecord,
  say: TranslateBulk = bulkText,
  isWanted: (record: RowRecord) => boolean = () => true,
): Generator<RowResult[]> {
  const records = [...run.rows.values()].filter(isWanted)
  for (const refusal of run.refusals.values()) records.push(refusal)
  records.sort((a, b) => a.row - b.row)
  for (let at = 0; at < records.length; at += BATCH_SIZE)
    yield records.slice(at, at + BATCH_SIZE).map(record => toResult(record, say))
}

export function toResult(record: RowRecord, say: TranslateBulk = bulkText): RowResult {
  return {
    row: record.row,
    externalId: record.id,
    title: record.title,
    tag: record.tag,
    state: record.state,
    digest: record.stored.file?.digest ?? '',
    problem: record.problem,
    next: record.next === '' ? '' : say(record.next),
  }
}

export const isGood = (result: { state: string; problem: string }): boolean =>
  result.problem === '' && ['published', 'completed', 'saved'].includes(result.state)

/** How many rows are in each state, with their names. */
export function countStates(run: RunRecord): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state } of run.rows.values()) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** Whether `retry --failed` takes the row up: it was tried and came to nothing, or not to all that was wished for. What was taken back or left alone is no failure. */
export function isUnfinished(record: RowRecord | undefined): boolean {
  return record !== undefined && !['undone', 'changed'].includes(record.state) && !isGood(record)
}

/** Whether `resume` takes the row up: a stopped run had still to come to it, or looked at it; what was taken back since stays away. */
export function isResumableRow(run: RunRecord | undefined, id: string): boolean {
  return !run?.isDone && !run?.undone?.has(id)
}

type Asking = Pick<RunPorts, 'send' | 'clock' | 'signal'>

/** Titles per call. */
const BATCH = 100

/** The titles that a run has made or found, with their records; a title that is gone is undefined. */
async function* eachComparison(
  records: readonly RowRecord[],
  { send, clock, signal }: Asking,
): AsyncGenerator<{ record: RowRecord; title: Title | undefined }[]> {
  for (let at = 0; at < records.length; at += BATCH) {
    const part = records.slice(at, at + BATCH)
    const titleTags = part.map(({ tag }) => tag).filter(tag => tag !== '')
    const ask = () => send(titles.find, { titleTags }, { signal })
    const page = titleTags.length === 0 ? { data: [] } : await withRetry(clock, signal, ask)
    const found = new Map(page.data.map(title => [title.tag, title]))
    yield part.map(record => ({ record, title: found.get(record.tag) }))
  }
}

/** Resets rows whose title was deleted since, so that they are created again; returns what people have changed since, by id. */
export async function compareTitles(ports: RunPorts): Promise<Map<string, Title>> {
  const known = [...ports.run.rows.values()].filter(record => record.tag !== '')
  const changed = new Map<string, Title>()
  for await (const part of eachComparison(known, ports)) {
    for (const { record, title } of part)
      if (title !== undefined && isSettled(record) && isChangedElsewhere(record, title))
        changed.set(record.id, title)
    const lost = part.filter(({ title }) => title === undefined)
    await Promise.all(lost.map(({ record }) => ports.append({ kind: 'lost', id: record.id })))
  }
  return changed
}

/** Where every row of a run stands now, in the order of the catalogue: the server's version, status and digest decide. */
export async function* eachComparedResult(
  run: RunRecord,
  ports: Asking,
  say: TranslateBulk = bulkText,
): AsyncGenerator<RowResult[]> {
  const records = [...run.rows.values(), ...run.refusals.values()].sort((a, b) => a.row - b.row)
  for await (const part of eachComparison(records, ports))
    yield part.map(({ record, title }) => {
      const result = toResult({ ...record, ...resultNow(record, title, run) }, say)
      return { ...result, digest: title?.fileDigest ?? '' }
    })
}

/** What the server says of a row other than its journal. */
function resultNow(record: RowRecord, title: Title | undefined, run: RunRecord): Partial<Result> {
  if (record.tag === '') return {}
  if (title === undefined) return { state: 'changed', problem: bulkText('run.gone'), next: 'next.again' }
  if (!isSettled(record) || record.state === 'refused') return {}
  if (isChangedElsewhere(record, title)) return changedResult(title)
  const isNews = record.stamp !== toStamp(title) || record.state === 'changed'
  if (!isNews || (record.state === 'failed' && !record.retry)) return {}
  const outcome = toOutcome(title, record, run.publish)
  return outcome.kind === 'result' ? outcome.result : {}
}

/** What `reconcile` makes of a row whose title is no longer as the journal has it. */
export interface ReconciledRow {
  row: number
  externalId: string
  title: string
  tag: string
  /** `deleted`: the next run creates it again; `busy`: the platform is working on it. */
  now: 'published' | 'completed' | 'saved' | 'failed' | 'deleted' | 'busy'
}

/** Takes over into the journal what people have made of the titles, and says of which. */
export async function* reconcile(
  ports: Asking & Pick<RunPorts, 'append' | 'run'>,
): AsyncGenerator<ReconciledRow[]> {
  const records = [...ports.run.rows.values()].filter(({ tag }) => tag !== '')
  records.sort((a, b) => a.row - b.row)
  for await (const part of eachComparison(records, ports)) {
    const rows = await Promise.all(part.map(({ record, title }) => accept(record, title, ports)))
    yield rows.filter(row => row !== undefined)
  }
}

async function accept(
  record: RowRecord,
  title: Title | undefined,
  { append }: Pick<RunPorts, 'append'>,
): Promise<ReconciledRow | undefined> {
  const { id, row, tag, stored } = record
  const base = { row, externalId: id, title: title?.className ?? record.title, tag }
  if (title === undefined) {
    await append({ kind: 'lost', id })
    return { ...base, now: 'deleted' }
  }
  if (!isSettled(record) || !isChangedElsewhere(record, title)) return undefined
  const outcome = toOutcome(title, record, false)
  if (outcome.kind !== 'result') return { ...base, now: 'busy' }
  const { result } = outcome
  if (record.created) await append({ kind: 'touched', id, at: title.updatedDate })
  if (stored.file !== undefined && title.fileDigest !== null)
    await append({ kind: 'stored', id, slot: 'file', stored: { ...stored.file, digest: title.fileDigest } })
  await append({ kind: 'result', id, ...result, stamp: toStamp(title) })
  return { ...base, now: result.state as ReconciledRow['now'] }
}

/**
 * Records which titles somebody has changed since the last run, before this one changes them again: an undo couldn't
 * tell afterwards. Only rows whose title is as a run has left it may be asked about. Returns those titles, by id.
 */
export async function recordExternalChanges(
  ids: readonly string[],
  ports: RunPorts,
): Promise<Map<string, Title>> {
  const changed = new Map<string, Title>()
  const records = ids.flatMap(id => ports.run.rows.get(id) ?? [])
  const isAsked = ({ created, touched }: RowRecord) =>
    ports.elsewhere === 'keep' || (created && touched === undefined)
  for await (const part of eachComparison(records.filter(isAsked), ports))
    for (const { record, title } of part) {
      if (title === undefined) continue
      if (isChangedElsewhere(record, title)) changed.set(record.id, title)
      if (!record.created || record.touched !== undefined || isUnchanged(title, record.stamp!)) continue
      await ports.append({ kind: 'touched', id: record.id, at: title.updatedDate })
    }
  return changed
}
