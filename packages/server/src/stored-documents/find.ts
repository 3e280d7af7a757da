import { and, inArray } from 'drizzle-orm'
import { owned } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { documentsTable as t } from './tables.ts'

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
