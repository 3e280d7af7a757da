import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { alphabetical, firstNames, NAMES_READ, owned } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { UnpublishedTitles } from '../stored-titles/index.ts'
import { documentTitlesTable as p, documentsTable as t } from './tables.ts'

/** Bytes of the documents for which `condition` holds, without the one whose file is being replaced. */
export async function documentBytes(
  db: Database,
  condition: SQL | undefined,
  replaced?: string,
): Promise<number> {
  const others = replaced === undefined ? undefined : ne(t.documentId, replaced)
  const [found] = await db
    .select({ bytes: sql<string>`coalesce(sum(${t.size}), 0)` })
    .from(t)
    .where(and(condition, others))
  return Number(found!.bytes)
}

/** COLL-13: which of these ids are documents of the tenant; in a transaction they stay until it ends. */
export async function findDocuments(
  scope: Scope,
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: t.documentId })
    .from(t)
    .where(and(inArray(t.documentId, [...ids]), owned(scope, { tenantId: t.tenantId })))
    .for('key share')
  return new Set(rows.map(({ id }) => id))
}

const ofTitles = ({ tenantId, tags }: UnpublishedTitles): SQL | undefined =>
  and(
    sql`${p.titleTag} IN ${tags}`,
    tenantId === null
      ? undefined
      : sql`${p.documentId} IN (SELECT ${t.documentId} FROM ${t} WHERE ${eq(t.tenantId, tenantId)})`,
  )

/** C-103: documents that these titles show, counted title by title. */
export const countMappingsOf = async (db: Database, titles: UnpublishedTitles): Promise<number> =>
  db.$count(p, ofTitles(titles))

/** C-103: the names of these documents. */
export async function nameMappingsOf(db: Database, titles: UnpublishedTitles): Promise<string[]> {
  const mapped = db.select({ id: p.documentId }).from(p).where(ofTitles(titles))
  const found = await db
    .select({ title: t.title })
    .from(t)
    .where(sql`${t.documentId} IN ${mapped}`)
    .orderBy(alphabetical(t.title), asc(t.documentId))
    .limit(NAMES_READ)
  return firstNames(found.map(({ title }) => title))
}

/** CHAN-12: of the unpublish hook; the titles no longer show them; returns how many places went. */
export async function removeMappingsOf(tx: Database, titles: UnpublishedTitles): Promise<number> {
  return (await tx.delete(p).where(ofTitles(titles)).returning({ tag: p.titleTag })).length
}
