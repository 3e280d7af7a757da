import { and, count, inArray } from 'drizzle-orm'
import { alphabetical } from '../kernel/db/conditions.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { firstNames, NAMES_READ } from '../kernel/first-names.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { eventsTable as t } from './tables.ts'

/** EVENT-38: how many events have one of these titles as their class, and those that the caller may see by name. */
export async function eventsShowing(
  scope: Scope,
  db: Database,
  tags: readonly string[],
): Promise<{ count: number; names: string[] }> {
  if (tags.length === 0) return { count: 0, names: [] }
  const attached = inArray(t.contentId, [...tags])
  const [all] = await db.select({ total: count() }).from(t).where(attached)
  const found = await db
    .select({ title: t.title })
    .from(t)
    .where(and(attached, owned(scope, { tenantId: t.tenantId })))
    .orderBy(alphabetical(t.title), t.eventId)
    .limit(NAMES_READ)
  return { count: all!.total, names: firstNames(found.map(({ title }) => title)) }
}
