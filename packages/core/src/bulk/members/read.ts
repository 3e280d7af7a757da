import { isKinoraError } from '../../kernel/errors.ts'
import type { BatchInspection } from '../check/inspect-batch.ts'
import { type Problem, toProblem } from '../check/problem.ts'
import type { RecordSource } from '../run/ports.ts'
import type { BulkTextKey } from '../texts.ts'
import {
  type CellIssue,
  type MemberColumn,
  type MemberRecord,
  memberColumns,
  memberExample,
  readMember,
  toCells,
} from './record.ts'

/** One row of a file of members, or what is wrong with it. */
export type MemberRow = { row: number; externalUserId: string } & (
  | { record: MemberRecord }
  | { issues: CellIssue[] }
)

export type MemberEvent =
  | { kind: 'rows'; rows: MemberRow[] }
  /** What is wrong with the file as a whole; nothing follows. */
  | { kind: 'unusable'; problem: Problem }

/** C-115: the rows of a file of members as its bytes come. What isn't the template's header is refused at once (VAL-18). */
export async function* readMembers(records: RecordSource): AsyncGenerator<MemberEvent> {
  let isHeaded = false
  let count = 0
  for await (const event of records) {
    if (event.kind === 'broken') {
      yield unusable(event.row, event.code, { row: event.row })
      return
    }
    const rows: MemberRow[] = []
    for (const [index, cells] of event.records.entries()) {
      if (cells.every(cell => cell.trim() === '')) continue
      if (!isHeaded) {
        isHeaded = true
        if (isTemplate(cells)) continue
        yield unusable(1, 'validation.fileFormat')
        return
      }
      // The template's guiding rows.
      if (!cells[0]!.trimStart().startsWith('#')) rows.push(toRow(cells, event.first + index))
    }
    count += rows.length
    if (rows.length > 0) yield { kind: 'rows', rows }
  }
  if (!isHeaded) yield unusable(0, 'bulk.csvEmpty')
  else if (count === 0) yield unusable(0, 'memberImport.noRows')
}

const isTemplate = (cells: readonly string[]): boolean =>
  cells.length === memberColumns.length && memberColumns.every((name, at) => cells[at]!.trim() === name)

function toRow(cells: readonly string[], row: number): MemberRow {
  const named = toCells(cells)
  const { externalUserId } = named
  if (cells.length === memberColumns.length) return { row, externalUserId, ...readMember(named) }
  const params = { count: cells.length, expected: memberColumns.length }
  return {
    row,
    externalUserId,
    issues: [{ column: 'externalUserId', issue: { path: '', code: 'bulk.rowCells', params } }],
  }
}

function unusable(
  row: number,
  code: Problem['issue']['code'],
  params: Record<string, string | number> = {},
): MemberEvent {
  return { kind: 'unusable', problem: toProblem({ row }, { path: 'file', code, params }) }
}

/** A problem of a row, with how to mend it. */
export function toMemberProblem(
  { row, externalUserId }: Pick<MemberRow, 'row' | 'externalUserId'>,
  { column, issue }: CellIssue,
): Problem {
  const params = { column, example: memberExample(column), ...issue.params }
  return {
    row,
    externalId: externalUserId,
    column,
    level: 'error',
    issue,
    mend: { code: mendOf(column, issue), params },
  }
}

function mendOf(column: MemberColumn, { code }: CellIssue['issue']): BulkTextKey {
  if (code === 'bulk.rowCells') return 'mend.cells'
  if (code === 'validation.required') return 'mend.fill'
  if (code === 'memberImport.date' || code === 'validation.noSuchDate') return 'mend.day'
  if (code === 'memberImport.endBeforeStart') return 'mend.endDate'
  if (code === 'memberImport.nameless') return 'mend.nameSubscription'
  return column === 'name' || column === 'externalUserId' ? 'mend.shortenCell' : 'mend.correct'
}

/** Problems that are kept to be shown; all are counted. */
const MAX_PROBLEMS = 10_000

/** USER-05: a file of members on its way into an import, checked alike by portal, terminal and server. */
export async function inspectMembers(records: RecordSource): Promise<BatchInspection> {
  const found: BatchInspection = { problems: [], rows: 0, bad: 0, unusable: false }
  try {
    for await (const event of readMembers(records)) {
      if (event.kind === 'unusable') {
        found.problems.unshift(event.problem)
        found.unusable = true
        break
      }
      found.rows += event.rows.length
      for (const row of event.rows) {
        if (!('issues' in row)) continue
        found.bad += 1
        if (found.problems.length < MAX_PROBLEMS)
          found.problems.push(...row.issues.map(issue => toMemberProblem(row, issue)))
      }
    }
  } catch (error) {
    if (!isKinoraError(error)) throw error
    found.problems.unshift(...error.issues.map(issue => toProblem({ row: 0 }, issue)))
    found.unusable = true
  }
  return found
}
