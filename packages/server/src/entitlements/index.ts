import { type ActivePackage, type Entitlement, explainEntitlement, isEntitled } from '@kinora/core'
import { and, eq, max, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import { notFound, unknownReference } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { membersTable as m, memberSubscriptionsTable as s } from '../members/tables.ts'
import { readDatedTitles } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import { readLockedContent } from '../tenant-settings/index.ts'
import { readSiteMoment } from '../tenants/index.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { termsTable } from '../terms/tables.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

interface Question {
  titleTag: string
  /** Of the member; nobody where the site names nobody. */
  member?: SQL | undefined
}

/** LIVE-08: what staff asks, by the platform's id of a member; `notFound` of a member or a title that isn't the tenant's or on its site. */
export async function explainToStaff(
  site: OfTenant,
  deps: Needs,
  { userId, titleTag }: { userId: string; titleTag: string },
): Promise<Entitlement> {
  const found = await readMember(site, deps.db, eq(m.userId, userId))
  if (found === undefined) throw notFound()
  const entitlement = await explain(site, deps, { titleTag, member: eq(m.userId, userId) })
  if (entitlement === undefined) throw notFound(unknownReference('titleTag', 'Title', titleTag))
  return entitlement
}

/**
 * LIVE-08: the same for a site, by its own id of a member; undefined for what is no title of it, as an event. A member that nobody has
 * brought here is the site's own business, as is who watches where it names nobody.
 */
export const explainToSite = (
  site: OfTenant,
  deps: Needs,
  { externalUserId, titleTag }: { externalUserId: string; titleTag: string },
): Promise<Entitlement | undefined> =>
  explain(site, deps, { titleTag, member: eq(m.externalUserId, externalUserId) })

async function explain(
  site: OfTenant,
  { db, clock }: Needs,
  { titleTag, member }: Question,
): Promise<Entitlement | undefined> {
  const { tenantId, product } = site
  if (!(await isVisible(site, db, titleTag))) return undefined
  const title = (await readDatedTitles(db, [titleTag])).get(titleTag)
  if (title === undefined) return undefined
  const [tenant] = await db.select({ deletedAt: t.deletedAt }).from(t).where(eq(t.tenantId, tenantId))
  const reasons = explainEntitlement({
    site: { tenantId, isDeleted: tenant === undefined || tenant.deletedAt !== null, product },
    title,
    moment: await readSiteMoment(db, tenantId, clock.now()),
    member: member && (await readMember(site, db, member)),
    packages: await readPackages(site, db, titleTag),
    newestTerms: await readNewestTerms(site, db),
  })
  const lockedContentBehaviour = await readLockedContent(db, tenantId)
  return { isAllowed: isEntitled(reasons), reasons, lockedContentBehaviour }
}

/** Law 16: the tenant's own titles, and those of its site. */
async function isVisible({ tenantId }: OfTenant, db: Database, tag: string): Promise<boolean> {
  const found = await rowsOf(
    db,
    sql`SELECT 1 FROM titles WHERE tag = ${tag} AND NOT is_event AND (tenant_id = ${tenantId} OR ${tenantId} = ANY(tenants))`,
  )
  return found.length > 0
}

async function readMember({ tenantId }: OfTenant, db: Database, member: SQL) {
  const [found] = await db
    .select({ userId: m.userId, disabledAt: m.disabledAt, termsVersion: m.termsVersion })
    .from(m)
    .where(and(eq(m.tenantId, tenantId), member))
  if (found === undefined) return undefined
  const { title, productId, planId, status, source, startDate, endDate } = s
  const items = await db
    .select({ title, productId, planId, status, source, startDate, endDate })
    .from(s)
    .where(eq(s.userId, found.userId))
  return { isDisabled: found.disabledAt !== null, termsVersion: found.termsVersion, items }
}

/** The active packages of the tenant, and which of them have the title in an active collection. */
const readPackages = ({ tenantId }: OfTenant, db: Database, titleTag: string): Promise<ActivePackage[]> =>
  rowsOf<ActivePackage & Record<string, unknown>>(
    db,
    sql`SELECT p.subs_package_id AS "subsPackageId", p.title, p.subscription_type AS "subscriptionType",
      p.pricing_table_id AS "pricingTableId", EXISTS (SELECT FROM collections c JOIN collection_items i USING (collection_tag)
        WHERE c.collection_tag = ANY(p.collection_tags) AND c.is_active AND i.title_tag = ${titleTag}) AS "hasTitle"
    FROM subscription_packages p WHERE p.tenant_id = ${tenantId} AND p.is_active ORDER BY p.subs_package_id`,
  )

async function readNewestTerms({ tenantId }: OfTenant, db: Database): Promise<number | null> {
  const [row] = await db
    .select({ newest: max(termsTable.version) })
    .from(termsTable)
    .where(eq(termsTable.tenantId, tenantId))
  return row?.newest ?? null
}
