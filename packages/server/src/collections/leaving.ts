import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { collectionItemsTable as i, collectionsTable as t } from './tables.ts'

/** Titles by a query of their tags; of one tenant, or of all where it is null. */
interface Titles {
  tenantId: string | null
  tags: SQL
}

const ofTitles = ({ tenantId, tags }: Titles): SQL | undefined =>
  and(
    sql`${i.titleTag} IN ${tags}`,
    tenantId === null
      ? undefined
      : sql`${i.collectionTag} IN (SELECT ${t.collectionTag} FROM ${t} WHERE ${eq(t.tenantId, tenantId)})`,
  )

/** COLL-14: places in collections that go with these titles. */
export async function countPlacesOf(db: Database, titles: Titles): Promise<number> {
  const [found] = await db.select({ total: count() }).from(i).where(ofTitles(titles))
  return found?.total ?? 0
}

/** COLL-14, CHAN-12: removes them; gives how many. A collection that runs empty stays as it is, and says so (decision 0061). */
export async function removePlacesOf(tx: Database, titles: Titles): Promise<number> {
  return (await tx.delete(i).where(ofTitles(titles)).returning({ tag: i.titleTag })).length
}
