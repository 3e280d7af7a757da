import type { ResultsInput } from '@kinora/core'
import { and, asc, count, eq, gt, ne, sql } from 'drizzle-orm'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { batchRowsTable as r, type StoredRow } from './tables.ts'

/** Rows read at a time where all are wanted. */
const PORTION = 1000

/** One page of the rows of a batch, in the order of its CSV. Those who ask have read the batch in their scope. */
export async function readRows(
  _scope: Scope,
  db: Database,
  { batchId, page, take, problems }: ResultsInput & { batchId: string },
): Promise<{ rows: StoredRow[]; total: number }> {
  const own = and(eq(r.batchId, batchId), problems ? ne(r.problem, '') : undefined)
  const ordered = db.select().from(r).where(own).orderBy(asc(r.row)).$dynamic()
  const rows = await ordered.limit(take).offset((page - 1) * take)
  const [counted] = await db.select({ total: count() }).from(r).where(own)
  return { rows, total: counted?.total ?? 0 }
}

/** Every row of a batch, in the order of its CSV, in portions. */
export async function* eachRow(_scope: Scope, db: Database, batchId: string): AsyncGenerator<StoredRow[]> {
  let after = -1
  for (;;) {
    const rows = await db
      .select()
      .from(r)
      .where(and(eq(r.batchId, batchId), gt(r.row, after)))
      .orderBy(asc(r.row))
      .limit(PORTION)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.row
  }
}

/** Notes where a row stands; what was noted before is replaced. */
export async function saveRow(_scope: Scope, db: Database, row: StoredRow): Promise<void> {
  await saveRows(_scope, db, [row])
}

/** The same for many rows at once, whose ids differ. */
export async function saveRows(_scope: Scope, db: Database, rows: readonly StoredRow[]): Promise<void> {
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
