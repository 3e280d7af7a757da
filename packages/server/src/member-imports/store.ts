import type { MemberRowState } from '@kinora/core'
import type { MemberRow } from '@kinora/core/bulk'
import { sql } from 'drizzle-orm'
import type { StoredBatch } from '../batch-work/index.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { keptWords, storeRows } from '../members/index.ts'
import type { Database } from '../ports/db.ts'
import { reasonsOf } from './files.ts'

interface Batch {
  batch: StoredBatch
  /** The last row that was through before. */
  after: number
  rows: readonly MemberRow[]
  now: Date
}

/**
 * Takes some rows of a file: members, subscriptions, results and how far the import is, in one transaction, so that a crash
 * leaves all of them or none. False where another process has gone on with the import meanwhile.
 */
export function storeBatch(db: Database, portion: Batch): Promise<boolean> {
  return db.transaction(async tx => {
    const { batch, rows, now } = portion
    if (!(await advance(tx, portion))) return false
    const origin = { tenantId: batch.tenantId!, source: 'flatfile', userId: batch.createdBy, now }
    const storedOf = await storeRows(tx, rows, origin)
    const results = rows.map(row => {
      const { state, kept } = storedOf(row)
      const problem = 'issues' in row ? reasonsOf(row) : kept.length > 0 ? keptWords(kept) : ''
      return { row: row.row, externalUserId: row.externalUserId, state, problem }
    })
    await writeResults(tx, batch, results)
    return true
  })
}

/** Moves the import on from where this process knows it to be. */
async function advance(tx: Database, { batch, after, rows }: Batch): Promise<boolean> {
  const bad = rows.filter(row => 'issues' in row).length
  const moved = await rowsOf(
    tx,
    sql`UPDATE batches SET last_row = ${rows.at(-1)!.row}, done_rows = done_rows + ${rows.length - bad},
      bad_rows = bad_rows + ${bad}
    WHERE batch_id = ${batch.batchId} AND run = ${batch.run} AND is_working AND last_row = ${after}
    RETURNING 1 AS moved`,
  )
  return moved.length > 0
}

interface Result {
  row: number
  externalUserId: string
  state: MemberRowState
  problem: string
}

async function writeResults(
  tx: Database,
  { batchId }: StoredBatch,
  results: readonly Result[],
): Promise<void> {
  await tx.execute(sql`INSERT INTO member_import_rows (batch_id, row, external_user_id, state, problem)
    SELECT ${batchId}, row, "externalUserId", state, problem FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      AS result (row integer, "externalUserId" text, state text, problem text)`)
}
