import { type MailType, monthAfter, type ReportSubscription } from '@kinora/core'
import { DAY, toDate, weekdayOf } from '@kinora/core/schedule'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { alphabetical } from '../kernel/db/queries.ts'
import { type Author, newTag, recordWrite, stampNew } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { notFound, unknownReference } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { reportSubscriptionsTable as r } from './tables.ts'

const columns = {
  subscriptionId: r.subscriptionId,
  type: r.type,
  tenantId: r.tenantId,
  tenantName: t.name,
}

/** The reports that an account is mailed; everybody has only their own. */
export const listSubscriptions = (db: Database, userId: string): Promise<ReportSubscription[]> =>
  db
    .select(columns)
    .from(r)
    .leftJoin(t, eq(t.tenantId, r.tenantId))
    .where(eq(r.userId, userId))
    .orderBy(asc(r.type), alphabetical(t.name), asc(r.subscriptionId))

/** The month before a moment, which is the last one that is whole. */
export const lastMonth = (now: Date): string => monthAfter(now.toISOString().slice(0, 7), -1)

/** The Monday of the week of a moment, by days of UTC. */
export function thisMonday(now: Date): string {
  const day = Math.floor(now.getTime() / DAY)
  return toDate(day - ((weekdayOf(day) + 6) % 7))
}

/** What is mailed last by a moment: the month that has ended, or the week that has begun. */
export const periodOf = (type: MailType, now: Date): string =>
  type === 'siteChanges' ? thisMonday(now) : lastMonth(now)

interface SubscriptionInput {
  by: Author
  /** The tenant that the caller belongs to, if any. */
  owner: { tenantId?: string }
}

/** From the next month or week on. Asked again for the same, it answers with what there is. */
export function subscribe(
  db: Database,
  { type, tenantId, by, owner }: SubscriptionInput & { type: MailType; tenantId: string | null },
): Promise<ReportSubscription> {
  const { userId, now } = by
  return db.transaction(async tx => {
    if (tenantId !== null) {
      const found = await tx.$count(t, and(eq(t.tenantId, tenantId), isNull(t.deletedAt)))
      if (found === 0) throw notFound(unknownReference('tenantId', 'Tenant', tenantId))
    }
    const row = { subscriptionId: newTag(), userId, type, tenantId, mailedPeriod: periodOf(type, now) }
    const [added] = await tx
      .insert(r)
      .values({ ...row, ...stampNew(now, userId) })
      .onConflictDoNothing()
      .returning()
    if (added !== undefined) {
      const { subscriptionId: id, version } = added
      const changes = differences({}, { type, tenantId })
      await recordWrite(tx, by, { noun: 'reports', id, verb: 'subscribe', version, owner, changes })
    }
    const own = await listSubscriptions(tx, userId)
    return own.find(each => each.type === type && each.tenantId === tenantId)!
  })
}

/** Stops one of the caller’s own. */
export const unsubscribe = (
  db: Database,
  { subscriptionId, by, owner }: SubscriptionInput & { subscriptionId: string },
): Promise<void> =>
  db.transaction(async tx => {
    const own = and(eq(r.subscriptionId, subscriptionId), eq(r.userId, by.userId))
    const [gone] = await tx.delete(r).where(own).returning()
    if (gone === undefined) throw notFound()
    const { type, tenantId, version } = gone
    const changes = differences({ type, tenantId }, {})
    const write = { noun: 'reports', id: subscriptionId, verb: 'unsubscribe', version, owner }
    await recordWrite(tx, by, { ...write, changes })
  })
