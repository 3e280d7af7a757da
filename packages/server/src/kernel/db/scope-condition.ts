import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Scope } from '../scope.ts'

/** Everything and nothing, as conditions. */
export const everything = sql`true`
export const nothing = sql`false`

/** C-84: rows of the platform (no tenant) are offered to all, those of a tenant only to who acts for it; admin sees every row. */
export function ownedOrPlatform(scope: Scope, tenantId: PgColumn): SQL {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'tenant') return sql`(${tenantId} IS NULL OR ${tenantId} = ${scope.tenantId})`
  return sql`${tenantId} IS NULL`
}
