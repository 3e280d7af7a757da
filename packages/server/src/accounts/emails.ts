import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Database } from '../ports/db.ts'

/** Whose e-mail it may be: the tenant itself, the provider and the account that it yields. */
interface Own {
  tenantId?: string | undefined
  providerTag?: string | undefined
  userId?: string | undefined
}

/**
 * C-92: e-mails are unique over staff, providers and tenants together, whatever their case. Held until the transaction ends, so
 * that of two who take one at once a single one gets it. Throws `emailExists`.
 */
export async function assertEmailFree(tx: Database, email: string, own: Own = {}): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.emails'))`)
  const wanted = sql`lower(${email.trim()}::text)`
  const taken = await rowsOf<{ found: number }>(
    tx,
    sql`SELECT 1 AS found FROM users WHERE lower(email) = ${wanted} AND user_id <> ${own.userId ?? ''}
      UNION ALL SELECT 1 FROM providers WHERE lower(email) = ${wanted} AND tag <> ${own.providerTag ?? ''}
      UNION ALL SELECT 1 FROM tenants WHERE lower(email) = ${wanted} AND tenant_id <> ${own.tenantId ?? ''}
      LIMIT 1`,
  )
  if (taken.length > 0)
    throw new KinoraError('emailExists', { issues: [{ path: 'email', code: 'error.409' }] })
}
