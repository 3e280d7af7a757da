import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { favouritesTable as f } from './tables.ts'

/** Titles by a query of their tags; of one tenant, or of all where it is null. */
interface Titles {
  tenantId: string | null
  tags: SQL
}

const ofTitles = ({ tenantId, tags }: Titles): SQL | undefined =>
  and(sql`${f.titleTag} IN ${tags}`, tenantId === null ? undefined : eq(f.tenantId, tenantId))

/** FAV-04: favourites that go with these titles. */
export async function countFavouritesOf(db: Database, titles: Titles): Promise<number> {
  const [found] = await db.select({ total: count() }).from(f).where(ofTitles(titles))
  return found?.total ?? 0
}

/** FAV-04: removes them; gives how many. */
export async function removeFavouritesOf(tx: Database, titles: Titles): Promise<number> {
  return (await tx.delete(f).where(ofTitles(titles)).returning()).length
}
