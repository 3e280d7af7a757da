import { sql } from 'drizzle-orm'
import type { Author } from '../kernel/rows/audit.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'

type OfTenant = Scope & { kind: 'tenant' }

/** One deletion of the tenant’s labels at a time: two that share titles, and a save between them, would be a deadlock. */
export async function lockDeletions({ tenantId }: OfTenant, tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`labels of ${tenantId}`}))`)
}

/**
 * Takes a deleted label off every title that has it, however many: each is a write of the person who deleted it, with a
 * version and an audit entry. Who deletes a label owns it.
 */
export async function takeLabelOff(
  _scope: Scope,
  tx: Database,
  { labelId, by }: { labelId: string; by: Author },
): Promise<void> {
  const { userId, displayName, client } = by
  const now = by.now.toISOString()
  await tx.execute(sql`SET LOCAL statement_timeout = '10min'`)
  await tx.execute(sql`
    WITH before AS (
      SELECT tag, label_ids FROM titles WHERE label_ids && ARRAY[${labelId}]::text[] ORDER BY tag FOR UPDATE
    ), changed AS (
      UPDATE titles SET label_ids = array_remove(titles.label_ids, ${labelId}), version = titles.version + 1,
        updated_at = ${now}::timestamptz, updated_by = ${userId}
      FROM before WHERE titles.tag = before.tag
      RETURNING titles.tag, titles.version, titles.tenant_id, titles.provider_id, titles.label_ids AS after,
        before.label_ids AS before
    )
    INSERT INTO audit_entries
      (at, user_id, display_name, client, noun, row_id, version, tenant_id, provider_id, verb, changes)
    SELECT ${now}::timestamptz, ${userId}, ${displayName}, ${client}, 'titles', tag, version, tenant_id, provider_id,
      'update', jsonb_build_array(jsonb_build_object('path', 'labelIds', 'before', before, 'after', after))
    FROM changed`)
}
