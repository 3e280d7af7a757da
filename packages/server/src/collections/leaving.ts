import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { owned } from '../kernel/db/scope-condition.ts'
import { firstNames, NAMES_READ } from '../kernel/first-names.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { titlesTable } from '../stored-titles/tables.ts'
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

/** C-103: the names of the collections that these places are in. */
export async function namePlacesOf(db: Database, titles: Titles): Promise<string[]> {
  const found = await db
    .selectDistinct({ name: t.name })
    .from(t)
    .innerJoin(i, eq(i.collectionTag, t.collectionTag))
    .where(ofTitles(titles))
    .orderBy(t.name)
    .limit(NAMES_READ)
  return firstNames(found.map(({ name }) => name))
}

/** C-103: how many collections show some of these titles on their sites, and those that the caller may see by name. */
export async function collectionsShowing(
  scope: Scope,
  db: Database,
  tags: readonly string[],
): Promise<{ count: number; names: string[] }> {
  if (tags.length === 0) return { count: 0, names: [] }
  const shown = sql`EXISTS (SELECT 1 FROM ${i} JOIN ${titlesTable} ON ${titlesTable.tag} = ${i.titleTag}
    WHERE ${i.collectionTag} = ${t.collectionTag} AND ${i.titleTag} = ANY(${sql.param([...tags])}::text[])
    AND ${t.tenantId} = ANY(${titlesTable.tenants}))`
  const [all] = await db.select({ total: count() }).from(t).where(shown)
  const found = await db
    .selectDistinct({ name: t.name })
    .from(t)
    .where(and(shown, owned(scope, { tenantId: t.tenantId })))
    .orderBy(t.name)
    .limit(NAMES_READ)
  return { count: all?.total ?? 0, names: firstNames(found.map(({ name }) => name)) }
}

/** COLL-14, CHAN-12: removes them; gives how many. A collection that runs empty stays as it is, and says so (decision 0061). */
export async function removePlacesOf(tx: Database, titles: Titles): Promise<number> {
  return (await tx.delete(i).where(ofTitles(titles)).returning({ tag: i.titleTag })).length
}
