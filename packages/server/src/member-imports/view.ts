import { type MemberImport, toWireDate } from '@kinora/core'
import { inArray } from 'drizzle-orm'
import type { StoredBatch } from '../batch-work/index.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { usersTable } from '../session/tables.ts'

/** Imports as they travel, with the names of those who uploaded them. */
export async function toImports(
  _scope: Scope,
  db: Database,
  batches: readonly StoredBatch[],
): Promise<MemberImport[]> {
  const ids = [...new Set(batches.flatMap(({ createdBy }) => createdBy ?? []))]
  const { userId, displayName } = usersTable
  const people =
    ids.length === 0
      ? []
      : await db.select({ userId, displayName }).from(usersTable).where(inArray(userId, ids))
  const names = new Map(people.map(person => [person.userId, person.displayName]))
  return batches.map(batch => ({
    fileId: batch.batchId,
    name: batch.title,
    createdDate: toWireDate(batch.createdAt),
    status: batch.status,
    uploadedBy: names.get(batch.createdBy ?? '') ?? '',
    totalUsers: batch.totalRows,
    doneUsers: batch.doneRows,
    failedUsers: batch.badRows,
    problem: batch.problem,
    isFinishing: batch.isWorking && batch.status !== 'Processing',
  }))
}
