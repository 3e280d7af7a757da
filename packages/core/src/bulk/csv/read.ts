import { isStorable } from '../../kernel/characters.ts'
import { type Issue, isKinoraError } from '../../kernel/errors.ts'
import { ContentType } from '../../titles/scales.ts'
import { type Problem, toProblem } from '../check/problem.ts'
import type { RecordEvent, RecordSource } from '../run/ports.ts'
import { readText, toText } from './cells.ts'
import { type Header, readHeader } from './header.ts'
import { type CatalogueRow, emptyRow } from './row.ts'

/** Which row named an id first, in 16 to 24 bytes for each id however long it is. */
export interface Identities {
  /** Adds the id; returns the row that had it before, if one had. */
  firstRow(id: string, row: number): number | undefined
  has(id: string): boolean
}

/** Parts that grow by themselves, so that growing never needs room for a second copy of the whole. */
const PARTS = 64

/**
 * Open tables of 64-bit fingerprints. Ids of a whole catalogue as text would hold the memory that a check of any
 * length must not need; two different ids share a fingerprint in one of 30 million catalogues of a million rows.
 */
export function createIdentities(): Identities {
  const parts = Array.from({ length: PARTS }, createPart)
  return {
    firstRow(id, row) {
      const a = hash(id, 0x811c9dc5)
      return parts[a >>> 26]!.firstRow(a, hash(id, 0x9747b28c), row)
    },
    has(id) {
      const a = hash(id, 0x811c9dc5)
      return parts[a >>> 26]!.has(a, hash(id, 0x9747b28c))
    },
  }
}

function createPart() {
  let size = 64
  let used = 0
  let slots = new Int32Array(size * 3)

  const find = (table: Int32Array, a: number, b: number): number => {
    const end = table.length
    for (let at = ((a >>> 0) % (end / 3)) * 3; ; at = at + 3 === end ? 0 : at + 3) {
      if (table[at + 2] === 0 || (table[at] === a && table[at + 1] === b)) return at
    }
  }

  /** By half: doubling would leave half of the room empty just when there is most of it. */
  const grow = () => {
    size = Math.ceil(size * 1.5)
    const larger = new Int32Array(size * 3)
    for (let at = 0; at < slots.length; at += 3) {
      if (slots[at + 2] === 0) continue
      larger.set(slots.subarray(at, at + 3), find(larger, slots[at]!, slots[at + 1]!))
    }
    slots = larger
  }

  return {
    has: (a: number, b: number): boolean => slots[find(slots, a, b) + 2] !== 0,
    firstRow(a: number, b: number, row: number): number | undefined {
      if (used * 4 > size * 3) grow()
      const at = find(slots, a, b)
      const known = slots[at + 2]!
      if (known !== 0) return known
      slots[at] = a
      slots[at + 1] = b
      slots[at + 2] = row
      used++
      return undefined
    },
  }
}

/** Murmur's steps over the characters, so that neighbours such as class-001 and class-002 lie far apart. */
function hash(text: string, seed: number): number {
  let value = seed ^ text.length
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x5bd1e995)
    value ^= value >>> 15
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}

export interface RowReading {
  row: CatalogueRow
  problems: Problem[]
  header: Header
}

type CatalogueEvent = { kind: 'rows'; rows: RowReading[] } | { kind: 'problems'; problems: Problem[] }

/**
 * A catalogue as its rows, in batches, with every problem of every cell (BULK-07). Problems of the header come
 * first; the rows are read nevertheless, unless it names no column at all.
 */
export async function* readCatalogue(source: RecordSource): AsyncGenerator<CatalogueEvent> {
  const seen = createIdentities()
  let header: Header | undefined
  let count = 0
  try {
    for await (const event of source) {
      if (event.kind === 'broken') {
        yield { kind: 'problems', problems: [brokenAt(event)] }
        return
      }
      let { records, first } = event
      if (header === undefined) {
        const at = records.findIndex(cells => !isBlankRecord(cells))
        if (at < 0) continue
        header = readHeader(records[at]!)
        if (header.problems.length > 0) yield { kind: 'problems', problems: header.problems }
        if (header.present.size === 0) return
        records = records.slice(at + 1)
        first += at + 1
      }
      const rows = readRows(records, header, { first, seen })
      count += rows.length
      if (rows.length > 0) yield { kind: 'rows', rows }
    }
  } catch (error) {
    if (!isKinoraError(error)) throw error
    yield { kind: 'problems', problems: error.issues.map(issue => toProblem({ row: 0 }, issue)) }
    return
  }
  if (header === undefined)
    yield { kind: 'problems', problems: [toProblem({ row: 0 }, { path: '', code: 'bulk.csvEmpty' })] }
  else if (count === 0)
    yield { kind: 'problems', problems: [toProblem({ row: 0 }, { path: '', code: 'bulk.csvNoRows' })] }
}

