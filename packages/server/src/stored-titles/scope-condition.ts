import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { owned } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Owner } from './rows.ts'
import { titlesTable } from './tables.ts'

/** F-2, `own` and `sel`: the titles that a caller may see and change. Deleted ones are nobody's (TITLE-35). */
export const inScope = (scope: Scope): SQL =>
  and(not(titlesTable.isDelete), ofKind(scope), owned(scope, titlesTable))!

/** The same rows' owner, for the videos of events in place of titles. */
export const ofEvents = <S extends Scope>(scope: S): S => ({ ...scope, titles: 'ofEvents' })

function ofKind({ titles = 'listed' }: Scope): SQL | undefined {
  if (titles === 'all') return undefined
  return titles === 'ofEvents' ? sql`${titlesTable.isEvent}` : not(titlesTable.isEvent)
}

/** A tenant's files are its own, whichever provider they came from; a provider's are those that no tenant owns. */
export function ofOwner({ tenantId, providerId }: Owner): SQL | undefined {
  if (tenantId !== null) return eq(titlesTable.tenantId, tenantId)
  const sameProvider =
    providerId === null ? isNull(titlesTable.providerId) : eq(titlesTable.providerId, providerId)
  return and(isNull(titlesTable.tenantId), sameProvider)
}
