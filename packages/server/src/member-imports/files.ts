import { type BinaryResponse, createMessages, en, type Issue, type MemberImportRow } from '@kinora/core'
import {
  inspectMembers,
  type MemberRow,
  memberColumns,
  memberTemplateRows,
  readCsv,
  toMemberProblem,
  toReasons,
} from '@kinora/core/bulk'
import { piecesOf } from '../batch-work/index.ts'
import { toCsvLine } from '../kernel/csv.ts'

const messages = createMessages(en)

/** USER-04, API-149: with a byte order mark for spreadsheets. */
export function template(): BinaryResponse {
  const body = `\ufeff${memberTemplateRows().map(toCsvLine).join('')}`
  return { body, contentType: 'text/csv; charset=utf-8', fileName: 'UserDataTemplate.csv' }
}

/**
 * C-131: how many rows a file has, or why it is none of members. Rows that are wrong in themselves are no reason to refuse
 * it: each gets its result.
 */
export async function inspectFile(file: Blob): Promise<{ rows: number } | { issues: Issue[] }> {
  const found = await inspectMembers(readCsv(piecesOf(file), memberColumns))
  if (!found.unusable) return { rows: found.rows }
  const [problem] = found.problems
  return { issues: [{ path: 'file', code: 'validation.fileFormat' }, ...(problem ? [problem.issue] : [])] }
}

/** What is wrong with a row, and how to mend it. */
export const reasonsOf = (row: Extract<MemberRow, { issues: unknown }>): string =>
  toReasons(
    row.issues.map(issue => toMemberProblem(row, issue)),
    messages,
  )

const columns = [
  'row',
  'externalUserId',
  'state',
  'problem',
] as const satisfies readonly (keyof MemberImportRow)[]

/** USER-06: the lines of the report. */
export async function* toReport(portions: AsyncIterable<MemberImportRow[]>): AsyncGenerator<string> {
  yield toCsvLine(columns)
  for await (const rows of portions)
    yield rows.map(row => toCsvLine(columns.map(column => row[column]))).join('')
}
