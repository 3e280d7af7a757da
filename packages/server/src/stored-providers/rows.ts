import { type Provider, type ProviderRecord, RESTORABLE_DAYS, toWireDate } from '@kinora/core'
import { and, asc, eq, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alphabetical, contains, everything, nothing } from '../kernel/db/queries.ts'
import { crud } from '../kernel/rows/crud.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { providersTable as t } from './tables.ts'

export type StoredProvider = typeof t.$inferSelect

const DAY = 86_400_000

/** F-2 `list providers`: a provider sees itself, a tenant the provider it yields. */
function inScope(scope: Scope): SQL {
  if (scope.kind === 'all') return everything
  if (scope.kind === 'provider') return eq(t.tag, scope.providerId)
  if (scope.kind === 'tenant') return eq(t.tenantId, scope.tenantId)
  return nothing
}

const order = [alphabetical(t.displayName), asc(t.tag)]

/** What people write; the secret among it, so that another one is a new version, although its value is never recorded. */
const toDraft = (row: StoredProvider) => ({
  name: row.name,
  displayName: row.displayName,
  email: row.email,
  phoneNumber: row.phoneNumber,
  contact: row.contact,
  mediaPlatform: row.mediaPlatform,
  jwPlayerSiteId: row.jwPlayerSiteId,
  jwPlayerSecret: row.jwPlayerSecret,
  stage1Encode: row.stage1Encode,
  isBulkUploadEnabled: row.isBulkUploadEnabled,
})

/** PROV-01 as pickers and lists of channels name it. */
const toProvider = (row: StoredProvider): Provider => ({
  tag: row.tag,
  name: row.name,
  displayName: row.displayName,
  email: row.email,
  phoneNumber: row.phoneNumber,
  contact: row.contact,
  userRole: 1,
  mediaPlatform: row.mediaPlatform,
  tenantId: row.tenantId,
  isTenantProvider: row.isTenantProvider,
  stage1Encode: row.stage1Encode,
  isBulkUploadEnabled: row.isBulkUploadEnabled,
})

/** The same in full; the secret stays behind. */
const toRecord = (row: StoredProvider): ProviderRecord => ({
  ...toProvider(row),
  jwPlayerSiteId: row.jwPlayerSiteId,
  hasJwPlayerSecret: row.jwPlayerSecret !== null,
  restorableUntil: row.deletedAt && toWireDate(new Date(row.deletedAt.getTime() + RESTORABLE_DAYS * DAY)),
  version: row.version,
})

/** A provider reads what was done to it. */
const owner = ({ tag, tenantId }: StoredProvider) => ({ providerId: tag, tenantId })
const noun = { noun: 'providers', id: 'tag', owner, order, toDraft, toEntity: toRecord } as const

/** C-98: neither soft-deleted itself nor what a deleted tenant yields, with which it comes back or goes. */
export const isNotDeleted: SQL = sql`(${t.deletedAt} IS NULL AND NOT EXISTS (
  SELECT FROM tenants gone WHERE gone.tenant_id = ${t.tenantId} AND gone.deleted_at IS NOT NULL))`

export const providerRows = crud(t, { ...noun, owns: scope => and(isNotDeleted, inScope(scope)) })
/** C-98: those that were deleted. */
export const deletedProviderRows = crud(t, {
  ...noun,
  owns: scope => and(isNotNull(t.deletedAt), inScope(scope)),
})

/** Part of a name, of the e-mail address or of the contact; or of the phone number, as people write one: they look up who has called. */
export const isLike = (query: string | undefined): SQL | undefined => {
  const digits = (query ?? '').replace(/\D/g, '')
  const isNumber = digits.length >= FEWEST_DIGITS && /^[+\d\s()/.-]*$/.test(query ?? '')
  return or(
    contains(query, t.name, t.displayName, t.email, t.contact),
    isNumber ? contains(digits, t.phoneNumber) : undefined,
  )
}
/** Of a phone number that is looked for. */
const FEWEST_DIGITS = 4

/** PROV-09: those of tenants, or the others. */
export const isOfTenant = (wanted: boolean): SQL => eq(t.isTenantProvider, wanted)

/** Those that were deleted after a moment. */
export const isDeletedSince = (since: Date): SQL => gt(t.deletedAt, since)

/** Whether there is such a provider, deleted ones left out. */
export async function findProvider(db: Database, tag: string): Promise<Provider | undefined> {
  const [row] = await db
    .select()
    .from(t)
    .where(and(eq(t.tag, tag), isNotDeleted))
  return row && toProvider(row)
}

export async function listProviders(scope: Scope, db: Database): Promise<Provider[]> {
  const rows = await db
    .select()
    .from(t)
    .where(and(isNotDeleted, inScope(scope)))
    .orderBy(...order)
  return rows.map(toProvider)
}
