import { type Problem, toProblem } from '../check/problem.ts'
import { didYouMean, suggest } from '../check/suggest.ts'
import { type Column, columns, exportColumns, requiredColumns } from './columns.ts'

export interface Header {
  /** By position; undefined for a note, which is left out. */
  columns: (Column | undefined)[]
  /** The columns with their places, notes left out. */
  read: readonly { column: Column; at: number }[]
  /** Place of the external id; -1 where there is none. */
  idAt: number
  /** Names of the columns that are there. */
  present: ReadonlySet<string>
  problems: Problem[]
}

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

const known = new Map([...exportColumns, ...columns].map(column => [plain(column.name), column]))

/** BULK-07: columns in any order and any case, blanks, dashes and underscores set aside. */
export function readHeader(cells: readonly string[]): Header {
  const header: Header = { columns: [], read: [], idAt: -1, present: new Set(), problems: [] }
  const present = new Set<string>()
  for (const cell of cells) {
    const column = known.get(plain(cell))
    header.columns.push(column)
    if (column === undefined) {
      if (!isNote(cell)) header.problems.push(unknownColumn(cell))
      continue
    }
    if (present.has(column.name)) header.problems.push(columnProblem(column.name, 'bulk.columnTwice'))
    present.add(column.name)
  }
  if (present.size === 0)
    return { ...header, problems: [toProblem({ row: 1 }, { path: '', code: 'bulk.csvHeader' })] }
  for (const name of requiredColumns)
    if (!present.has(name) && !(name === 'externalId' && present.has('tag')))
      header.problems.push(columnProblem(name, 'bulk.columnMissing'))
  const read = header.columns.flatMap((column, at) => (column === undefined ? [] : [{ column, at }]))
  const idAt = header.columns.findIndex(column => column?.name === 'externalId')
  return { ...header, read, idAt, present }
}

/** The delimiter under which the first line names the most columns; the comma where none does. */
export function detectDelimiter(line: string, names?: readonly string[]): Delimiter {
  const wanted = names === undefined ? known : new Set(names.map(plain))
  const score = (delimiter: string): number =>
    line.split(delimiter).filter(cell => wanted.has(plain(cell.replaceAll('"', '')))).length
  return delimiters.reduce((best, next) => (score(next) > score(best) ? next : best))
}

function isNote(cell: string): boolean {
  return cell.trim() === '' || cell.trim().startsWith('#')
}

function unknownColumn(cell: string): Problem {
  const names = suggest(
    cell,
    columns.map(column => column.name),
  )
  const params = { column: cell.trim(), hint: didYouMean(names) }
  return toProblem({ row: 1, column: cell.trim() }, { path: cell.trim(), code: 'bulk.columnUnknown', params })
}

function columnProblem(column: string, code: 'bulk.columnTwice' | 'bulk.columnMissing'): Problem {
  return toProblem({ row: 1, column }, { path: column, code, params: { column } })
}

function plain(name: string): string {
  return name.replace(/[\s_-]/g, '').toLowerCase()
}
