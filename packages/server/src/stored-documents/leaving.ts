import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import { alphabetical } from '../kernel/db/conditions.ts'
import { firstNames, NAMES_READ } from '../kernel/first-names.ts'
import type { Database } from '../ports/db.ts'
import { documentTitlesTable as p, documentsTable as t } from './tables.ts'

/** Titles by a query of their tags; of one tenant, or of all where it is null. */
interface Titles {
  tenantId: string | null
  tags: SQL
}

const ofTitles = ({ tenantId, tags }: Titles): SQL | undefined =>
  and(
    sql`${p.titleTag} IN ${tags}`,
    tenantId === null
      ? undefined
      : sql`${p.documentId} IN (SELECT ${t.documentId} FROM ${t} WHERE ${eq(t.tenantId, tenantId)})`,
  )

/** C-103: documents that these titles show, counted title by title. */
export async function countMappingsOf(db: Database, titles: Titles): Promise<number> {
  const [found] = await db.select({ total: count() }).from(p).where(ofTitles(titles))
  return found!.total
}

/** C-103: the names of these documents. */
export async function nameMappingsOf(db: Database, titles: Titles): Promise<string[]> {
  const mapped = db.select({ id: p.documentId }).from(p).where(ofTitles(titles))
  const found = await db
    .select({ title: t.title })
    .from(t)
    .where(sql`${t.documentId} IN ${mapped}`)
    .orderBy(alphabetical(t.title), asc(t.documentId))
    .limit(NAMES_READ)
  return firstNames(found.map(({ title }) => title))
}

/** CHAN-12: the titles no longer show them; gives how many places went. */
export async function removeMappingsOf(tx: Database, titles: Titles): Promise<number> {
  return (await tx.delete(p).where(ofTitles(titles)).returning({ tag: p.titleTag })).length
}
