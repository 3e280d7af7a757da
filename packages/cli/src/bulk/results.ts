import { stringify } from 'csv-stringify/sync'
import { createPaint } from '../kernel/paint.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { refused } from './outcome.ts'
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

/** Where every row of a run stands, in the order of the catalogue. */
export function toResults(run: RunRecord): RowResult[] {
  return [...run.rows.values()].map(toResult).sort((a, b) => a.row - b.row)
}

export function toResult(record: RowRecord): RowResult {
  return {
    row: record.row,
    externalId: record.id,
    title: record.title,
    tag: record.tag,
    state: record.state,
    digest: record.stored.file?.digest ?? '',
    problem: record.problem,
    next: record.next,
  }
}

/** A row whose id is missing or taken: the journal can't tell it from others. */
export function toRefused(
  row: { row: number; externalId: string },
  title: string | undefined,
  count: number,
): RowResult {
  const { problem, next, state } = refused(count)
  return {
    row: row.row,
    externalId: row.externalId,
    title: title ?? '',
    tag: '',
    state,
    digest: '',
    problem,
    next,
  }
}

export const isGood = (result: { state: string; problem: string }): boolean =>
  result.problem === '' && ['published', 'completed', 'saved'].includes(result.state)

const columns: readonly Column<RowResult>[] = [
  { header: 'ROW', value: result => result.row, align: 'right' },
  { header: 'EXTERNAL ID', value: result => result.externalId },
  { header: 'TITLE', value: result => result.title, flexible: true },
  { header: 'TAG', value: result => result.tag },
  { header: 'STATE', value: result => result.state, look: lookOf },
  { header: 'DIGEST', value: result => result.digest, flexible: true },
]
const sentences: readonly Column<RowResult>[] = [
  { header: 'PROBLEM', value: result => result.problem },
  { header: 'NEXT', value: result => result.next },
]

/** A table; on a terminal what went wrong stands below it in whole sentences. */
export function showResults(session: Session, results: readonly RowResult[]): void {
  const { print, world } = session
  const inTable = print.json || !world.stdout.isTTY
  print.table(results, inTable ? [...columns, ...sentences] : columns)
  if (inTable) return
  const paint = createPaint(world.stdout, world.env)
  for (const { row, externalId, problem, next } of results.filter(result => result.problem !== '')) {
    print.line(`${paint.bad('✖')} Row ${row}  ${externalId}  ${problem}`)
    if (next !== '') print.line(`  ${paint.dim(next)}`)
  }
}

function lookOf(result: RowResult): 'good' | 'bad' | 'warn' {
  if (isGood(result)) return 'good'
  return result.state === 'failed' || result.state === 'refused' ? 'bad' : 'warn'
}

/** The same as CSV, with a header. */
export function toResultsCsv(results: readonly RowResult[]): string {
  const columns = ['row', 'externalId', 'title', 'tag', 'state', 'digest', 'problem', 'next'] as const
  return stringify([columns, ...results.map(result => columns.map(column => result[column]))])
}

/** How many rows are in each state, with their names. */
export function countStates(results: readonly RowResult[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state } of results) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