function brokenAt({ row, code }: Extract<RecordEvent, { kind: 'broken' }>): Problem {
  return toProblem({ row }, { path: '', code, params: { row } })
}

function readRows(
  records: readonly string[][],
  header: Header,
  { first, seen }: { first: number; seen: Identities },
): RowReading[] {
  const rows: RowReading[] = []
  for (let index = 0; index < records.length; index++) {
    const cells = records[index]!
    if (isComment(cells, header) || isBlankRecord(cells)) continue
    rows.push(readRow(cells, header, { row: first + index, seen }))
  }
  return rows
}

function readRow(
  cells: readonly string[],
  header: Header,
  place: { row: number; seen: Identities },
): RowReading {
  const row = emptyRow(place.row)
  const problems: Problem[] = []
  const expected = header.columns.length
  if (cells.length !== expected) {
    const params = { count: cells.length, expected }
    problems.push(toProblem(place, { path: '', code: 'bulk.rowCells', params }))
  }
  // Only an export names the title of a row.
  const isExported = header.present.has('tag')
  for (const { column, at } of header.read) {
    const cell = cells[at] ?? ''
    const text = readText(cell, { isExported })
    if (text === '') continue
    const issue = !isStorable(cell) ? unstorable(column.name) : column.read(text, row)
    if (issue === undefined) continue
    const actual = toText(text).length
    problems.push(toProblem({ row: place.row, column: column.name }, issue, { actual }))
  }
  if (!problems.some(({ column }) => column === 'externalId' || column === 'tag'))
    problems.push(...checkIdentity(row, header, place.seen))
  inferContentType(row)
  for (const problem of problems) problem.externalId = row.externalId
  return { row, problems, header }
}

const unstorable = (field: string): Issue => ({
  path: field,
  code: 'validation.characters',
  params: { field },
})

const none: readonly Problem[] = []

/** A row without an id of its own goes by the tag of its title. */
function checkIdentity(row: CatalogueRow, { idAt, present }: Header, seen: Identities): readonly Problem[] {
  if (idAt < 0 && !present.has('tag')) return none
  if (row.externalId === '' && row.tag !== undefined) row.externalId = row.tag
  const column = idAt < 0 ? 'tag' : 'externalId'
  const place = { row: row.row, column }
  if (row.externalId === '') {
    const params = { field: idAt < 0 ? 'Tag' : 'External id' }
    return [toProblem(place, { path: column, code: 'validation.required', params })]
  }
  const first = seen.firstRow(row.externalId, row.row)
  const ofTag = row.tag === undefined ? undefined : seen.firstRow(`\n${row.tag}`, row.row)
  if (ofTag !== undefined) {
    const params = { first: ofTag }
    return [toProblem({ ...place, column: 'tag' }, { path: 'tag', code: 'bulk.titleTwice', params })]
  }
  if (first === undefined) return none
  const params = { value: row.externalId, first }
  return [toProblem(place, { path: column, code: 'bulk.externalIdTwice', params })]
}

/** An audio file makes the title an audio class (VAL-15). */
function inferContentType(row: CatalogueRow): void {
  if (row.draft.contentType === undefined && /\.(mp3|aac|m4a)$/i.test(row.files.file ?? ''))
    row.draft.contentType = ContentType.Audio
}

/** The template's guiding rows: a first cell or an external id that begins with #. */
function isComment(cells: readonly string[], header: Header): boolean {
  return isMarked(cells[0]) || isMarked(cells[header.idAt])
}

const isMarked = (cell: string | undefined): boolean =>
  cell?.includes('#') === true && cell.trimStart().startsWith('#')

function isBlankRecord(cells: readonly string[]): boolean {
  return cells.every(cell => cell.trim() === '')
}
