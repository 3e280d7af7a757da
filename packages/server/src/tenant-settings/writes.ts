import {
  type AppKeys,
  assertNoIssues,
  checkTenant,
  checkTenantId,
  isBlank,
  isSecretSet,
  KinoraError,
  newTenant,
  Role,
  type TenantDraft,
  type TenantSettings,
  toTenantId,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import { assertEmailFree, closeAccount, endExternalSignIns, openTenantAccount } from '../accounts/index.ts'
import { checkMediaPlatform } from '../deliveries/index.ts'
import type { Context } from '../kernel/handlers.ts'
import { type Author, assertVersion, authorOf, newTag, stamp, stampNew } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { systemScope } from '../kernel/scope.ts'
import { nextSecret, sealSecret, stateOf } from '../kernel/secrets.ts'
import type { Database } from '../ports/db.ts'
import type { SecretsPort } from '../ports/secrets.ts'
import { providersTable as p } from '../stored-providers/tables.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import {
  assertUnused,
  idTaken,
  readTenant,
  recordTenant,
  type StoredTenantRow,
  type TenantRow,
  toDraft,
  toSettings,
  toWritten,
} from './rows.ts'

/** API-63, TENANT-02: adds a tenant with its keys, and its account and provider where it is provider active. */
export async function createTenant(
  { tenantId: chosen, ...given }: Partial<TenantDraft> & { tenantId?: string | undefined },
  context: Context,
): Promise<string> {
  const { deps, caller } = context
  const by = authorOf(context)
  const draft = tidied({ ...newTenant, ...defined(given) })
  const tenantId = chosen ?? toTenantId(draft.name)
  const named = chosen === undefined ? 'name' : 'tenantId'
  const own = chosen === undefined ? [] : checkTenantId(chosen, 'tenantId')
  assertNoIssues([...checkTenant(draft).filter(issue => own.length === 0 || issue.path !== 'name'), ...own])
  if (draft.siteSourceType !== newTenant.siteSourceType) assertMaySetSiteType(caller.role)
  const { mediaPlatform, jwPlayerSiteId, jwPlayerSecret: key } = draft
  const platforms = { before: undefined, chosen: mediaPlatform }
  const hasOwn = !isBlank(jwPlayerSiteId) && isSecretSet(key, null)
  assertNoIssues(await checkMediaPlatform(deps.db, deps, { ...platforms, hasOwn }))
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
    if (row === undefined) throw idTaken(tenantId, named)
    await assertUnused(tx, tenantId, named)
    await syncYield(tx, { stored: { row, account: undefined, provider: undefined }, passwordHash, by })
    const changes = differences({}, toWritten(row))
    await recordTenant(tx, by, { tenantId, verb: 'create', version: row.version, changes })
  })
  return tenantId
}

type Update = Partial<TenantDraft> & { tenantId: string; version?: number | undefined }

/**
 * API-63, C-93, C-94, C-124: what is left out stays. A write that changes nothing isn't one, but for a password, the present
 * one as well: to refuse it would tell staff whether they guessed it.
 */
