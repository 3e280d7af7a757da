import { en, KinoraError, type SiteMember } from '@kinora/core'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import { notFound, unknownReference } from '../kernel/rows/refusals.ts'
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
  const columns = { userId: m.userId, termsVersion: m.termsVersion }
  const [found] = await db.select(columns).from(m).where(same)
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
  return { userId: externalUserId, isActive, termsVersion: found.termsVersion, subscriptions }
}

/** Whether somebody has brought such a member here. */
export const isKnownMember = async (
  { tenantId }: OfTenant,
  db: Database,
  externalUserId: string,
): Promise<boolean> =>
  (await db.$count(m, and(eq(m.tenantId, tenantId), eq(m.externalUserId, externalUserId)))) > 0

/** LIVE-08: a member has consented to a version of the terms, as its site tells. One that is told late takes back no newer one. */
export async function recordConsent(
  { tenantId }: OfTenant,
  db: Database,
  { externalUserId, termsVersion }: { externalUserId: string; termsVersion: number },
): Promise<void> {
  const known = await rowsOf(
    db,
    sql`SELECT 1 FROM terms WHERE tenant_id = ${tenantId} AND version = ${termsVersion} LIMIT 1`,
  )
  if (known.length === 0)
    throw new KinoraError('invalid', {
      issues: [unknownReference('termsVersion', 'Terms', String(termsVersion))],
    })
  await db
    .update(m)
    .set({ termsVersion: sql`greatest(${m.termsVersion}, ${termsVersion})` })
    .where(and(eq(m.tenantId, tenantId), eq(m.externalUserId, externalUserId)))
}

/** Milliseconds in which one visit of a member isn't written again. */
const ONE_VISIT = 60_000

/**
 * USER-07: a member has come in or watches, as a site's call tells: when it last did, and the day, which reports count. At most one
 * write a minute; a member that nobody has brought here is the site's own.
 */
export async function recordVisit(
  { tenantId }: OfTenant,
  db: Database,
  { externalUserId, act, now }: { externalUserId: string; act: 'signIn' | 'access'; now: Date },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const before = sql`${new Date(now.getTime() - ONE_VISIT).toISOString()}::timestamptz`
  const accessed = sql`last_accessed_at = greatest(last_accessed_at, ${at})`
  const isSignIn = act === 'signIn'
  const [last, set] = isSignIn
    ? [sql`last_login_at`, sql`${accessed}, last_login_at = ${at}`]
    : [sql`last_accessed_at`, accessed]
  await db.execute(sql`WITH seen AS (UPDATE members SET ${set}
      WHERE tenant_id = ${tenantId} AND external_user_id = ${externalUserId} AND (${last} IS NULL OR ${last} <= ${before})
      RETURNING user_id)
    INSERT INTO member_visits (user_id, day, has_signed_in)
    SELECT user_id, (${at} AT TIME ZONE 'UTC')::date, ${isSignIn}::boolean FROM seen
    ON CONFLICT (user_id, day) DO UPDATE SET has_signed_in = member_visits.has_signed_in OR excluded.has_signed_in`)
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
