import type { Tenant } from '@kinora/core'
import { and, asc, eq, sql } from 'drizzle-orm'
import { everything, nothing } from '../kernel/db/scope-condition.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../providers/tables.ts'
import { tenantsTable } from './tables.ts'

/** F-2 `list tenants`: admin and support all, a tenant its own, providers those that one of their channels is published to. */
function inScope(scope: Scope) {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'tenant') return eq(tenantsTable.tenantId, scope.tenantId)
  if (scope.kind === 'unchosen') return nothing
  return sql`${tenantsTable.tenantId} IN (
    SELECT ct.tenant_id FROM channel_tenants ct JOIN channels c ON c.tag = ct.channel_tag
    WHERE c.provider_tag = ${scope.providerId})`
}

/** ROLE-14, C-13: with the e-mail of the provider that the tenant yields. */
export async function listTenants(scope: Scope, db: Database): Promise<Tenant[]> {
  const rows = await select(db).where(inScope(scope)).orderBy(asc(tenantsTable.name))
  return rows.map(toTenant)
}

export async function findTenant(scope: Scope, db: Database, tenantId: string): Promise<Tenant | undefined> {
  const [row] = await select(db).where(and(inScope(scope), eq(tenantsTable.tenantId, tenantId)))
  return row && toTenant(row)
}

/** Whether there is such a tenant at all: asked before a scope is made of it. */
export async function isTenant(db: Database, tenantId: string): Promise<boolean> {
  const found = await db
    .select({ tenantId: tenantsTable.tenantId })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, tenantId))
  return found.length > 0
}

/** ROLE-15, C-55: only who acts for a tenant that has the setting; never administrators and providers. */
export async function isRichTextAllowed(scope: Scope, db: Database): Promise<boolean> {
  if (scope.kind !== 'tenant') return false
  const { tenantId, isRichTextEnabled } = tenantsTable
  const [found] = await db
    .select({ isRichTextEnabled })
    .from(tenantsTable)
    .where(eq(tenantId, scope.tenantId))
  return found?.isRichTextEnabled ?? false
}

function select(db: Database) {
  return db
    .select({ tenant: tenantsTable, providerId: providersTable.tag, providerEmail: providersTable.email })
    .from(tenantsTable)
    .leftJoin(providersTable, eq(providersTable.tenantId, tenantsTable.tenantId))
}

type Row = Awaited<ReturnType<typeof select>>[number]

function toTenant({ tenant, providerId, providerEmail }: Row): Tenant {
  const { tenantId, timeZone, createdAt: _1, createdBy: _2, updatedAt: _3, updatedBy: _4, ...rest } = tenant
  return { ...rest, tenantID: tenantId, timeZoneInfo: timeZone, providerId, providerEmail }
}

/** META-11: the languages that a tenant has set. */
export async function readLanguages(scope: Scope & { kind: 'tenant' }, db: Database) {
  const { languageCodes, languageTag, tenantId } = tenantsTable
  const [tenant] = await db
    .select({ languageCodes, languageTag })
    .from(tenantsTable)
    .where(eq(tenantId, scope.tenantId))
  return tenant ?? { languageCodes: [], languageTag: '' }
}
