import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import type { OfTenant } from './rows.ts'
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
