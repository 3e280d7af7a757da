import type { Page, ResultsInput } from '@kinora/core'
import { applyEntry, type Entry, type RowRecord, type RunRecord } from '@kinora/core/bulk'
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { StoredBatch } from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { eachPortion, PORTION } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'
import { batchRowsTable as r, type StoredRow } from './tables.ts'

/** One page of the rows of a batch, in the order of its CSV. Those who ask have read the batch in their scope. */
export async function readRows(
  db: Database,
  { batchId, page, take, problems }: ResultsInput & { batchId: string },
): Promise<Page<StoredRow>> {
  const own = and(eq(r.batchId, batchId), problems ? ne(r.problem, '') : undefined)
  const rows = db.select().from(r).where(own).orderBy(asc(r.row)).$dynamic()
  return readPage(rows, exactly(db.$count(r, own)), { page, take })
}

/** Every row of a batch, in the order of its CSV, in portions. */
export const eachRow = (db: Database, batchId: string): AsyncGenerator<StoredRow[]> =>
  eachPortion(last =>
    db
      .select()
      .from(r)
      .where(and(eq(r.batchId, batchId), gt(r.row, last?.row ?? -1)))
      .orderBy(asc(r.row))
      .limit(PORTION),
  )

/** Records the status of a row; replaces the one before. */
async function saveRow(db: Database, row: StoredRow): Promise<void> {
  await saveRows(db, [row])
}

/** The same for many rows at once, whose ids differ. */
export async function saveRows(db: Database, rows: readonly StoredRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += PORTION)
    await db
      .insert(r)
      .values(rows.slice(at, at + PORTION))
      .onConflictDoUpdate({ target: [r.batchId, r.id], set: replaced })
}

/** Every column but the key, from the row that came. */
const replaced = {
  row: sql`excluded.row`,
  title: sql`excluded.title`,
  content: sql`excluded.content`,
  tag: sql`excluded.tag`,
  created: sql`excluded.created`,
  saved: sql`excluded.saved`,
  stored: sql`excluded.stored`,
  state: sql`excluded.state`,
  problem: sql`excluded.problem`,
  next: sql`excluded.next`,
  retry: sql`excluded.retry`,
}

/** The journal of a batch as the engine keeps it. */
export async function loadRun({ db }: Pick<Deps, 'db'>, batch: StoredBatch): Promise<RunRecord> {
  const rows = new Map<string, RowRecord>()
  for await (const portion of eachRow(db, batch.batchId))
    for (const row of portion) rows.set(row.id, toRecord(row))
  return {
    path: batch.fileName,
    url: '',
    content: batch.fileKey,
    publish: false,
    startedAt: (batch.startedAt ?? batch.createdAt).getTime(),
    endedAt: undefined,
    refusals: new Map(),
    rows,
    total: batch.totalRows,
  }
}

/** A write-ahead journal: records what the engine did before it goes on, so that nothing is done twice after a crash. */
export function createAppend({ db }: Pick<Deps, 'db'>, { batchId }: StoredBatch, run: RunRecord) {
  return async (entry: Exclude<Entry, { kind: 'run' }>): Promise<void> => {
    applyEntry(run, entry)
    if (entry.kind !== 'end' && entry.kind !== 'nameless')
      await saveRow(db, toStored(batchId, run.rows.get(entry.id)!))
  }
}

/** A batch is never taken back as a whole, and nothing in it is left alone for a change elsewhere. */
export const toStored = (batchId: string, { state, ...record }: RowRecord): StoredRow => ({
  batchId,
  ...record,
  state: state === 'undone' || state === 'changed' ? 'waiting' : state,
})

function toRecord({ batchId: _, stored, next, ...row }: StoredRow): RowRecord {
  return { ...row, stored: stored as RowRecord['stored'], next: next as RowRecord['next'] }
}
