import { type ActiveState, foldedWords } from '@kinora/core'
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../ports/db.ts'
import { tenantNotChosen } from '../rows/refusals.ts'
import type { Scope } from '../scope.ts'

/** A pattern of LIKE for what contains this text as it is. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** `fold` of core, where the database holds text that isn’t stored folded. */
export const folded = (text: PgColumn | SQL): SQL => sql`kinora_fold(${text})`

/**
 * Rows that contain every word in one of the columns, folded; every row where there is none. Short tables are folded as they are
 * read.
 */
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

/** The first of a name in several languages. */
export const localised = (name: PgColumn): SQL =>
  sql`coalesce(${name} ->> 'invariantText', ${name} ->> 'en-US', ${name} ->> 'en-GB', jsonb_path_query_first(${name}, '$.*') #>> '{}')`

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

/** Everything and nothing, as conditions. */
export const everything = sql`true`
export const nothing = sql`false`

/** F-2, `own` and `sel`: the rows of the caller's tenant or provider; admin has every row. */
export function owned(scope: Scope, columns: { tenantId?: PgColumn; providerId?: PgColumn }): SQL {
  switch (scope.kind) {
    case 'all':
      return everything
    case 'provider':
      return columns.providerId === undefined ? nothing : eq(columns.providerId, scope.providerId)
    case 'tenant':
      return columns.tenantId === undefined ? nothing : eq(columns.tenantId, scope.tenantId)
    case 'unchosen':
      throw tenantNotChosen()
  }
}

/** C-84: rows of the platform (no tenant) are offered to all, those of a tenant only to who acts for it; admin sees every row. */
export function ownedOrPlatform(scope: Scope, tenantId: PgColumn): SQL {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'tenant') return sql`(${tenantId} IS NULL OR ${tenantId} = ${scope.tenantId})`
  return sql`${tenantId} IS NULL`
}

/** The rows of a statement written by hand, which only its author knows the columns of; both databases answer alike. */
export async function rowsOf<Row>(db: Database, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows
}

/** Rows that are read at a time where all are wanted. */
export const PORTION = 1000

/** All rows in their order, a portion at a time, each from behind the last row of the one before: memory stays flat however many there are. */
export async function* eachPortion<Row>(
  read: (last: Row | undefined) => PromiseLike<Row[]>,
  portion = PORTION,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < portion) return
    last = rows.at(-1)
  }
}

/** Names that are told at once. */
const NAMED = 5

/** As many as are read, so that it is known whether there are more. */
export const NAMES_READ = NAMED + 1

/** The first of them, and “…” where there are more. */
export const firstNames = (names: readonly string[]): string[] =>
  names.length > NAMED ? [...names.slice(0, NAMED), '…'] : [...names]

/** Rows by what each belongs to, in their order. */
export function groupRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}
