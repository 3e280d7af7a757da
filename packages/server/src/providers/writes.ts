import {
  assertNoIssues,
  checkNewProvider,
  checkProviderChange,
  isBlank,
  KinoraError,
  type NewProvider,
  newProvider,
  type Parsed,
  type ProviderRecord,
  type providers,
  RESTORABLE_DAYS,
  toPhoneNumber,
} from '@kinora/core'
import { and, eq, not, sql } from 'drizzle-orm'
import { assertEmailFree, emailTaken } from '../accounts/index.ts'
import { checkMediaPlatform } from '../deliveries/index.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { type Author, authorOf, recordWrite, stamp } from '../kernel/rows/audit.ts'
import { breaks } from '../kernel/rows/constraints.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import {
  addProviderAccount,
  setProviderAccountActive,
  setProviderPassword,
  updateProviderAccount,
} from '../session/index.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { deletedProviderRows, providerRows, type StoredProvider } from '../stored-providers/index.ts'
import { providersTable as t } from '../stored-providers/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'

/** API-70: the provider and the account that signs in for it, or neither. */
export async function createProvider(
  { userRole: _, ...given }: Parsed<typeof providers.create>,
  context: Context,
): Promise<{ tag: string }> {
  const { deps } = context
  const by = authorOf(context)
  const draft: NewProvider = { ...newProvider, ...given }
  assertNoIssues([
    ...checkNewProvider(draft),
    ...(await checkMediaPlatform(deps.db, deps, { before: undefined, chosen: draft.mediaPlatform })),
  ])
  const { email, password, ...fields } = draft
  const passwordHash = await deps.passwords.hash(password)
  const values = { ...toColumns(fields, context), displayName: shownName(draft), email: email.trim() }
  return deps.db
    .transaction(async tx => {
      await assertEmailFree(tx, values.email)
      const row = await providerRows.insert(context.scope, tx, {
        values: values as Required<typeof values>,
        by,
      })
      const account = {
        providerTag: row.tag,
        email: values.email,
        displayName: row.displayName,
        passwordHash,
      }
      await addProviderAccount(tx, { ...account, ...changeOf(by) })
      return { tag: row.tag }
    })
    .catch(refuseSecond)
}

/**
 * API-71, C-99: e-mail addresses stay; a new password ends the sessions of the account. The present one is taken too: to
 * refuse it would tell staff whether they guessed it.
 */
export async function updateProvider(
  { tag, version, email, password = '', userRole: _, ...set }: Parsed<typeof providers.update>,
  context: Context,
): Promise<ProviderRecord> {
  const { scope, deps } = context
  const by = authorOf(context)
  await providerRows.assertOwned(scope, deps.db, tag)
  const passwordHash = isBlank(password) ? undefined : await deps.passwords.hash(password)
  return deps.db
    .transaction(async tx => {
      const before = await providerRows.lock(scope, tx, tag)
      const platforms = { before: before.mediaPlatform, chosen: set.mediaPlatform }
      assertNoIssues([
        ...checkChange(before, { ...set, email, password }),
        ...(await checkMediaPlatform(tx, deps, platforms)),
      ])
      const columns = toColumns(set, context)
      const { name = before.name, displayName } = set
      const shown = displayName === undefined ? {} : { displayName: shownName({ name, displayName }) }
      const after = await providerRows.update(scope, tx, {
        id: tag,
        version,
        set: { ...columns, ...shown },
        by,
      })
      if (after.displayName !== before.displayName && !before.isTenantProvider)
        await updateProviderAccount(tx, { providerTag: tag, displayName: after.displayName, ...changeOf(by) })
      if (passwordHash !== undefined) await savePassword(tx, context, { after, passwordHash })
      return after
    })
    .catch(refuseSecond)
}

function checkChange(before: StoredProvider, sent: Partial<NewProvider>) {
  const { email, ...draft } = sent
  const stored = { ...before, hasJwPlayerSecret: before.jwPlayerSecret !== null }
  const isOther = email !== undefined && email.trim().toLowerCase() !== before.email.toLowerCase()
  const ofTenant = before.isTenantProvider ? lockedOfTenant(before, draft) : []
  return [
    ...checkProviderChange(draft, stored),
    ...(isOther ? [{ path: 'email', code: 'provider.emailFixed' } as const] : []),
    ...ofTenant.map(path => ({ path, code: 'provider.ofTenant' }) as const),
  ]
}

/** C-80, C-93: the name and the account of a tenant's provider are the tenant's. */
const lockedOfTenant = (before: StoredProvider, draft: Partial<NewProvider>): string[] => [
  ...(['name', 'displayName'] as const).filter(
    field => draft[field] !== undefined && draft[field] !== before[field],
  ),
  ...(isBlank(draft.password) ? [] : ['password']),
]

async function savePassword(
  tx: Database,
  context: Context,
  { after, passwordHash }: { after: ProviderRecord; passwordHash: string },
): Promise<void> {
  const { tag: providerTag, displayName, email, version } = after
  const by = authorOf(context)
  const isSet = await setProviderPassword(tx, { providerTag, passwordHash, ...changeOf(by) })
  if (!isSet) await addProviderAccount(tx, { providerTag, email, displayName, passwordHash, ...changeOf(by) })
  const owner = { providerId: providerTag }
  const row = { noun: 'providers', id: providerTag, name: displayName, version, owner }
  await recordWrite(tx, by, { ...row, verb: 'setPassword', changes: [] })
}

