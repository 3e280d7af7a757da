import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from '../../ports/db.ts'
import { type StoredTitle, titleColumns } from '../../stored-titles/index.ts'
import { knownNames } from '../view/known-names.ts'
import type { Names } from '../view/names.ts'
import { toList } from './lists.ts'

export interface ShownPage {
  rows: StoredTitle[]
  /** What those of them show that are named. */
  namesOf(rows: readonly StoredTitle[]): Promise<Names>
}

const fields = Object.entries(titleColumns).map(([key, column]) => ({ key, column, read: readerOf(column) }))

const tagAt = fields.findIndex(({ key }) => key === 'tag')

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
  order: SQL
  limit: number
  offset: number
  /** Many titles are passed over on the way to the page. */
  isFar: boolean
}

/** A page in one question. */
export async function readShown(db: Database, query: PageQuery): Promise<ShownPage> {
  const rows = await (db.hasCheapCells ? readCells(db, query) : readJson(db, query))
  return {
    rows: rows as unknown as StoredTitle[],
    async namesOf(shown) {
      const named = shown as unknown as readonly ShownTitle[]
      const names = await knownNames(db, named[0]!.namesVersion)
      const next = new Map(named.map(({ tag, nextChunk }) => [tag, nextChunk]))
      return { ...names, chunkNumber: tag => (next.get(tag) ?? 1) - 1 }
    },
  }
}

async function readJson(db: Database, query: PageQuery): Promise<ShownTitle[]> {
  const answer = await db.execute(sql`SELECT tag, ${cell} ${fromTitles(query)}`)
  const { rows } = answer as unknown as { rows: { tag: string; title: string }[] }
  return rows.map(({ tag, title }) => new ShownTitle(tag, title))
}

const dialect = new PgDialect()

/** Past drizzle's own mapping, which asks of every cell what it is. */
async function readCells(db: Database, query: PageQuery): Promise<ShownTitle[]> {
  const question = dialect.sqlToQuery(sql`SELECT ${cells} ${fromTitles(query)}`)
  const toShown = (found: unknown[][]) => found.map(row => new ShownTitle(row[tagAt] as string, row))
  const answer = db._.session.prepareQuery(question, undefined, undefined, false, toShown).execute()
  return (await answer) as ShownTitle[]
}

/** The way to a far page is walked in an index that covers what filters ask; only the rows of the page are read. */
export function fromTitles({ where, order, limit, offset, isFar }: PageQuery): SQL {
  const page = sql`FROM titles WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
  return isFar ? sql`FROM titles WHERE tag = ANY(ARRAY(SELECT tag ${page})) ORDER BY ${order}` : page
}

/** A title as the database gave it, which reads a cell when it is asked for: some never are. */
export class ShownTitle {
  readonly tag: string
  /** Its cells, or the JSON of them; what is the same again is the same title with the same names. */
  readonly raw: string | readonly unknown[]
  #cells: readonly unknown[] | undefined

  constructor(tag: string, raw: string | readonly unknown[]) {
    this.tag = tag
    this.raw = raw
  }

  get cells(): readonly unknown[] {
    this.#cells ??= typeof this.raw === 'string' ? (JSON.parse(this.raw) as unknown[]) : this.raw
    return this.#cells
  }

  get nextChunk(): number | null {
    return this.cells.at(-2) as number | null
  }

  get namesVersion(): string {
    return this.cells.at(-1) as string
  }
}
for (const [index, { key, read }] of fields.entries()) {
  if (index === tagAt) continue
  Object.defineProperty(ShownTitle.prototype, key, {
    get(this: ShownTitle) {
      const cell = this.cells[index]
      return cell === null || read === undefined ? cell : read(cell)
    },
  })
}

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
