import { isGood, type RowResult } from '@kinora/core/bulk'
import { stringify } from 'csv-stringify/sync'
import { createPaint } from '../kernel/paint.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'

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
