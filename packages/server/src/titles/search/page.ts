import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ports/db.ts'
import { type StoredTitle, titleColumns } from '../../stored-titles/index.ts'
import { titlesTable as t } from '../../stored-titles/tables.ts'

/** The titles that match, from one place in their order. */
export interface PageQuery {
  where: SQL | undefined
  order: SQL
  limit: number
  offset: number
  /** Many titles are passed over on the way to the page. */
  isFar: boolean
}

/** The way to a far page is walked in an index that covers what filters ask; only the rows of the page are read (0006). */
export async function readPage(db: Database, query: PageQuery): Promise<StoredTitle[]> {
  const { where, order, limit, offset, isFar } = query
  const titles = db.select(titleColumns).from(t)
  if (!isFar) return titles.where(where).orderBy(order).limit(limit).offset(offset)
  return titles.where(sql`${t.tag} = ANY(ARRAY(${tagsOfPage(query)}))`).orderBy(order)
}

export const tagsOfPage = ({ where, order, limit, offset }: Omit<PageQuery, 'isFar'>): SQL =>
  sql`SELECT tag FROM titles WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
