import type { KinoraError, MessageKey } from '@kinora/core'
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Author } from '../kernel/rows/audit.ts'
import type { Database } from '../ports/db.ts'
import type { Settling } from '../sso/index.ts'
import { scimError } from './failure.ts'
import { type Columns, parseFilter, plainPath, toCondition } from './filter.ts'
import { COUNT_DEFAULT, COUNT_MAX, type Shown } from './schemas.ts'

/** What every call knows: for which identity provider, by whom, under which address, and what is asked for. */
export interface Handed extends Settling {
  by: Author
  /** Of the resources: `https://…/scim/v2`. */
  base: string
  shown: Shown
  ifMatch: string | undefined
  notFound(code: MessageKey, id: string): KinoraError
}

/** RFC 7644, 3.4.2 */
export interface Listing {
  filter?: string | undefined
  sortBy?: string | undefined
  isDescending: boolean
  /** From 1. */
  startIndex: number
  count: number
}

/** The query of a list. What is out of range is taken as the nearest, as RFC 7644, 3.4.2.4, says; throws where it is no number. */
export function readQuery(query: Readonly<Record<string, string>>): Listing {
  const number = (parameter: string, otherwise: number): number => {
    const given = query[parameter]
    if (given === undefined || given === '') return otherwise
    if (!/^-?\d{1,9}$/.test(given)) throw scimError('scim.paging', { parameter })
    return Number(given)
  }
  return {
    filter: query.filter?.trim() || undefined,
    sortBy: query.sortBy?.trim() || undefined,
    isDescending: query.sortOrder?.toLowerCase() === 'descending',
    startIndex: Math.max(1, number('startIndex', 1)),
    count: Math.min(COUNT_MAX, Math.max(0, number('count', COUNT_DEFAULT))),
  }
}

interface Source {
  table: PgTable
  id: PgColumn
  where: SQL
  columns: Columns
}

/** The rows of a page, and how many there are of all. */
export async function readListing<Row>(
  db: Database,
  { table, id, where, columns }: Source,
  { filter, sortBy, isDescending, startIndex, count }: Listing,
): Promise<{ total: number; rows: Row[] }> {
  const wanted = and(where, filter === undefined ? undefined : toCondition(parseFilter(filter), columns))
  const order = sortBy === undefined ? [] : [sorted(sortBy, columns)].map(isDescending ? desc : asc)
  const total = await db.$count(table, wanted)
  if (count === 0) return { total, rows: [] }
  const rows = await db
    .select()
    .from(table)
    .where(wanted)
    .orderBy(...order, asc(id))
    .limit(count)
    .offset(startIndex - 1)
  return { total, rows: rows as Row[] }
}

function sorted(sortBy: string, columns: Columns): SQL {
  const column = columns.get(plainPath(sortBy))
  if (column === undefined || column.kind === 'many') {
    const known = [...columns].filter(([, { kind }]) => kind !== 'many').map(([name]) => name)
    throw scimError('scim.sort', { attribute: sortBy, known: known.join(', ') })
  }
  return column.kind === 'text' && !column.isExact ? sql`lower(${column.value})` : column.value
}
