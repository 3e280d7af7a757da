import {
  type DeletedTenant,
  idCodes,
  KinoraError,
  RESTORABLE_DAYS,
  type TenantDraft,
  type TenantSettings,
  utcOffsetOf,
} from '@kinora/core'
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { findTenantAccount, type TenantAccount } from '../accounts/index.ts'
import { type Author, auditEntriesTable as a, recordWrite } from '../kernel/rows/audit.ts'
import type { FieldChange } from '../kernel/rows/differences.ts'
import { notFound, refused } from '../kernel/rows/refusals.ts'
import { stateOf } from '../kernel/secrets.ts'
import type { Database } from '../ports/db.ts'
import { providersTable as p } from '../stored-providers/tables.ts'
import { tenantsTable as t } from '../tenants/tables.ts'

export type TenantRow = typeof t.$inferSelect

/** Milliseconds in which a deleted tenant can be restored (C-98). */
const RESTORABLE = RESTORABLE_DAYS * 86_400_000

/** A tenant with what it yields. These functions serve administrators and customer support, who reach every tenant (C-91). */
export interface StoredTenantRow {
  row: TenantRow
  account: TenantAccount | undefined
  provider: { tag: string; email: string } | undefined
}

/** The tenant, row-locked until the transaction ends where `forUpdate` says so; throws `notFound`. */
export async function readTenant(
  db: Database,
  tenantId: string,
  forUpdate = false,
): Promise<StoredTenantRow> {
  const found = db
    .select()
    .from(t)
    .where(and(eq(t.tenantId, tenantId), isNull(t.deletedAt)))
    .$dynamic()
  const [row] = await (forUpdate ? found.for('update') : found)
  if (row === undefined) throw notFound()
  return withYield(db, row)
}

/**
 * One that was deleted, row-locked until the transaction ends; throws `notFound`, or `tenant.notDeleted` where it is too late.
 */
export async function lockDeletedTenant(tx: Database, tenantId: string, now: Date): Promise<StoredTenantRow> {
  const [row] = await tx.select().from(t).where(eq(t.tenantId, tenantId)).for('update')
  if (row === undefined) throw notFound()
  const isRestorable = row.deletedAt !== null && now.getTime() - row.deletedAt.getTime() < RESTORABLE
  if (!isRestorable) throw refused('tenant.notDeleted', undefined, 'tenantId')
  return withYield(tx, row)
}

async function withYield(db: Database, row: TenantRow): Promise<StoredTenantRow> {
  const { tenantId } = row
  const [provider] = await db.select({ tag: p.tag, email: p.email }).from(p).where(eq(p.tenantId, tenantId))
  return { row, account: await findTenantAccount(db, tenantId), provider }
}

/** C-98: the last deleted first. */
export async function listDeletedTenants(db: Database, now: Date): Promise<DeletedTenant[]> {
  const rows = await db
    .select({ tenantId: t.tenantId, name: t.name, deletedAt: t.deletedAt })
    .from(t)
    .where(and(isNotNull(t.deletedAt), gt(t.deletedAt, new Date(now.getTime() - RESTORABLE))))
    .orderBy(desc(t.deletedAt), desc(t.tenantId))
  return rows.map(({ deletedAt, ...names }) => ({
    ...names,
    deletedDate: deletedAt!.toISOString(),
    restorableUntil: new Date(deletedAt!.getTime() + RESTORABLE).toISOString(),
  }))
}

/** What people write of a tenant, by the names of the contract; of secrets that they are set, and which. */
export const toWritten = (row: TenantRow) => ({
  ...toDraft(row),
  jwPlayerSecret: row.jwPlayerSecret?.sealed ?? null,
})

/** The row as a draft that keeps its secrets. */
export const toDraft = (row: TenantRow): TenantDraft => ({
  name: row.name,
  customerNumber: row.customerNumber,
  email: row.email,
  password: '',
  timeZoneInfo: { offsetName: row.timeZone.offsetName },
  languageCodes: row.languageCodes,
  languageTag: row.languageTag,
  activatedProducts: row.activatedProducts,
  isProviderActive: row.isProviderActive,
  mediaPlatform: row.mediaPlatform,
  audioNormalize: row.audioNormalize,
  jwPlayerSiteId: row.jwPlayerSiteId,
  jwPlayerSecret: '',
  connect: row.connect,
  isBulkUploadEnabled: row.isBulkUploadEnabled,
  siteSourceType: row.siteSourceType,
  isPlatformOwnedCategories: row.isPlatformOwnedCategories,
  isRichTextEnabled: row.isRichTextEnabled,
})

export function toSettings({ row, account, provider }: StoredTenantRow, now: Date): TenantSettings {
  const { timeZoneInfo, password: _, ...draft } = toDraft(row)
  const { offsetName } = timeZoneInfo
  return {
    tenantId: row.tenantId,
    ...draft,
    version: row.version,
    timeZoneInfo: { offsetName, utcOffset: utcOffsetOf(offsetName, now) },
    providerId: provider?.tag ?? null,
    providerEmail: provider?.email ?? null,
    hasPassword: account !== undefined,
    jwPlayerSecret: stateOf(row.jwPlayerSecret),
  }
}

/** One entry for a write of a tenant or of one part of its settings. */
export const recordTenant = (
  tx: Database,
  by: Author,
  write: { noun?: string; tenantId: string; verb: string; version: number; changes: readonly FieldChange[] },
): Promise<void> => {
  const { noun = 'tenants', tenantId, ...rest } = write
  const name = sql`(SELECT name FROM tenants WHERE tenant_id = ${tenantId})`
  return recordWrite(tx, by, { noun, id: tenantId, name, owner: { tenantId }, ...rest })
}

/** Two who add the same id at once: one of them learns it from the database. */
export const idTaken = (id: string, path: keyof typeof idCodes): KinoraError =>
  new KinoraError('conflict', { issues: [{ path, code: idCodes[path].taken, params: { id } }] })

/**
 * Throws where a tenant had the id that is gone for good: audit entries, plays and the folder of its file store still go by it,
 * and are nobody else's.
 */
export async function assertUnused(
  tx: Database,
  tenantId: string,
  path: keyof typeof idCodes,
): Promise<void> {
  const [removed] = await tx
    .select({ id: a.id })
    .from(a)
    .where(and(eq(a.noun, 'tenants'), eq(a.rowId, tenantId), eq(a.verb, 'remove')))
    .limit(1)
  if (removed === undefined) return
  throw new KinoraError('conflict', {
    issues: [{ path, code: idCodes[path].used, params: { id: tenantId } }],
  })
}
