import { type Collection, type CollectionSearch, type Page, toPage, toWireDate } from '@kinora/core'
import { and, asc, count, desc, max, type SQL } from 'drizzle-orm'
import type * as z from 'zod'
import { alphabetical, contains, inStates } from '../kernel/db/conditions.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { crud } from '../kernel/rows/crud.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { collectionsTable as t } from './tables.ts'

export type OfTenant = Scope & { kind: 'tenant' }
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
  version: row.version,
})

type Search = Omit<z.output<typeof CollectionSearch>, 'items'>

/** API-122: one page in the wanted order. */
export async function listCollections(
  scope: OfTenant,
  db: Database,
  { page, take, query, state, sort, dir }: Search,
): Promise<Page<Plain>> {
  const where = and(owns(scope), contains(query, t.name, t.description), inStates(t, state))
  const by = { asc, desc }[dir]
  const order = {
    displayOrder: by(t.displayOrder),
    name: by(alphabetical(t.name)),
    createdDate: by(t.createdAt),
  }[sort]
  const all = db.select().from(t).where(where).orderBy(order, by(t.collectionTag)).$dynamic()
  const rows = await all.limit(take).offset((page - 1) * take)
  const [counted] = await db.select({ total: count() }).from(t).where(where)
  return toPage(rows.map(toPlain), counted!.total, { page, take })
}

/** COLL-11: the place behind the last one of the tenant, which is locked. */
export async function nextPlace(scope: OfTenant, tx: Database): Promise<number> {
  const [found] = await tx
    .select({ last: max(t.displayOrder) })
    .from(t)
    .where(owns(scope))
  return (found?.last ?? 0) + 1
}

/** All of the tenant’s in display order; whoever changes the order has locked the tenant. */
export const inDisplayOrder = (scope: OfTenant, tx: Database): Promise<StoredCollection[]> =>
  tx
    .select()
    .from(t)
    .where(owns(scope))
    .orderBy(...displayOrder)
