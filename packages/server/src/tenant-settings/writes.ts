import {
  assertNoIssues,
  checkTenant,
  checkTenantId,
  isBlank,
  KinoraError,
  newTenant,
  Role,
  type TenantDraft,
  type TenantSettings,
  toTenantId,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { assertCurrent, authorOf } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { stamp, stampNew } from '../kernel/rows/stamps.ts'
import { systemScope } from '../kernel/scope.ts'
import { nextSecret, stateOf } from '../kernel/stored-secret.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { newKeys } from './keys.ts'
import { idTaken, readTenant, recordTenant, type TenantRow, toDraft, toSettings, toWritten } from './rows.ts'
import { syncYield } from './yield.ts'

/** API-63, TENANT-02: adds a tenant with its keys, and its account and provider where it is provider active. */
export async function createTenant(
  { tenantID, ...given }: Partial<TenantDraft> & { tenantID?: string | undefined },
  context: Context,
): Promise<string> {
  const { deps, caller } = context
  const by = authorOf(context)
  const draft = tidied({ ...newTenant, ...defined(given) })
  const tenantId = tenantID ?? toTenantId(draft.name)
  const own = tenantID === undefined ? [] : checkTenantId(tenantID, 'tenantID')
  assertNoIssues([...checkTenant(draft).filter(issue => own.length === 0 || issue.path !== 'name'), ...own])
  if (draft.siteSourceType !== newTenant.siteSourceType) assertMaySetSiteType(caller.role)
  const passwordHash = await hashOf(draft.password, context)
  await deps.db.transaction(async tx => {
    const { password: _, timeZoneInfo, jwPlayerSecret, ...fields } = draft
    const secret = nextSecret(jwPlayerSecret, null, { secrets: deps.secrets, now: by.now })
    const [row] = await tx
      .insert(t)
      .values({
        tenantId,
        ...fields,
        timeZone: { offsetName: timeZoneInfo.offsetName },
        jwPlayerSecret: secret,
        ...newKeys(deps.secrets, by.now),
        ...stampNew(by.now, by.userId),
      })
      .onConflictDoNothing()
      .returning()
    if (row === undefined) throw idTaken()
    await syncYield(tx, { stored: { row, account: undefined, provider: undefined }, passwordHash, by })
    const changes = differences({}, toWritten(row))
    await recordTenant(tx, by, { tenantId, verb: 'create', version: row.version, changes })
  })
  return tenantId
}

type Update = Partial<TenantDraft> & { tenantID: string; version?: number | undefined }

/** API-63, C-93, C-94, C-124: what is left out stays. A write that changes nothing isn't one, but for a new password. */
export async function updateTenant(
  { tenantID, version, ...given }: Update,
  context: Context,
): Promise<TenantSettings> {
  const { deps, caller } = context
  const by = authorOf(context)
  const passwordHash = await hashOf(given.password ?? '', context)
  return deps.db.transaction(async tx => {
    const stored = await readTenant(tx, tenantID, true)
    const { row: before } = stored
    const draft = tidied({ ...toDraft(before), ...defined(given) })
    if (draft.siteSourceType !== before.siteSourceType) assertMaySetSiteType(caller.role)
    const jwPlayerSecret = stateOf(before.jwPlayerSecret)
    const hasPassword = stored.account !== undefined
    assertNoIssues(
      checkTenant(draft, {
        hasPassword,
        jwPlayerSecret,
        isPlatformOwnedCategories: before.isPlatformOwnedCategories,
      }),
    )
    const { password: _, timeZoneInfo, jwPlayerSecret: secret, ...fields } = draft
    const set = {
      ...fields,
      timeZone: { offsetName: timeZoneInfo.offsetName },
      jwPlayerSecret: nextSecret(secret, before.jwPlayerSecret, { secrets: deps.secrets, now: by.now }),
    }
    const changes = differences(toWritten(before), toWritten({ ...before, ...set }))
    if (changes.length === 0 && passwordHash === undefined) return toSettings(stored, by.now)
    const fieldNames = Object.keys(toWritten(before))
    const known = { noun: 'tenants', id: tenantID, current: before.version, known: version }
    await assertCurrent(systemScope, tx, { ...known, fields: fieldNames })
    const next = before.version + 1
    const [row] = (await tx
      .update(t)
      .set({ ...set, version: next, ...stamp(by.now, by.userId) })
      .where(eq(t.tenantId, tenantID))
      .returning()) as [TenantRow]
    await syncYield(tx, { stored: { ...stored, row }, passwordHash, by })
    await recordTenant(tx, by, { tenantId: tenantID, verb: 'update', version: next, changes })
    return toSettings(await readTenant(tx, tenantID), by.now)
  })
}

/** C-94: customer support may send the value that is there already. */
function assertMaySetSiteType(role: Role): void {
  if (role !== Role.Admin) throw new KinoraError('forbidden')
}

async function hashOf(password: string, { deps }: Context): Promise<string | undefined> {
  return password === '' ? undefined : deps.passwords.hash(password)
}

const tidied = (draft: TenantDraft): TenantDraft => ({
  ...draft,
  name: draft.name.trim(),
  customerNumber: draft.customerNumber.trim(),
  email: isBlank(draft.email) ? null : draft.email!.trim(),
  languageCodes: [...new Set(draft.languageCodes)],
  activatedProducts: [...new Set(draft.activatedProducts)],
})

const defined = <D extends object>(given: D): D =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as D
