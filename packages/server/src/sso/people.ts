import { isKinoraError, KinoraError, Role } from '@kinora/core'
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { assertEmailFree, closeAccount } from '../accounts/index.ts'
import { groupRows } from '../kernel/db/queries.ts'
import { type Author, newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import type { IdentitySettings } from '../ports/identity.ts'
import { userTenantsTable as entries, refreshTokensTable as r, usersTable as u } from '../session/tables.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import type { Person } from './claims.ts'
import { externalIdentitiesTable as x } from './tables.ts'

/** An account as it is, beside the person that an identity provider makes of it. */
export type Known = Omit<Person, 'isVerified'> & {
  userId: string
  isActive: boolean
  passwordHash: string | null
  version: number
}

/** Who writes an account, and for which identity provider. */
export interface Writing {
  settings: IdentitySettings
  now: Date
  /** Who writes: the person of the account itself, or a program. */
  authorOf(person: { userId: string; displayName: string }): Author
  /** The sign-in that goes on where what the account may do has changed; all others end. */
  family?: string | undefined
}

const columns = {
  userId: u.userId,
  email: u.email,
  displayName: u.displayName,
  role: u.role,
  providerTag: u.providerTag,
  isActive: u.isActive,
  passwordHash: u.passwordHash,
  version: u.version,
}

/** Accounts with their tenants, row-locked until the transaction ends, always in one order. */
export async function lockAccounts(tx: Database, where: SQL | undefined): Promise<Known[]> {
  const found = await tx.select(columns).from(u).where(where).orderBy(asc(u.userId)).for('update')
  if (found.length === 0) return []
  const rows = await tx
    .select({ userId: entries.userId, tenantId: entries.tenantId })
    .from(entries)
    .where(
      inArray(
        entries.userId,
        found.map(({ userId }) => userId),
      ),
    )
    .orderBy(asc(entries.position))
  const tenants = groupRows(rows, ({ userId }) => userId)
  return found.map(account => ({
    ...account,
    tenantIds: (tenants.get(account.userId) ?? []).map(({ tenantId }) => tenantId),
  }))
}

/** C-80, C-98: tenants that are there and have a sign-in at all, a provider that is there. Throws a refusal that names the first that isn’t. */
export async function assertPlaces(
  tx: Database,
  { tenantIds, providerTag }: Person,
  { name, claims }: IdentitySettings,
): Promise<void> {
  const open = tenantIds.length === 0 ? [] : await openTenants(tx, tenantIds)
  const unknown = tenantIds.find(id => !open.includes(id))
  if (unknown !== undefined)
    throw refused('sso.unknownTenant', { name, id: unknown, claim: claims.tenants }, '')
  if (providerTag === null) return
  const isThere = and(eq(providersTable.tag, providerTag), isNull(providersTable.deletedAt))
  if ((await tx.$count(providersTable, isThere)) === 0)
    throw refused('sso.unknownProvider', { name, id: providerTag, claim: claims.provider }, '')
}

async function openTenants(tx: Database, tenantIds: readonly string[]): Promise<string[]> {
  const { tenantId, deletedAt, isProviderActive } = tenantsTable
  const isOpen = and(inArray(tenantId, [...tenantIds]), isNull(deletedAt), isProviderActive)
  const open = await tx.select({ id: tenantId }).from(tenantsTable).where(isOpen)
  return open.map(({ id }) => id)
}

/** What an account may do, to see whether it is still the same. */
export const placeOf = ({
  role,
  tenantIds,
  providerTag,
}: Pick<Person, 'role' | 'tenantIds' | 'providerTag'>) => JSON.stringify([role, tenantIds, providerTag])

/** What people see of an account in the audit log. */
const toRecord = ({ email, displayName, role, tenantIds, providerTag }: Omit<Person, 'isVerified'>) => ({
  email,
  displayName,
  role,
  tenantIds,
  providerId: providerTag,
})

/** Makes the account of a person, without a password; gives its id. Throws `sso.emailTaken`. */
export async function createAccount(tx: Database, person: Person, writing: Writing): Promise<string> {
  await assertFree(tx, person, writing.settings)
  const userId = newTag()
  const { email, displayName, role, providerTag } = person
  const by = writing.authorOf({ userId, displayName })
  const values = { userId, email, displayName, role, providerTag, passwordHash: null }
  await tx.insert(u).values({ ...values, ...stampNew(writing.now, by.userId) })
  await addEntries(tx, userId, person)
  const changes = differences({}, { ...toRecord(person), identityProvider: writing.settings.id })
  await recordAccount(tx, by, { userId, person, verb: 'create', version: 1, changes })
  return userId
}

/** Brings an account that is open, or is opened with it, up to date. Throws `sso.emailTaken`. */
export async function updateAccount(
  tx: Database,
  { known, person, isOpened = false }: { known: Known; person: Person; isOpened?: boolean },
  writing: Writing,
): Promise<void> {
  const { userId } = known
  const isMoved = placeOf(known) !== placeOf(person)
  if (known.email.toLowerCase() !== person.email.toLowerCase()) await assertFree(tx, person, writing.settings)
  const changes = [
    ...differences(toRecord(known), toRecord(person)),
    ...(isOpened ? [{ path: 'isActive', before: false, after: true }] : []),
  ]
  if (changes.length === 0) return
  const { email, displayName, role, providerTag } = person
  const by = writing.authorOf({ userId, displayName })
  const [row] = await tx
    .update(u)
    .set({
      email,
      displayName,
      role,
      providerTag,
      ...stamp(writing.now, by.userId),
      ...(isOpened && { isActive: true }),
    })
    .where(eq(u.userId, userId))
    .returning({ version: u.version })
  if (isMoved) {
    await tx.delete(entries).where(eq(entries.userId, userId))
    await addEntries(tx, userId, person)
    await endOthers(tx, userId, writing)
  }
  await recordAccount(tx, by, { userId, person, verb: 'update', version: row!.version, changes })
}

/** Nobody signs in with it any more, and who has is signed out at once. */
export async function shutAccount(tx: Database, known: Known, writing: Writing): Promise<void> {
  const { userId, version } = known
  const by = writing.authorOf(known)
  await closeAccount(tx, userId, by)
  const changes = [{ path: 'isActive', before: true, after: false }]
  await recordAccount(tx, by, { userId, person: known, verb: 'update', version, changes })
}

/** Who was let in as something else signs in anew: access tokens say what the account was. */
async function endOthers(tx: Database, userId: string, { family = '', now }: Writing): Promise<void> {
  await tx
    .update(u)
    .set({ sessionGeneration: sql`${u.sessionGeneration} + 1` })
    .where(eq(u.userId, userId))
  await tx
    .update(r)
    .set({ revokedAt: now })
    .where(and(eq(r.userId, userId), isNull(r.revokedAt), ne(r.family, family)))
}

async function addEntries(tx: Database, userId: string, { tenantIds }: Person): Promise<void> {
  if (tenantIds.length === 0) return
  await tx.insert(entries).values(tenantIds.map((tenantId, position) => ({ userId, tenantId, position })))
}

/** C-92: nobody else’s address. */
async function assertFree(tx: Database, { email }: Person, { name }: IdentitySettings): Promise<void> {
  await assertEmailFree(tx, email).catch((error: unknown) => {
    throw isKinoraError(error) ? refused('sso.emailTaken', { name, email }, '') : error
  })
}

interface Recorded {
  userId: string
  person: Pick<Person, 'displayName' | 'tenantIds' | 'providerTag'>
  verb: 'create' | 'update'
  version: number
  changes: ReturnType<typeof differences>
}

export function recordAccount(
  tx: Database,
  by: Author,
  { userId, person, ...entry }: Recorded,
): Promise<void> {
  const { displayName: name, tenantIds, providerTag: providerId } = person
  const owner = { tenantId: tenantIds[0] ?? null, providerId }
  return recordWrite(tx, by, { noun: 'accounts', id: userId, name, owner, ...entry })
}

/**
 * C-80: somebody has to be left who administers the platform and can sign in. Of several changes at a time the later one sees what
 * the earlier did. Throws `conflict`.
 */
export async function assertAdminLeft(tx: Database, { isSsoOnly }: { isSsoOnly: boolean }): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.admins'))`)
  const ofProvider = tx.select({ userId: x.userId }).from(x)
  const maySignIn = isSsoOnly ? or(isNull(u.passwordHash), inArray(u.userId, ofProvider)) : undefined
  if ((await tx.$count(u, and(eq(u.role, Role.Admin), u.isActive, maySignIn))) === 0)
    throw new KinoraError('conflict', { issues: [{ path: 'active', code: 'scim.lastAdmin' }] })
}
