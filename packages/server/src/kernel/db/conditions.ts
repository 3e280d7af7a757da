import { type ActiveState, foldedWords } from '@kinora/core'
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A pattern of LIKE for what contains this text as it is. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** `fold` of core, where the database holds text that isn’t stored folded. */
export const folded = (text: PgColumn | SQL): SQL => sql`kinora_fold(${text})`

/** Rows that hold every word in one of the columns, folded; every row where there is none. Short tables are folded as they are read. */
export function contains(
  query: string | undefined,
  ...columns: readonly (PgColumn | SQL)[]
): SQL | undefined {
  const patterns = foldedWords(query).map(containing)
  if (patterns.length === 0) return undefined
  const text = columns.length === 1 ? columns[0]! : sql`concat_ws(E'\n', ${sql.join([...columns], sql`, `)})`
  return sql`${folded(text)} LIKE ALL (${sql.param(patterns)}::text[])`
}

/** The same for a column that is stored folded, whose index finds each word. */
export const holds = (query: string | undefined, foldedColumn: PgColumn | SQL): SQL | undefined =>
  and(...foldedWords(query).map(word => sql`${foldedColumn} LIKE ${containing(word)}`))

/** In the order of a dictionary, whatever case or accents, numbers by their value: Ada, Day 2, Day 10, Émile, Zoë. */
export const alphabetical = (column: PgColumn | SQL): SQL =>
  sql`kinora_numbers(${column}) COLLATE "und-x-icu"`

/** TITLE-17: rows with one of these values; every row where there are none. */
export const isOneOf = <T>(column: PgColumn, values: readonly T[]): SQL | undefined =>
  values.length === 0 ? undefined : inArray(column, [...values])

/** C-78, SESS-19: rows in one of these states; every row where there are none. */
export function inStates(
  { isActive, activatedOnce }: Record<'isActive' | 'activatedOnce', PgColumn>,
  states: readonly ActiveState[] = [],
): SQL | undefined {
  const conditions: Record<ActiveState, SQL | undefined> = {
    Active: eq(isActive, true),
    Inactive: and(not(isActive), eq(activatedOnce, true)),
    Saved: and(not(isActive), eq(activatedOnce, false)),
  }
  return or(...states.map(state => conditions[state]))
}

/** Rows that are active, or those that aren't; every row where it is left out. */
export const isActiveAs = (column: PgColumn, isActive: boolean | undefined): SQL | undefined =>
  isActive === undefined ? undefined : eq(column, isActive)
