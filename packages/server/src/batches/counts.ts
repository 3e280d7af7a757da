import type { BatchRows } from '@kinora/core'
import { inArray, sql } from 'drizzle-orm'
import type { StoredBatch } from '../batch-work/index.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { batchRowsTable } from './tables.ts'

/** How far each of these batches is; those who ask have read them in their scope. */
export async function countRows(
  _scope: Scope,
  db: Database,
  batches: readonly StoredBatch[],
): Promise<Map<string, BatchRows>> {
  const totals = new Map(
    batches.map((batch): [string, BatchRows] => [batch.batchId, { total: batch.totalRows, done: 0, bad: 0 }]),
  )
  if (batches.length === 0) return totals
  const { batchId, state } = batchRowsTable
  const good = sql`${state} IN ('published', 'completed', 'saved')`
  const bad = sql`${state} IN ('failed', 'refused')`
  const counted = await db
    .select({
      batchId,
      done: sql<number>`(count(*) FILTER (WHERE ${good}))::int`,
      bad: sql<number>`(count(*) FILTER (WHERE ${bad}))::int`,
    })
    .from(batchRowsTable)
    .where(inArray(batchId, [...totals.keys()]))
    .groupBy(batchId)
  for (const { batchId: id, done, bad: failed } of counted)
    Object.assign(totals.get(id)!, { done, bad: failed })
  return totals
}
