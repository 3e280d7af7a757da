import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { knownNames } from './known-names.ts'
import type { Names } from './references.ts'
import { type StoredTitle, titleColumns } from './rows.ts'
import { titlesTable as t } from './tables.ts'

export interface ShownPage {
  rows: StoredTitle[]
  /** Absent where there is nothing to name. */
  names: Names | undefined
}

const fields = Object.entries(titleColumns).map(([key, column]) => ({
  key,
  column,
  isReady: !['PgTimestamp', 'PgBigInt53'].includes(column.columnType),
}))

/** How far the upload of a title's video is; only those that have one are looked up. */
const nextChunk = `CASE WHEN video_status IS NOT NULL THEN
  (SELECT next_chunk FROM uploads WHERE role = 'video' AND title_tag = titles.tag) END`

/**
 * A title, its upload, and which names are the right ones, as one cell: what costs a driver time is cells. Written out, as
 * it is the same every time.
 */
const cell = sql.raw(`json_build_array(${fields.map(({ column }) => `titles.${column.name}`).join(', ')},
  ${nextChunk}, (SELECT version FROM names_version))::text AS title`)

/** A page in one question. `tags` chooses the titles, in an index where that is possible; only they are read. */
export async function readShown(db: Database, tags: SQL, order: readonly SQL[]): Promise<ShownPage> {
  const answer = await db.execute(
    sql`SELECT ${cell} FROM ${t} WHERE ${t.tag} = ANY(ARRAY(${tags})) ORDER BY ${sql.join([...order], sql`, `)}`,
  )
  const { rows: found } = answer as unknown as { rows: { title: string }[] }
  if (found.length === 0) return { rows: [], names: undefined }
  const cells = JSON.parse(`[${found.map(({ title }) => title).join()}]`) as unknown[][]
  const names = await knownNames(db, cells[0]!.at(-1) as string)
  const rows = cells.map(toRow)
  const next = new Map(rows.map(({ tag }, index) => [tag, cells[index]!.at(-2) as number | null]))
  return { rows, names: { ...names, chunkNumber: tag => (next.get(tag) ?? 1) - 1 } }
}

/** A title that reads a cell when it is asked for: some never are. */
class TitleCells {
  readonly cells: unknown[]
  constructor(cells: unknown[]) {
    this.cells = cells
  }
}
for (const [index, { key, column, isReady }] of fields.entries()) {
  const get = isReady
    ? function (this: TitleCells) {
        return this.cells[index]
      }
    : function (this: TitleCells) {
        const cell = this.cells[index]
        return cell === null ? null : column.mapFromDriverValue(cell as never)
      }
  Object.defineProperty(TitleCells.prototype, key, { get })
}

const toRow = (cells: unknown[]): StoredTitle => new TitleCells(cells) as unknown as StoredTitle
