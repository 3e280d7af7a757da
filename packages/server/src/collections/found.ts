import type { PageInput } from '@kinora/core'
import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports/db.ts'
import { withItems } from './items.ts'
import { listCollections, type OfTenant } from './rows.ts'
import { collectionsTable as t } from './tables.ts'

/** Which of these are collections of the tenant; they stay until the transaction ends. */
export async function holdCollections(
  { tenantId }: OfTenant,
  tx: Database,
  tags: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ tag: t.collectionTag })
    .from(t)
    .where(and(eq(t.tenantId, tenantId), inArray(t.collectionTag, [...tags])))
    .orderBy(t.collectionTag)
    .for('share')
  return new Set(rows.map(({ tag }) => tag))
}

/** What a site shows: the active ones in display order, with classes that are shown already. */
export async function listShownCollections(
  scope: OfTenant,
  deps: Pick<Deps, 'db' | 'names' | 'clock'>,
  { items, ...page }: PageInput & { items: number },
) {
  const active = { ...page, ...({ sort: 'displayOrder', dir: 'asc' } as const), state: ['Active' as const] }
  const found = await listCollections(scope, deps.db, active)
  return { ...found, data: await withItems(scope, deps, found.data, { items, upcoming: false }) }
}

/** The tags of the active ones. */
export async function activeCollections({ tenantId }: OfTenant, db: Database): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ tag: t.collectionTag })
    .from(t)
    .where(and(eq(t.tenantId, tenantId), eq(t.isActive, true)))
  return new Set(rows.map(({ tag }) => tag))
}
