import type { Title } from '../../titles/index.ts'
import { bulkText, type SayBulk } from '../texts.ts'
import { changedResult, isChangedElsewhere } from './changed-elsewhere.ts'
import { eachComparison } from './compare-titles.ts'
import { type Result, toOutcome } from './outcome.ts'
import type { RunPorts } from './ports.ts'
import type { RowRecord, RunRecord } from './record.ts'
import { type RowResult, toResult } from './results.ts'
import { isSettled, toStamp } from './stamp.ts'

type Asking = Pick<RunPorts, 'send' | 'clock' | 'signal'>

/** Where every row of a run stands now, in the order of the catalogue: the server's version, status and digest decide. */
export async function* eachComparedResult(
  run: RunRecord,
  ports: Asking,
  say: SayBulk = bulkText,
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
