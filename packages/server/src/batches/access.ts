import { en, KinoraError, Role } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { providerOf } from '../session/index.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** ROLE-16, BULK-09 */
const notEnabled = () => new KinoraError('forbidden', { detail: en['error.featureUnavailable'] })

/**
 * BULK-09: a provider user needs the flag of its provider, a tenant's user that of its tenant. Customer support acts
 * for any tenant, as its sidebar does (F-3).
 */
export async function assertEnabled({
  scope,
  caller,
  deps,
}: Pick<Context, 'scope' | 'caller' | 'deps'>): Promise<void> {
  if (caller.role === Role.Support) return
  if (scope.kind === 'provider') {
    const provider = await providerOf(deps.db, scope.providerId)
    if (provider?.isBulkUploadEnabled !== true) throw notEnabled()
  }
  if (scope.kind !== 'tenant') return
  const [tenant] = await deps.db
    .select({ isEnabled: tenantsTable.isBulkUploadEnabled })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, scope.tenantId))
  if (tenant?.isEnabled !== true) throw notEnabled()
}
