import type { MemberImportRow, MemberRowState, Page, ResultsInput } from '@kinora/core'
import type { MemberRow } from '@kinora/core/bulk'
import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { batchesTable as b, type StoredBatch } from '../batch-work/index.ts'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { eachPortion, PORTION, rowsOf } from '../kernel/db/queries.ts'
import { correctionWords, storeRows } from '../members/index.ts'
import { memberImportRowsTable as r } from '../members/tables.ts'
import type { Database } from '../ports/db.ts'
import { reasonsOf } from './files.ts'

const columns = { row: r.row, externalUserId: r.externalUserId, state: r.state, problem: r.problem }

/** One page of what became of the rows, in their order. Those who ask have read the import in their scope. */
export async function readResults(
  db: Database,
  { batchId, page, take, problems }: { batchId: string } & Pick<ResultsInput, 'page' | 'take' | 'problems'>,
): Promise<Page<MemberImportRow>> {
  const own = and(eq(r.batchId, batchId), problems ? ne(r.problem, '') : undefined)
  const rows = db.select(columns).from(r).where(own).orderBy(asc(r.row)).$dynamic()
  return readPage(rows, exactly(db.$count(r, own)), { page, take })
}

/** All of them, in portions. */
export const eachResult = (db: Database, batchId: string): AsyncGenerator<MemberImportRow[]> =>
  eachPortion(last =>
    db
      .select(columns)
      .from(r)
      .where(and(eq(r.batchId, batchId), gt(r.row, last?.row ?? 0)))
      .orderBy(asc(r.row))
      .limit(PORTION),
  )

/** Deletes imports on which nothing has happened since, finished or not, with their results. */
export const deleteRested = (db: Database, before: Date): Promise<StoredBatch[]> =>
  db
    .delete(b)
    .where(and(eq(b.kind, 'members'), eq(b.isWorking, false), lt(b.updatedAt, before)))
    .returning()

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
      const problem = 'issues' in row ? reasonsOf(row) : kept.length > 0 ? correctionWords(kept) : ''
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
