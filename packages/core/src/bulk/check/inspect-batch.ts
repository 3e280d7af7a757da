import { templateRows } from '../csv/columns.ts'
import type { RecordEvent, RecordSource } from '../run/ports.ts'
import { type CheckedRow, checkCatalogue, isRefused } from './check.ts'
import { type Problem, toProblem } from './problem.ts'
import type { Directory } from './references.ts'

/** Titles of one bulk upload. */
const MAX_ROWS = 50_000

export interface BatchInspection {
  problems: Problem[]
  rows: number
  /** Rows with an error: each would get its own result and stop no other. */
  bad: number
  /** The file cannot be read to its end, or its header isn't the template's: no batch can be made of it. */
  unusable: boolean
}

/** The names of titles in rows with an error, by row: there is no title yet that could tell them. */
interface BadNames {
  badNames: Map<number, string>
}

/**
 * BULK-07: a CSV on its way into a batch, checked alike by portal, terminal and server. Files aren't looked at: they
 * lie in the file store. Without a directory names aren't looked up.
 */
export async function inspectBatch(
  records: RecordSource,
  options: { directory?: Directory } = {},
): Promise<BatchInspection & BadNames> {
  const found: BatchInspection & BadNames = {
    problems: [],
    rows: 0,
    bad: 0,
    badNames: new Map(),
    unusable: false,
  }
  let header: readonly string[] | undefined
  const source = withHeader(records, cells => {
    header = cells
  })
  for await (const event of checkCatalogue(source, { ...options, publish: false })) {
    if (event.kind === 'problems') found.problems.push(...event.problems)
    else for (const row of event.rows) take(row, found)
    if (found.rows > MAX_ROWS) {
      found.problems.unshift(tooManyRows)
      break
    }
  }
  if (header !== undefined && !isTemplateHeader(header)) found.problems.unshift(otherHeader)
  found.unusable = found.problems.some(problem => problem.level === 'error' && isOfFile(problem))
  return found
}

/** Whether a problem is that of the file or its header rather than that of a row. */
export const isOfFile = ({ row, issue }: Pick<Problem, 'row' | 'issue'>): boolean =>
  row <= 1 || issue.code.startsWith('bulk.csv')

function take(checked: CheckedRow, found: BatchInspection & BadNames): void {
  found.rows++
  if (isRefused(checked)) {
    found.bad++
    found.badNames.set(checked.row.row, checked.draft.className ?? '')
  }
  found.problems.push(...checked.problems)
}

const tooManyRows = toProblem(
  { row: 0 },
  { path: 'file', code: 'bulk.csvTooManyRows', params: { max: MAX_ROWS } },
)
const otherHeader = toProblem({ row: 1 }, { path: 'file', code: 'validation.fileFormat' })

/** BULK-07: the same columns in the same order, as they are written in the template. */
function isTemplateHeader(cells: readonly string[]): boolean {
  const [template] = templateRows()
  return cells.length === template!.length && template!.every((name, index) => cells[index]?.trim() === name)
}

/** Tells the first row that isn't blank in passing. */
async function* withHeader(
  records: RecordSource,
  tell: (cells: readonly string[]) => void,
): AsyncGenerator<RecordEvent> {
  let told = false
  for await (const event of records) {
    const header =
      told || event.kind === 'broken'
        ? undefined
        : event.records.find(cells => cells.some(cell => cell.trim() !== ''))
    if (header !== undefined) {
      told = true
      tell(header)
    }
    yield event
  }
}