const changeOf = ({ now, userId }: Author) => ({ now, userId })

const shownName = ({ displayName, name }: Pick<NewProvider, 'displayName' | 'name'>): string =>
  isBlank(displayName) ? name.trim() : displayName.trim()

type Fields = Omit<NewProvider, 'email' | 'password'>

/** Fields as they are stored; those that are left out, and a blank secret, stay as they are (C-124). */
function toColumns(
  { name, displayName: _, phoneNumber, contact, jwPlayerSiteId, jwPlayerSecret, ...rest }: Partial<Fields>,
  { deps: { secrets } }: Context,
) {
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(contact !== undefined && { contact: contact.trim() }),
    ...(phoneNumber !== undefined && { phoneNumber: toPhoneNumber(phoneNumber) }),
    ...(jwPlayerSiteId !== undefined && {
      jwPlayerSiteId: isBlank(jwPlayerSiteId) ? null : jwPlayerSiteId!.trim(),
    }),
    ...(jwPlayerSecret === null && { jwPlayerSecret: null }),
    ...(!isBlank(jwPlayerSecret) && { jwPlayerSecret: secrets.seal(jwPlayerSecret!.trim()) }),
  }
}

function refuseSecond(error: unknown): never {
  if (breaks(error, 'unique')) throw emailTaken()
  throw error
}

const DAY = 86_400_000

/** API-73, C-98: one that is a tenant's, or that owns something, stays. */
export async function removeProvider(tx: Database, tag: string, context: Context): Promise<void> {
  const by = authorOf(context)
  const row = await providerRows.lock(context.scope, tx, tag)
  if (row.isTenantProvider) throw kept('provider.ofTenant')
  const owned = await countOwned(tx, tag)
  if (owned.titles + owned.channels > 0) throw kept('provider.owns', owned)
  await tx
    .update(t)
    .set({ deletedAt: by.now, ...stamp(by.now, by.userId) })
    .where(eq(t.tag, tag))
  await setProviderAccountActive(tx, { providerTag: tag, isActive: false, now: by.now, userId: by.userId })
  await record(tx, context, { tag, version: row.version, verb: 'remove' })
}

const kept = (code: 'provider.ofTenant' | 'provider.owns', params?: Record<string, number>): KinoraError =>
  new KinoraError('conflict', { issues: [{ path: 'ids', code, ...(params && { params }) }] })

async function countOwned(tx: Database, tag: string): Promise<{ titles: number; channels: number }> {
  const titles = await tx.$count(titlesTable, and(eq(titlesTable.providerId, tag), not(titlesTable.isDelete)))
  return { titles, channels: await tx.$count(channelsTable, eq(channelsTable.providerTag, tag)) }
}

/** C-98: within 30 days, with its account as it was. */
export function restoreProvider(tag: string, context: Context): Promise<ProviderRecord> {
  const { scope, deps } = context
  const by = authorOf(context)
  return deps.db.transaction(async tx => {
    const row = await deletedProviderRows.lock(scope, tx, tag)
    if (by.now.getTime() - row.deletedAt!.getTime() >= RESTORABLE_DAYS * DAY)
      throw refused('provider.tooLate', { days: RESTORABLE_DAYS }, 'tag')
    await tx
      .update(t)
      .set({ deletedAt: null, ...stamp(by.now, by.userId) })
      .where(eq(t.tag, tag))
    await setProviderAccountActive(tx, { providerTag: tag, isActive: true, now: by.now, userId: by.userId })
    await record(tx, context, { tag, version: row.version, verb: 'restore' })
    return providerRows.read(scope, tx, tag)
  })
}

function record(
  tx: Database,
  context: Context,
  { tag, version, verb }: { tag: string; version: number; verb: 'remove' | 'restore' },
): Promise<void> {
  const isDeleted = verb === 'remove'
  const changes = [{ path: 'isDeleted', before: !isDeleted, after: isDeleted }]
  const name = sql`(SELECT display_name FROM providers WHERE tag = ${tag})`
  const row = { noun: 'providers', id: tag, name, version, owner: { providerId: tag } }
  return recordWrite(tx, authorOf(context), { ...row, verb, changes })
}

/** Those whose time is over go, with their accounts; what deleted titles still name stays as a name. */
export async function purgeProviders(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - RESTORABLE_DAYS * DAY).toISOString()
  await db.execute(sql`DELETE FROM providers p WHERE p.deleted_at < ${since}::timestamptz
    AND NOT EXISTS (SELECT FROM titles WHERE provider_id = p.tag)
    AND NOT EXISTS (SELECT FROM channels WHERE provider_tag = p.tag)`)
}

/** C-98: what can't be restored any more goes once a day. */
export const startProviderJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'providers.purge',
    period: DAY,
    work: () => purgeProviders(deps.db, deps.clock.now()),
  })
