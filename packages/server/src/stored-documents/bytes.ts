import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { documentsTable as t } from './tables.ts'

/** Bytes of the documents that hold `condition`, without the one whose file is being replaced. */
export async function documentBytes(
  db: Database,
  condition: SQL | undefined,
  replaced?: string,
): Promise<number> {
  const others = replaced === undefined ? undefined : ne(t.documentId, replaced)
  const [found] = await db
    .select({ bytes: sql<string>`coalesce(sum(${t.size}), 0)` })
    .from(t)
    .where(and(condition, others))
  return Number(found!.bytes)
}
