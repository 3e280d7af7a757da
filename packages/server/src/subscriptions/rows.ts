import {
  type Page,
  type PageInput,
  type Subscription,
  SubscriptionDraft,
  type SubscriptionSearch,
  toActiveState,
  toWireDate,
} from '@kinora/core'
import { and, asc, desc, type SQL } from 'drizzle-orm'
import type * as z from 'zod'
import { activeCollections } from '../collections/index.ts'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { alphabetical, contains, inStates, isOneOf, owned } from '../kernel/db/queries.ts'
import { crud, picked } from '../kernel/rows/crud.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { subscriptionsTable as t } from '../stored-subscriptions/tables.ts'

type StoredSubscription = typeof t.$inferSelect

const toDraft = picked(SubscriptionDraft)

const toEntity = (row: StoredSubscription): Subscription => ({
  subsPackageId: row.subsPackageId,
  ...toDraft(row),
  imageLink: row.imageLink,
  status: toActiveState({ active: row.isActive, activatedOnce: row.activatedOnce }),
  paymentKind: 'stripe',
  tenantId: row.tenantId,
  createdDate: toWireDate(row.createdAt),
  version: row.version,
})

const owns = (scope: Scope): SQL => owned(scope, { tenantId: t.tenantId })

export const subscriptionRows = crud(t, {
  noun: 'subscriptions',
  id: 'subsPackageId',
  owns,
  order: [alphabetical(t.title)],
  toDraft,
  toEntity,
})

type Search = z.output<typeof SubscriptionSearch>

/** API-119: one page in the wanted order. */
export async function listSubscriptions(
  scope: OfTenant,
  db: Database,
  { page, take, query, status, subscriptionType, sort, dir }: Search,
): Promise<Page<Subscription>> {
  const where = and(
    owns(scope),
    contains(query, t.title, t.description),
    inStates(t, status),
    isOneOf(t.subscriptionType, subscriptionType ?? []),
  )
  const by = { asc, desc }[dir]
  const order = { title: by(alphabetical(t.title)), createdDate: by(t.createdAt) }[sort]
  const rows = db.select().from(t).where(where).orderBy(order, by(t.subsPackageId)).$dynamic()
  const found = await readPage(rows, exactly(db.$count(t, where)), { page, take })
  return { ...found, data: found.data.map(toEntity) }
}

/** What a site offers: the active packages, of their collections those that it shows. */
export async function listShownSubscriptions(
  scope: OfTenant,
  db: Database,
  page: PageInput,
): Promise<Page<Subscription>> {
  const found = await listSubscriptions(scope, db, { ...page, status: ['Active'], sort: 'title', dir: 'asc' })
  const active = await activeCollections(scope, db)
  return {
    ...found,
    data: found.data.map(row => ({
      ...row,
      collectionTags: row.collectionTags.filter(tag => active.has(tag)),
    })),
  }
}
