import { and, eq, isNull, not, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { tenantNotChosen } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'

import type { Owner } from './rows.ts'
import { titlesTable } from './tables.ts'

/** F-2, `own` and `sel`: the titles that a caller may see and change. Deleted ones are nobody's (TITLE-35). */
export const inScope = (scope: Scope): SQL => reachedBy(scope.kind, ownerOf(scope))

/** The same in a statement that is built once (`builtOnce`); it is asked with `{ owner: ownerOf(scope) }`. */
export const inScopeOf = (kind: Scope['kind']): SQL => reachedBy(kind, sql.placeholder('owner'))

/** Whose titles a scope is about, where it isn't all or none. */
export function ownerOf(scope: Scope): string | undefined {
  if (scope.kind === 'provider') return scope.providerId
  return scope.kind === 'tenant' ? scope.tenantId : undefined
}

function reachedBy(kind: Scope['kind'], owner: string | Placeholder | undefined): SQL {
  return and(not(titlesTable.isDelete), ownedBy(kind, owner))!
}

function ownedBy(kind: Scope['kind'], owner: string | Placeholder | undefined): SQL | undefined {
  switch (kind) {
    case 'all':
      return undefined
    case 'provider':
      return sql`${titlesTable.providerId} = ${owner}`
    case 'tenant':
      return sql`${titlesTable.tenantId} = ${owner}`
    case 'unchosen':
      throw tenantNotChosen()
  }
}

/** A tenant's files are its own, whichever provider they came from; a provider's are those that no tenant owns. */
export function ofOwner({ tenantId, providerId }: Owner): SQL | undefined {
  if (tenantId !== null) return eq(titlesTable.tenantId, tenantId)
  const sameProvider =
    providerId === null ? isNull(titlesTable.providerId) : eq(titlesTable.providerId, providerId)
  return and(isNull(titlesTable.tenantId), sameProvider)
}
