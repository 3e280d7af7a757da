import { type SiteMoment, siteMoment, type Tenant, type TenantSearch, utcOffsetOf } from '@kinora/core'
import { wallClock } from '@kinora/core/schedule'
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alphabetical, contains, everything, nothing } from '../kernel/db/queries.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { tenantsTable as t, tenantsTable } from './tables.ts'

/** C-98: those that aren't soft-deleted. */
const isNotDeleted = isNull(t.deletedAt)

/** F-2 `list tenants`: admin and support all, a tenant its own, providers those that one of their channels is published to. */
function inScope(scope: Scope) {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'tenant') return eq(tenantsTable.tenantId, scope.tenantId)
  if (scope.kind === 'unchosen') return nothing
  return sql`${tenantsTable.tenantId} IN (
    SELECT ct.tenant_id FROM channel_tenants ct JOIN channels c ON c.tag = ct.channel_tag
    WHERE c.provider_tag = ${scope.providerId})`
}

interface Search extends Partial<Pick<TenantSearch, 'query' | 'sort' | 'dir'>> {
  /** For the offset of its zone (C-97). */
  now?: Date
}

const sorts = {
  name: alphabetical(t.name),
  tenantId: alphabetical(t.tenantId),
  customerNumber: alphabetical(t.customerNumber),
  email: alphabetical(sql`coalesce(${providersTable.email}, ${t.email})`),
} satisfies Record<TenantSearch['sort'], SQL>

/** ROLE-14, C-13: with the e-mail of the provider that the tenant yields. */
export async function listTenants(scope: Scope, db: Database, search: Search = {}): Promise<Tenant[]> {
  const { query, sort = 'name', dir = 'asc', now = new Date() } = search
  const by = { asc, desc }[dir]
  const rows = await select(db)
    .where(
      and(
        isNotDeleted,
        inScope(scope),
        contains(query, t.name, t.tenantId, t.customerNumber, t.email, providersTable.email),
      ),
    )
    .orderBy(by(sorts[sort]), asc(t.tenantId))
  return rows.map(row => toTenant(row, now))
}

export async function findTenant(
  scope: Scope,
  db: Database,
  { tenantId, now }: { tenantId: string; now: Date },
): Promise<Tenant | undefined> {
  const [row] = await select(db).where(and(isNotDeleted, inScope(scope), eq(t.tenantId, tenantId)))
  return row && toTenant(row, now)
}

/** C-97: the zone of a tenant, in which its site counts days. */
export const readTimeZone = async (db: Database, tenantId: string): Promise<string> =>
  (await readTimeZones(db, [tenantId])).get(tenantId) ?? 'UTC'

/** The same of several, by their ids. */
export async function readTimeZones(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { tenantId, timeZone } = t
  const rows = await db
    .select({ tenantId, timeZone })
    .from(t)
    .where(inArray(tenantId, [...ids]))
  return new Map(rows.map(row => [row.tenantId, row.timeZone.offsetName || 'UTC']))
}

/** C-144: a moment on the calendar of a tenant’s site. */
export const readSiteMoment = async (db: Database, tenantId: string, now: Date): Promise<SiteMoment> =>
  siteMoment(wallClock(await readTimeZone(db, tenantId)), now.getTime())

/** Whether there is such a tenant at all: asked before a scope is made of it. */
export async function isTenant(db: Database, tenantId: string): Promise<boolean> {
  const found = await db
    .select({ tenantId: t.tenantId })
    .from(t)
    .where(and(isNotDeleted, eq(t.tenantId, tenantId)))
  return found.length > 0
}

/** Row lock: who locks the same tenant waits until this transaction has ended. */
export const lockTenant = (scope: OfTenant, tx: Database): Promise<unknown> =>
  tx
    .select({ tenantId: tenantsTable.tenantId })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, scope.tenantId))
    .for('no key update')

/** ROLE-15, C-55: only who acts for a tenant that has the setting; never administrators and providers. */
export async function isRichTextAllowed(scope: Scope, db: Database): Promise<boolean> {
  return scope.kind === 'tenant' && isSet(scope, db, 'isRichTextEnabled')
}

/** C-141: whether the tenant and its site show the platform’s categories, and its own stay hidden. */
export const showsPlatformCategories = (scope: OfTenant, db: Database): Promise<boolean> =>
  isSet(scope, db, 'isPlatformOwnedCategories')

async function isSet(
  { tenantId }: OfTenant,
  db: Database,
  setting: 'isRichTextEnabled' | 'isPlatformOwnedCategories',
): Promise<boolean> {
  const [found] = await db.select({ is: t[setting] }).from(t).where(eq(t.tenantId, tenantId))
  return found?.is ?? false
}

function select(db: Database) {
  return db
    .select({ tenant: t, providerId: providersTable.tag, providerEmail: providersTable.email })
    .from(t)
    .leftJoin(providersTable, eq(providersTable.tenantId, t.tenantId))
}

type Row = Awaited<ReturnType<typeof select>>[number]

function toTenant({ tenant, providerId, providerEmail }: Row, now: Date): Tenant {
  const { tenantId, timeZone, ...rest } = tenant
  const { offsetName } = timeZone
  const timeZoneInfo = { offsetName, utcOffset: utcOffsetOf(offsetName, now) }
  return { ...rest, tenantId, timeZoneInfo, providerId, providerEmail }
}

/** META-11: the languages that a tenant has set. */
export async function readLanguages(scope: OfTenant, db: Database) {
  const { languageCodes, languageTag, tenantId } = tenantsTable
  const [tenant] = await db
    .select({ languageCodes, languageTag })
    .from(tenantsTable)
    .where(eq(tenantId, scope.tenantId))
  return tenant ?? { languageCodes: [], languageTag: '' }
}
