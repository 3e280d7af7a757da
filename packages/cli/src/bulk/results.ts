import { type BatchRow, escapeFormula, needsQuotes } from '@kinora/core'
import { isGood, type RowResult } from '@kinora/core/bulk'
import { stringify } from 'csv-stringify/sync'
import { type Column, createPaint } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'

/** A row of a catalogue or of a batch, and what became of it. */
type Result = Pick<
  RowResult | BatchRow,
  'row' | 'externalId' | 'title' | 'tag' | 'digest' | 'problem' | 'next'
> & {
  state: string
}

type Results<R> = Iterable<readonly R[]> | AsyncIterable<readonly R[]>

/** A table; on a terminal what went wrong stands below it in whole sentences. */
export async function showResults<R extends Result>(
  session: Session,
  results: Results<R>,
  look: (result: R) => 'good' | 'bad' | 'warn' | 'dim',
): Promise<void> {
  const { print, world } = session
  const inTable = print.json || !world.stdout.isTTY
  const columns: readonly Column<R>[] = [
    { header: 'ROW', value: result => result.row, align: 'right' },
    { header: 'EXTERNAL ID', value: result => result.externalId },
    { header: 'TITLE', value: result => result.title, flexible: true },
    { header: 'TAG', value: result => result.tag },
    { header: 'STATE', value: result => result.state, look },
    { header: 'DIGEST', value: result => result.digest, flexible: true },
  ]
  const sentences: readonly Column<R>[] = [
    { header: 'PROBLEM', value: result => result.problem },
    { header: 'NEXT', value: result => result.next },
  ]
  const list = print.list(inTable ? [...columns, ...sentences] : columns)
  const problems: R[] = []
  for await (const portion of results) {
    list.add(portion)
    if (!inTable) problems.push(...portion.filter(result => result.problem !== ''))
  }
  list.end()
  const paint = createPaint(world.stdout, world.env)
  for (const { row, externalId, problem, next } of problems) {
    print.line(`${paint.bad('✖')} Row ${row}  ${externalId}  ${problem}`)
    if (next !== '') print.line(`  ${paint.dim(next)}`)
  }
}

/** The look of the result of a run. */
export function lookOf(result: RowResult): 'good' | 'bad' | 'warn' {
  if (isGood(result)) return 'good'
  return result.state === 'failed' || result.state === 'refused' ? 'bad' : 'warn'
}

const safely = { cast: { string: escapeFormula }, quoted_match: needsQuotes }

/** The same as CSV, with a header. */
export async function printCsv({ print }: Session, results: Results<RowResult>): Promise<void> {
  const columns = ['row', 'externalId', 'title', 'tag', 'state', 'digest', 'problem', 'next'] as const
  print.raw(stringify([columns]))
  for await (const portion of results)
    print.raw(
      stringify(
        portion.map(result => columns.map(column => result[column])),
        safely,
      ),
    )
}
