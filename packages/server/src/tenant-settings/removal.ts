import { RESTORABLE_DAYS, type TenantRemoval, type TenantSettings } from '@kinora/core'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { closeAccount, endExternalSignIns } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import type { Database } from '../ports/db.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { lockDeletedTenant, readTenant, recordTenant, toSettings, toWritten } from './rows.ts'
import { syncYield } from './writes.ts'

const HOUR = 3_600_000

/**
 * API-61, C-98: 404 for one that isn't there, 409 with what it owns while it owns titles or channels. Otherwise it goes with what
 * belongs to it, its account is signed out at once, and it can be restored for 30 days.
 */
export function removeTenant(tenantId: string, context: Context): Promise<TenantRemoval> {
  const { deps } = context
  const by = authorOf(context)
  return deps.db.transaction(async tx => {
    const none = { id: tenantId, titles: 0, channels: 0 }
    const found = await readTenant(tx, tenantId, true).catch(() => undefined)
    if (found === undefined) return { ...none, status: 404 }
    const { row, account } = found
    const owns = await ownedBy(tx, tenantId)
    if (owns.titles + owns.channels > 0) return { id: tenantId, ...owns, status: 409 }
    await tx.update(t).set({ deletedAt: by.now }).where(eq(t.tenantId, tenantId))
    if (account?.isActive === true) await closeAccount(tx, account.userId, by)
    await endExternalSignIns(tx, tenantId, by.now)
    const changes = differences(toWritten(row), {})
    await recordTenant(tx, by, { tenantId, verb: 'remove', version: row.version, changes })
    return { ...none, status: 200 }
  })
}

/** Each question by itself, so that an index answers it. */
const ownsNothing = sql`NOT EXISTS (SELECT FROM titles o WHERE NOT o.is_delete AND o.tenant_id = ${t.tenantId})
  AND NOT EXISTS (SELECT FROM providers p JOIN titles o ON o.provider_id = p.tag
    WHERE NOT o.is_delete AND p.tenant_id = ${t.tenantId})
  AND NOT EXISTS (SELECT FROM providers p JOIN channels c ON c.provider_tag = p.tag WHERE p.tenant_id = ${t.tenantId})`

/** Titles and channels of the tenant and of the provider that it yields. */
async function ownedBy(tx: Database, tenantId: string): Promise<{ titles: number; channels: number }> {
  const own = sql`SELECT tag FROM providers WHERE tenant_id = ${tenantId}`
  const [counts] = await rowsOf<{ titles: number; channels: number }>(
    tx,
    sql`SELECT
      (SELECT count(*)::int FROM titles WHERE NOT is_delete AND tenant_id = ${tenantId})
        + (SELECT count(*)::int FROM titles
          WHERE NOT is_delete AND provider_id IN (${own}) AND tenant_id IS DISTINCT FROM ${tenantId}) AS titles,
      (SELECT count(*)::int FROM channels WHERE provider_tag IN (${own})) AS channels`,
  )
  return counts!
}

/** C-98: with all that belonged to it, its account open again where it is provider active. */
export function restoreTenant(tenantId: string, context: Context): Promise<TenantSettings> {
  const { deps } = context
  const by = authorOf(context)
  return deps.db.transaction(async tx => {
    const stored = await lockDeletedTenant(tx, tenantId, by.now)
    await tx.update(t).set({ deletedAt: null }).where(eq(t.tenantId, tenantId))
    await syncYield(tx, { stored, passwordHash: undefined, by })
    const { version } = stored.row
    await recordTenant(tx, by, { tenantId, verb: 'restore', version, changes: [] })
    return toSettings(await readTenant(tx, tenantId), by.now)
  })
}

/** Starts the hourly removal of tenants whose 30 days are over; of several servers one does it. */
export const startTenantJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, { queue: 'tenants.purge', period: HOUR, work: () => purgeTenants(deps) })

/**
 * What references a tenant goes with it, what was kept of that for earlier moments too (decision 0144), and so do accounts that had no other one. One that has come to own titles or channels since
 * stays until they are somebody else’s.
 */
export async function purgeTenants({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const until = new Date(clock.now().getTime() - RESTORABLE_DAYS * 24 * HOUR)
  await db.transaction(async tx => {
    const due = await tx
      .select({ tenantId: t.tenantId })
      .from(t)
      .where(and(lt(t.deletedAt, until), ownsNothing))
      .for('update')
    const ids = due.map(({ tenantId }) => tenantId)
    if (ids.length === 0) return
    await tx.execute(sql`SELECT kinora_forget(${sql.param(ids)}::text[])`)
    await tx.execute(sql`DELETE FROM users WHERE role = 2
      AND user_id IN (SELECT user_id FROM user_tenants WHERE tenant_id IN ${ids})
      AND NOT EXISTS (SELECT FROM user_tenants e WHERE e.user_id = users.user_id AND e.tenant_id NOT IN ${ids})`)
    await tx.delete(t).where(inArray(t.tenantId, ids))
  })
}
