import { assertNoIssues } from '@kinora/core'
import { and, eq, isNull } from 'drizzle-orm'
import { tenantNotChosen } from '../../kernel/rows/refusals.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { providersTable } from '../../providers/tables.ts'
import type { Owner } from '../../stored-titles/index.ts'

import { tenantsTable } from '../../tenants/tables.ts'

/** What the draft says about its owner; only an administrator is asked. */
interface Named {
  providerID?: string | null
  tenantId?: string
}

/**
 * Who owns a new title: a provider's is its provider's, a tenant's belongs to the tenant and the provider it yields
 * (C-80), customer support acts for the tenant it chose (ROLE-04), an administrator names the provider.
 */
export async function readOwner(scope: Scope, db: Database, named: Named): Promise<Owner> {
  switch (scope.kind) {
    case 'provider':
      return ofProvider(db, scope.providerId)
    case 'tenant':
      return ofTenant(db, scope.tenantId)
    case 'unchosen':
      throw tenantNotChosen()
    case 'all':
      if (named.providerID) return ofProvider(db, named.providerID)
      if (named.tenantId) return ofTenant(db, named.tenantId)
      assertNoIssues([{ path: 'providerID', code: 'required.provider' }])
      return { tenantId: null, providerId: null }
  }
}

/** The owner that a provider stands for: itself, or the tenant that it belongs to. */
export async function ofProvider(db: Database, tag: string): Promise<Owner> {
  const wanted = and(eq(providersTable.tag, tag), isNull(providersTable.deletedAt))
  const [provider] = await db.select({ tenantId: providersTable.tenantId }).from(providersTable).where(wanted)
  if (provider === undefined) assertNoIssues([unknown('providerID', 'Provider', tag)])
  return { tenantId: provider?.tenantId ?? null, providerId: tag }
}

async function ofTenant(db: Database, tenantId: string): Promise<Owner> {
  const [tenant] = await db
    .select({ providerId: providersTable.tag })
    .from(tenantsTable)
    .leftJoin(providersTable, eq(providersTable.tenantId, tenantsTable.tenantId))
    .where(eq(tenantsTable.tenantId, tenantId))
  if (tenant === undefined) assertNoIssues([unknown('tenantId', 'Tenant', tenantId)])
  return { tenantId, providerId: tenant?.providerId ?? null }
}

export const unknown = (path: string, field: string, value: string) =>
  ({ path, code: 'validation.reference', params: { field, value } }) as const
