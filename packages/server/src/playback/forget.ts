import { sql } from 'drizzle-orm'
import { newTag } from '../kernel/rows/stamps.ts'
import type { Database } from '../ports/db.ts'

/**
 * Plays of a member stay, and name nobody any more: one random id takes the place of theirs in records and in what reports
 * keep, so that plays and viewers are counted as before (decision 0065).
 */
export async function forgetViewer(
  tx: Database,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  // Plays of a large tenant are looked through once.
  await tx.execute(sql`SET LOCAL statement_timeout = '10min'`)
  const nobody = `erased-${newTag()}`
  for (const table of [sql`playback_records`, sql`playback_viewers`])
    await tx.execute(
      sql`UPDATE ${table} SET user_id = ${nobody} WHERE tenant_id = ${tenantId} AND user_id = ${userId}`,
    )
}
