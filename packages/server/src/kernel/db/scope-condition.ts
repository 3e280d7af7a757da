import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { tenantNotChosen } from '../rows/refusals.ts'
import type { Scope } from '../scope.ts'

/** Everything and nothing, as conditions. */
export const everything = sql`true`
export const nothing = sql`false`

/** F-2, `own` and `sel`: the rows of the caller's tenant or provider; admin has every row. */
export function owned(scope: Scope, columns: { tenantId?: PgColumn; providerId?: PgColumn }): SQL {
  switch (scope.kind) {
    case 'all':
      return everything
    case 'provider':
      return columns.providerId === undefined ? nothing : eq(columns.providerId, scope.providerId)
    case 'tenant':
      return columns.tenantId === undefined ? nothing : eq(columns.tenantId, scope.tenantId)
    case 'unchosen':
      throw tenantNotChosen()
  }
}

/** C-84: rows of the platform (no tenant) are offered to all, those of a tenant only to who acts for it; admin sees every row. */
export function ownedOrPlatform(scope: Scope, tenantId: PgColumn): SQL {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'tenant') return sql`(${tenantId} IS NULL OR ${tenantId} = ${scope.tenantId})`
  return sql`${tenantId} IS NULL`
}
