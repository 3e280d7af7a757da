import type { SQL } from 'drizzle-orm'
import type { Database } from '../../ports/db.ts'

/** The rows of a statement written by hand, which only its author knows the columns of; both databases answer alike. */
export async function rowsOf<Row>(db: Database, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows
}
