import type { MemberImportRow, ResultsInput } from '@kinora/core'
import { and, asc, count, eq, gt, ne } from 'drizzle-orm'
import type { Scope } from '../kernel/scope.ts'
import { memberImportRowsTable as r } from '../members/tables.ts'
import type { Database } from '../ports/db.ts'

const PORTION = 1000
const columns = { row: r.row, externalUserId: r.externalUserId, state: r.state, problem: r.problem }

/** One page of what became of the rows, in their order. Those who ask have read the import in their scope. */
export async function readResults(
  _scope: Scope,
  db: Database,
  { batchId, page, take, problems }: { batchId: string } & Pick<ResultsInput, 'page' | 'take' | 'problems'>,
): Promise<{ rows: MemberImportRow[]; total: number }> {
  const own = and(eq(r.batchId, batchId), problems ? ne(r.problem, '') : undefined)
  const ordered = db.select(columns).from(r).where(own).orderBy(asc(r.row)).$dynamic()
  const rows = await ordered.limit(take).offset((page - 1) * take)
  const [counted] = await db.select({ total: count() }).from(r).where(own)
  return { rows, total: counted?.total ?? 0 }
}

/** All of them, in portions. */
export async function* eachResult(
  _scope: Scope,
  db: Database,
  batchId: string,
): AsyncGenerator<MemberImportRow[]> {
  let after = 0
  for (;;) {
    const rows = await db
      .select(columns)
      .from(r)
      .where(and(eq(r.batchId, batchId), gt(r.row, after)))
      .orderBy(asc(r.row))
      .limit(PORTION)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.row
  }
}
