import { and, eq, isNull, not, type SQL } from 'drizzle-orm'
import { owned } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Owner } from './rows.ts'
import { titlesTable } from './tables.ts'

/** F-2, `own` and `sel`: the titles that a caller may see and change. Deleted ones are nobody's (TITLE-35). */
export const inScope = (scope: Scope): SQL => and(not(titlesTable.isDelete), owned(scope, titlesTable))!

/** A tenant's files are its own, whichever provider they came from; a provider's are those that no tenant owns. */
export function ofOwner({ tenantId, providerId }: Owner): SQL | undefined {
  if (tenantId !== null) return eq(titlesTable.tenantId, tenantId)
  const sameProvider =
    providerId === null ? isNull(titlesTable.providerId) : eq(titlesTable.providerId, providerId)
  return and(isNull(titlesTable.tenantId), sameProvider)
}
