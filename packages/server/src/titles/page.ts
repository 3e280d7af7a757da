import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from '../ports/db.ts'
import { knownNames } from './known-names.ts'
import { toList } from './lists.ts'
import type { Names } from './references.ts'
import { type StoredTitle, titleColumns } from './rows.ts'
import { titlesTable as t } from './tables.ts'

export interface ShownPage {
  rows: StoredTitle[]
  /** Absent where there is nothing to name. */
  names: Names | undefined
}

const fields = Object.entries(titleColumns).map(([key, column]) => ({ key, column, read: readerOf(column) }))

/** How far the upload of a title's video is; only those that have one are looked up. Then, which names are the right ones. */
const beside = `CASE WHEN video_status IS NOT NULL THEN
  (SELECT next_chunk FROM uploads WHERE role = 'video' AND title_tag = titles.tag) END,
  (SELECT version FROM names_version)`

/**
 * A title and what stands beside it, written out as it is the same every time: as cells, with lists as text that are taken apart
 * when they are asked for, or all in one cell of JSON.
 */
const cells = sql.raw(
  `${fields.map(({ column }) => `titles.${column.name}${isList(column) ? '::text' : ''}`)}, ${beside}`,
)
const cell = sql.raw(
  `json_build_array(${fields.map(({ column }) => `titles.${column.name}`)}, ${beside})::text AS title`,
)

/** The titles that match, from one place in their order. */
export interface PageQuery {
  where: SQL | undefined
  order: readonly SQL[]
  limit: number
  offset: number
  /** Many titles are passed over on the way to the page. */
  isFar: boolean
}

/** A page in one question. */
export async function readShown(db: Database, query: PageQuery): Promise<ShownPage> {
  const found = await (db.hasCheapCells ? readCells(db, query) : readJson(db, query))
  if (found[0] === undefined) return { rows: [], names: undefined }
  const names = await knownNames(db, found[0].at(-1) as string)
  const rows = found.map(toRow)
  const next = new Map(rows.map(({ tag }, index) => [tag, found[index]!.at(-2) as number | null]))
  return { rows, names: { ...names, chunkNumber: tag => (next.get(tag) ?? 1) - 1 } }
}

async function readJson(db: Database, query: PageQuery): Promise<unknown[][]> {
  const answer = await db.execute(sql`SELECT ${cell} ${fromTitles(query)}`)
  const { rows } = answer as unknown as { rows: { title: string }[] }
  return JSON.parse(`[${rows.map(({ title }) => title).join()}]`) as unknown[][]
}

const dialect = new PgDialect()

/** Past drizzle's own mapping, which asks of every cell what it is. */
async function readCells(db: Database, query: PageQuery): Promise<unknown[][]> {
  const question = dialect.sqlToQuery(sql`SELECT ${cells} ${fromTitles(query)}`)
  const rows = (found: unknown[][]) => found
  const answer = db._.session.prepareQuery(question, undefined, undefined, false, rows).execute()
  return (await answer) as unknown[][]
}

/** The way to a far page is walked in an index that covers what filters ask; only the rows of the page are read. */
export function fromTitles({ where, order, limit, offset, isFar }: PageQuery): SQL {
  const by = sql.join([...order], sql`, `)
  const page = sql`FROM ${t} WHERE ${where} ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`
  return isFar ? sql`FROM ${t} WHERE ${t.tag} = ANY(ARRAY(SELECT ${t.tag} ${page})) ORDER BY ${by}` : page
}

/** A title that reads a cell when it is asked for: some never are. */
class TitleCells {
  readonly cells: unknown[]
  constructor(cells: unknown[]) {
    this.cells = cells
  }
}
for (const [index, { key, read }] of fields.entries()) {
  Object.defineProperty(TitleCells.prototype, key, {
    get(this: TitleCells) {
      const cell = this.cells[index]
      return cell === null || read === undefined ? cell : read(cell)
    },
  })
}

const toRow = (cells: unknown[]): StoredTitle => new TitleCells(cells) as unknown as StoredTitle

type Column = (typeof titleColumns)[keyof typeof titleColumns]

function isList(column: Column): boolean {
  return column.columnType === 'PgArray'
}

/** How a cell becomes what drizzle would have read; most are it already. */
function readerOf(column: Column): ((cell: unknown) => unknown) | undefined {
  if (isList(column)) return cell => (typeof cell === 'string' ? toList(cell) : cell)
  const isOther = ['PgTimestamp', 'PgBigInt53'].includes(column.columnType)
  return isOther ? cell => column.mapFromDriverValue(cell as never) : undefined
}
