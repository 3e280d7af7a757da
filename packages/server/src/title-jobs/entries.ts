import { and, asc, eq, gt, max } from 'drizzle-orm'
import { type AuditEntry, auditEntriesTable as a } from '../kernel/rows/audit.ts'
import type { Database } from '../ports/db.ts'

/** The last audit entry of a title that is held; 0 where there is none. */
export async function lastEntryOf(tx: Database, tag: string): Promise<number> {
  const [found] = await tx
    .select({ id: max(a.id) })
    .from(a)
    .where(ofTitle(tag))
  return found?.id ?? 0
}

/** The entries of a title after one of them, the oldest first. */
export const entriesAfter = (tx: Database, tag: string, id: number): Promise<AuditEntry[]> =>
  tx
    .select()
    .from(a)
    .where(and(ofTitle(tag), gt(a.id, id)))
    .orderBy(asc(a.id))

const ofTitle = (tag: string) => and(eq(a.noun, 'titles'), eq(a.rowId, tag))
