import type { ActiveState } from '@kinora/core'
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A pattern of LIKE for what contains this text as it is. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Rows with this text in one of the columns, whatever its case; every row where it is blank or left out. */
export function contains(text: string | undefined, ...columns: (PgColumn | SQL)[]): SQL | undefined {
  const part = text?.trim() ?? ''
  return part === '' ? undefined : or(...columns.map(column => sql`${column} ILIKE ${containing(part)}`))
}

/** In the order of a dictionary, whatever case or accents: Ada, Émile, Zoë. */
export const alphabetical = (column: PgColumn | SQL): SQL => sql`${column} COLLATE "und-x-icu"`

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
