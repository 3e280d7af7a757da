import { and, arrayContains, eq } from 'drizzle-orm'
import { type Author, recordWrites, stamp } from '../kernel/rows/audit.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { subscriptionsTable as t } from './tables.ts'

/**
 * C-113: the titles of the packages of which this collection is the last one. All that have it are row-locked until the
 * transaction ends, so that of two collections that go at once one stays.
 */
export async function packagesNeeding(
  scope: OfTenant,
  tx: Database,
  collectionTag: string,
): Promise<string[]> {
  const rows = await withCollection(scope, tx, collectionTag)
  return rows.flatMap(row => (row.collectionTags.length === 1 ? row.title : []))
}

/**
 * A delete hook of collections: removes one that is being deleted from the packages that have others: a write of the person who
 * deletes it.
 */
export async function removeCollectionFromPackages(
  scope: OfTenant,
  tx: Database,
  { collectionTag, by }: { collectionTag: string; by: Author },
): Promise<void> {
  const rows = await withCollection(scope, tx, collectionTag)
  for (const { subsPackageId, title: name, collectionTags: before, version } of rows) {
    const after = before.filter(tag => tag !== collectionTag)
    await tx
      .update(t)
      .set({ collectionTags: after, version: version + 1, ...stamp(by.now, by.userId) })
      .where(eq(t.subsPackageId, subsPackageId))
    await recordWrites(tx, by, [
      {
        noun: 'subscriptions',
        id: subsPackageId,
        name,
        owner: scope,
        verb: 'update',
        version: version + 1,
        changes: [{ path: 'collectionTags', before, after }],
      },
    ])
  }
}

const withCollection = ({ tenantId }: OfTenant, tx: Database, tag: string) =>
  tx
    .select()
    .from(t)
    .where(and(eq(t.tenantId, tenantId), arrayContains(t.collectionTags, [tag])))
    .orderBy(t.subsPackageId)
    .for('update')
