import type { Provider } from '@kinora/core'
import { asc, eq } from 'drizzle-orm'
import { everything, nothing } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from './tables.ts'

/** F-2 `list providers`: a provider sees itself, a tenant the provider it yields. */
function inScope(scope: Scope) {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'provider') return eq(providersTable.tag, scope.providerId)
  if (scope.kind === 'tenant') return eq(providersTable.tenantId, scope.tenantId)
  return nothing
}

export async function listProviders(scope: Scope, db: Database): Promise<Provider[]> {
  const rows = await db
    .select()
    .from(providersTable)
    .where(inScope(scope))
    .orderBy(asc(providersTable.displayName))
  return rows.map(toProvider)
}

function toProvider(row: typeof providersTable.$inferSelect): Provider {
  const { createdAt: _1, createdBy: _2, updatedAt: _3, updatedBy: _4, ...rest } = row
  return { ...rest, userRole: 1 }
}
