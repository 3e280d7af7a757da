import { bulkText, type SayBulk } from '../texts.ts'
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
const PORTION = 500

/** Where every row of a run stands, in the order of the catalogue, in portions; of those with an id only the wanted, where it is said. */
export function* eachResult(
  run: RunRecord,
  say: SayBulk = bulkText,
  isWanted: (record: RowRecord) => boolean = () => true,
): Generator<RowResult[]> {
  const records = [...run.rows.values()].filter(isWanted)
  for (const refusal of run.refusals.values()) records.push(refusal)
  records.sort((a, b) => a.row - b.row)
  for (let at = 0; at < records.length; at += PORTION)
    yield records.slice(at, at + PORTION).map(record => toResult(record, say))
}

export function toResult(record: RowRecord, say: SayBulk = bulkText): RowResult {
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
