import { and, eq, inArray } from 'drizzle-orm'
import { batchesTable } from '../batch-work/tables.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { forgetViewer } from '../playback/index.ts'
import type { Database } from '../ports/db.ts'
import { membersTable as m, memberImportRowsTable as rows } from './tables.ts'

/**
 * Erases a member for good (decision 0065): its row and subscriptions go, results of imports no longer name it, and its
 * plays stay under an id that leads to nobody. The audit entry says who erased, and nothing of the person.
 */
export async function eraseMember(
  scope: Scope & { kind: 'tenant' },
  tx: Database,
  { userId, by }: { userId: string; by: Author },
): Promise<void> {
  const [gone] = await tx
    .delete(m)
    .where(and(eq(m.userId, userId), owned(scope, m)))
    .returning()
  if (gone === undefined) throw notFound()
  const { tenantId, externalUserId, version } = gone
  await forgetViewer(tx, { tenantId, userId: externalUserId })
  const imports = tx
    .select({ id: batchesTable.batchId })
    .from(batchesTable)
    .where(eq(batchesTable.tenantId, tenantId))
  await tx
    .update(rows)
    .set({ externalUserId: '' })
    .where(and(eq(rows.externalUserId, externalUserId), inArray(rows.batchId, imports)))
  await recordWrite(tx, by, {
    noun: 'members',
    id: userId,
    verb: 'erase',
    version,
    owner: { tenantId },
    changes: [],
  })
}