export async function updateTenant(
  { tenantId, version, ...given }: Update,
  context: Context,
): Promise<TenantSettings> {
  const { deps, caller } = context
  const by = authorOf(context)
  const passwordHash = await hashOf(given.password ?? '', context)
  return deps.db.transaction(async tx => {
    const stored = await readTenant(tx, tenantId, true)
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
    const platforms = { before: before.mediaPlatform, chosen: draft.mediaPlatform }
    const hasOwn = !isBlank(draft.jwPlayerSiteId) && isSecretSet(draft.jwPlayerSecret, jwPlayerSecret)
    assertNoIssues(await checkMediaPlatform(tx, deps, { ...platforms, hasOwn }))
    const { password: _, timeZoneInfo, jwPlayerSecret: secret, ...fields } = draft
    const set = {
      ...fields,
      timeZone: { offsetName: timeZoneInfo.offsetName },
      jwPlayerSecret: nextSecret(secret, before.jwPlayerSecret, { secrets: deps.secrets, now: by.now }),
    }
    const changes = differences(toWritten(before), toWritten({ ...before, ...set }))
    if (changes.length === 0 && passwordHash === undefined) return toSettings(stored, by.now)
    const fieldNames = Object.keys(toWritten(before))
    const known = { noun: 'tenants', id: tenantId, current: before.version, known: version }
    await assertVersion(systemScope, tx, { ...known, fields: fieldNames })
    const next = before.version + 1
    const [row] = (await tx
      .update(t)
      .set({ ...set, version: next, ...stamp(by.now, by.userId) })
      .where(eq(t.tenantId, tenantId))
      .returning()) as [TenantRow]
    await syncYield(tx, { stored: { ...stored, row }, passwordHash, by })
    await recordTenant(tx, by, { tenantId, verb: 'update', version: next, changes })
    return toSettings(await readTenant(tx, tenantId), by.now)
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

/** TENANT-27: a pair as the tenant's row holds it; 160 bits of secret. */
const newKeys = (secrets: SecretsPort, now: Date) => ({
  accessKey: `ak_${newTag()}`,
  appSecret: sealSecret(`sk_${newTag()}${newTag()}`, secrets, now),
  keysUsedAt: null,
})

/** API-67 */
export async function readKeys(tenantId: string, { deps }: Context): Promise<AppKeys> {
  return openKeys((await readTenant(deps.db, tenantId)).row, deps.secrets)
}

/** API-68: the old pair stops at once. */
export async function generateKeys(tenantId: string, context: Context): Promise<AppKeys> {
  const { deps } = context
  const by = authorOf(context)
  return deps.db.transaction(async tx => {
    const { row } = await readTenant(tx, tenantId, true)
    const keys = newKeys(deps.secrets, by.now)
    await tx.update(t).set(keys).where(eq(t.tenantId, tenantId))
    const changes = [{ path: 'accessKey', before: row.accessKey, after: keys.accessKey }]
    await recordTenant(tx, by, { tenantId, verb: 'generateKeys', version: row.version, changes })
    return openKeys({ ...row, ...keys }, deps.secrets)
  })
}

function openKeys({ accessKey, appSecret, keysUsedAt }: TenantRow, secrets: SecretsPort): AppKeys {
  if (accessKey === null || appSecret === null) return null
  return {
    accessKey,
    secretKey: secrets.open(appSecret.sealed),
    createdDate: appSecret.setAt,
    lastUsedDate: keysUsedAt?.toISOString() ?? null,
  }
}

interface Sync {
  stored: StoredTenantRow
  /** Of a new password. */
  passwordHash: string | undefined
  by: Author
}

/**
 * C-80, C-93: what a tenant yields follows it. Provider active: an account of role 2 and a provider of its own; otherwise the
 * account is closed and signed out at once, the provider and its titles stay. Throws `emailExists`.
 */
export async function syncYield(tx: Database, { stored, passwordHash, by }: Sync): Promise<void> {
  const { row, account, provider } = stored
  const { tenantId, email, name } = row
  if (email !== null) await assertEmailFree(tx, email, tenantId)
  if (!row.isProviderActive) {
    if (account?.isActive === true) await closeAccount(tx, account.userId, by)
    await endExternalSignIns(tx, tenantId, by.now)
    return
  }
  const opening = { tenantId, email: email!, displayName: name, passwordHash, account, by }
  await openTenantAccount(tx, opening)
  const { mediaPlatform, isBulkUploadEnabled } = row
  const fields = { name: tenantId, displayName: name, email: email!, mediaPlatform, isBulkUploadEnabled }
  if (provider === undefined)
    await tx.insert(p).values({
      tag: newTag(),
      ...fields,
      contact: '',
      tenantId,
      isTenantProvider: true,
      ...stampNew(by.now, by.userId),
    })
  else
    await tx
      .update(p)
      .set({ ...fields, ...stamp(by.now, by.userId) })
      .where(eq(p.tag, provider.tag))
}
