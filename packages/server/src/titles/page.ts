import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { type NamedJson, type Names, namesOfRelation, readable } from './references.ts'
import { type StoredTitle, titleColumns } from './rows.ts'
import { titlesTable } from './tables.ts'

export interface ShownPage {
  rows: StoredTitle[]
  names: Names
}

const fields = Object.entries(titleColumns).map(([key, column]) => ({ key, column }))
const columns = sql.join(
  fields.map(({ column }) => sql`${column}`),
  sql`, `,
)

/**
 * A page and its names in one question and one value: the database writes the JSON, which costs both sides less than
 * thousands of cells. `tags` chooses the titles, in an index where that is possible; only they are read.
 */
export async function readShown(db: Database, tags: SQL, order: readonly SQL[]): Promise<ShownPage> {
  const page = sql`page AS MATERIALIZED (SELECT ${columns} FROM ${titlesTable} WHERE ${titlesTable.tag} IN (${tags}))`
  const answer = await db.execute(sql`WITH ${page} SELECT
    (SELECT json_agg(json_build_array(${columns}) ORDER BY ${sql.join([...order], sql`, `)}) FROM page AS titles) AS page,
    ${namesOfRelation(sql`page`)} AS names`)
  const { rows } = answer as unknown as { rows: { page: unknown[][] | null; names: NamedJson }[] }
  const { page: found, names } = rows[0]!
  return { rows: (found ?? []).map(toRow), names: readable(names) }
}

/** The values in the order of the columns, as drizzle would have read them. */
function toRow(values: unknown[]): StoredTitle {
  const row: Record<string, unknown> = {}
  for (const [index, { key, column }] of fields.entries()) {
    const value = values[index]
    row[key] = value === null ? null : column.mapFromDriverValue(value)
  }
  return row as StoredTitle
}
