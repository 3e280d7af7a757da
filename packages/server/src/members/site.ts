import { en, KinoraError, type SiteMember } from '@kinora/core'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { readMember } from './rows.ts'
import { membersTable as m } from './tables.ts'

/** What a site is told of one of its members, by its own id; `notFound` of one that nobody has brought here. */
export async function readSiteMember(
  site: OfTenant,
  db: Database,
  externalUserId: string,
): Promise<SiteMember> {
  const same = and(eq(m.tenantId, site.tenantId), eq(m.externalUserId, externalUserId))
  const [found] = await db.select({ userId: m.userId }).from(m).where(same)
  if (found === undefined) throw notFound()
  const { isActive, subscriptionItems } = await readMember(site, db, found.userId)
  const subscriptions = subscriptionItems.map(
    ({ title, productId, planId, status, source, startDate, endDate }) => ({
      title,
      productId,
      planId,
      status,
      source,
      startDate,
      endDate,
    }),
  )
  return { userId: externalUserId, isActive, subscriptions }
}

/** Since when those of these members are off that are, by the site’s own ids. */
export async function offSince(
  site: OfTenant,
  db: Database,
  externalUserIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const ids = [...new Set(externalUserIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: m.externalUserId, at: m.disabledAt })
    .from(m)
    .where(and(eq(m.tenantId, site.tenantId), inArray(m.externalUserId, ids), isNotNull(m.disabledAt)))
  return new Map(rows.map(({ id, at }) => [id, at!]))
}

/** Throws `forbidden` for a member that staff has turned off; one that the platform doesn’t know is the site’s business. */
export async function assertMayEnter(site: OfTenant, db: Database, externalUserId: string): Promise<void> {
  if ((await offSince(site, db, [externalUserId])).size > 0)
    throw new KinoraError('forbidden', { detail: en['siteContent.memberOff'] })
}
