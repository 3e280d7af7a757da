import { type Collection, type CollectionSearch, type Page, toWireDate } from '@kinora/core'
import { and, asc, desc, eq, max, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { alphabetical, contains, firstNames, inStates, NAMES_READ, owned } from '../kernel/db/queries.ts'
import { crud } from '../kernel/rows/crud.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { UnpublishedTitles } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { collectionItemsTable as i, collectionsTable as t } from './tables.ts'

export type StoredCollection = typeof t.$inferSelect

/** A collection beside its classes. */
export type Plain = Omit<Collection, 'collectionItems' | 'itemCount' | 'upcomingCount'>

/** What people write of it; its classes, its place and the highlights are acts of their own. */
const toDraft = ({ name, description, isActive, documentIds }: StoredCollection) => ({
  name,
  description,
  active: isActive,
  documentIds,
})

export const toPlain = (row: StoredCollection): Plain => ({
  collectionTag: row.collectionTag,
  ...toDraft(row),
  isFeaturedCollection: row.isFeatured,
  isClassOfDayCollection: row.isClassOfDay,
  displayOrder: row.displayOrder,
  tenantId: row.tenantId,
  activatedOnce: row.activatedOnce,
  createdDate: toWireDate(row.createdAt),
  version: row.version,
})

const owns = (scope: Scope): SQL => owned(scope, { tenantId: t.tenantId })
const displayOrder = [asc(t.displayOrder), asc(t.collectionTag)]

export const collectionRows = crud(t, {
  noun: 'collections',
  id: 'collectionTag',
  owns,
  order: displayOrder,
  toDraft,
  toEntity: toPlain,
})

/** As audit entries find it. */
export const nameOf = (row: StoredCollection) => ({
  noun: 'collections',
  id: row.collectionTag,
  owner: { tenantId: row.tenantId },
  name: row.name,
  version: row.version,
})

type Search = Omit<z.output<typeof CollectionSearch>, 'items'>

/** API-122: one page in the wanted order. */
export async function listCollections(
  scope: OfTenant,
  db: Database,
  { page, take, query, state, sort, dir, collectionTag }: Search & { collectionTag?: string | undefined },
): Promise<Page<Plain>> {
  const isNamed = collectionTag === undefined ? undefined : eq(t.collectionTag, collectionTag)
  const where = and(owns(scope), contains(query, t.name, t.description), inStates(t, state), isNamed)
  const by = { asc, desc }[dir]
  const order = {
    displayOrder: by(t.displayOrder),
    name: by(alphabetical(t.name)),
    createdDate: by(t.createdAt),
  }[sort]
  const rows = db.select().from(t).where(where).orderBy(order, by(t.collectionTag)).$dynamic()
  const found = await readPage(rows, exactly(db.$count(t, where)), { page, take })
  return { ...found, data: found.data.map(toPlain) }
}

/** COLL-11: the place behind the last one of the tenant, which is locked. */
export async function nextPlace(scope: OfTenant, tx: Database): Promise<number> {
  const [found] = await tx
    .select({ last: max(t.displayOrder) })
    .from(t)
    .where(owns(scope))
  return (found?.last ?? 0) + 1
}

/** All of the tenant’s in display order; the caller has locked the tenant to change the order. */
export const inDisplayOrder = (scope: OfTenant, tx: Database): Promise<StoredCollection[]> =>
  tx
    .select()
    .from(t)
    .where(owns(scope))
    .orderBy(...displayOrder)

const ofTitles = ({ tenantId, tags }: UnpublishedTitles): SQL | undefined =>
  and(
    sql`${i.titleTag} IN ${tags}`,
    tenantId === null
      ? undefined
      : sql`${i.collectionTag} IN (SELECT ${t.collectionTag} FROM ${t} WHERE ${eq(t.tenantId, tenantId)})`,
  )

/** COLL-14: places in collections that go with these titles. */
export const countPlacesOf = async (db: Database, titles: UnpublishedTitles): Promise<number> =>
  db.$count(i, ofTitles(titles))

/** C-103: the names of the collections that these places are in. */
export async function namePlacesOf(db: Database, titles: UnpublishedTitles): Promise<string[]> {
  const found = await db
    .select({ name: t.name })
    .from(t)
    .innerJoin(i, eq(i.collectionTag, t.collectionTag))
    .where(ofTitles(titles))
    .groupBy(t.name)
    .orderBy(alphabetical(t.name), t.name)
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
  const count = await db.$count(t, shown)
  const found = await db
    .select({ name: t.name })
    .from(t)
    .where(and(shown, owned(scope, { tenantId: t.tenantId })))
    .groupBy(t.name)
    .orderBy(alphabetical(t.name), t.name)
    .limit(NAMES_READ)
  return { count, names: firstNames(found.map(({ name }) => name)) }
}

/**
 * COLL-14, CHAN-12: of the unpublish hook; removes them and returns how many. A collection that runs empty stays as it is, and
 * says so (decision 0061).
 */
export async function removePlacesOf(tx: Database, titles: UnpublishedTitles): Promise<number> {
  return (await tx.delete(i).where(ofTitles(titles)).returning({ tag: i.titleTag })).length
}
