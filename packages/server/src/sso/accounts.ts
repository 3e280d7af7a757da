import { isKinoraError } from '@kinora/core'
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { assertEmailFree } from '../accounts/index.ts'
import { type Author, newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import type { Identity, IdentitySettings } from '../ports/identity.ts'
import type { From } from '../session/index.ts'
import { userTenantsTable as entries, refreshTokensTable as r, usersTable as u } from '../session/tables.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { type Person, toPerson } from './claims.ts'
import { externalIdentitiesTable as x } from './tables.ts'

interface Told {
  identity: Pick<Identity, 'issuer' | 'subject' | 'claims'>
  settings: IdentitySettings
  from: From
  now: Date
  /** The sign-in that goes on where what the account may do has changed; all others end. */
  family?: string
}

/**
 * KEY-05: makes the account of who signs in at an identity provider, or brings it up to date with what is said there. An account with
 * a password is never taken over: it is linked once, where the operator lets a verified e-mail address do so, and keeps role, tenants
 * and provider, which have to be the same there. Throws a refusal in words. Gives the account’s id.
 */
export async function bringUpToDate(db: Database, told: Told): Promise<string> {
  const person = toPerson(told.identity.claims, told.settings)
  return db.transaction(async tx => {
    await assertPlaces(tx, person, told.settings)
    const known = await findKnown(tx, told)
    if (known !== undefined) await update(tx, { known, person, told })
    const userId = known?.userId ?? (await link(tx, person, told)) ?? (await create(tx, person, told))
    const { issuer, subject } = told.identity
    await tx
      .insert(x)
      .values({ issuer, subject, userId, createdAt: told.now, signedInAt: told.now })
      .onConflictDoUpdate({ target: [x.issuer, x.subject], set: { signedInAt: told.now } })
    return userId
  })
}

/** C-80, C-98: a tenant that is there and has a sign-in at all, a provider that is there. */
async function assertPlaces(tx: Database, person: Person, { name, claims }: IdentitySettings): Promise<void> {
  const { tenantIds, providerTag } = person
  const open = await tx
    .select({ id: tenantsTable.tenantId })
    .from(tenantsTable)
    .where(
      and(
        inArray(tenantsTable.tenantId, [...tenantIds]),
        isNull(tenantsTable.deletedAt),
        tenantsTable.isProviderActive,
      ),
    )
  const unknown = tenantIds.find(id => !open.some(tenant => tenant.id === id))
  if (unknown !== undefined)
    throw refused('sso.unknownTenant', { name, id: unknown, claim: claims.tenants }, '')
  if (providerTag === null) return
  const isThere = and(eq(providersTable.tag, providerTag), isNull(providersTable.deletedAt))
  if ((await tx.$count(providersTable, isThere)) === 0)
    throw refused('sso.unknownProvider', { name, id: providerTag, claim: claims.provider }, '')
}

const columns = {
  userId: u.userId,
  email: u.email,
  displayName: u.displayName,
  role: u.role,
  providerTag: u.providerTag,
  isActive: u.isActive,
  passwordHash: u.passwordHash,
}
type Known = Omit<Person, 'isVerified'> & { userId: string; isActive: boolean; passwordHash: string | null }

async function findKnown(tx: Database, { identity: { issuer, subject } }: Told): Promise<Known | undefined> {
  const ofIdentity = tx
    .select({ userId: x.userId })
    .from(x)
    .where(and(eq(x.issuer, issuer), eq(x.subject, subject)))
  const [found] = await tx.select(columns).from(u).where(inArray(u.userId, ofIdentity)).for('update')
  return found && withTenants(tx, found)
}

async function withTenants(tx: Database, account: Omit<Known, 'tenantIds'>): Promise<Known> {
  const rows = await tx
    .select({ tenantId: entries.tenantId })
    .from(entries)
    .where(eq(entries.userId, account.userId))
    .orderBy(asc(entries.position))
  return { ...account, tenantIds: rows.map(({ tenantId }) => tenantId) }
}

const placeOf = ({ role, tenantIds, providerTag }: Omit<Person, 'email' | 'isVerified' | 'displayName'>) =>
  JSON.stringify([role, tenantIds, providerTag])

async function update(
  tx: Database,
  { known, person, told }: { known: Known; person: Person; told: Told },
): Promise<void> {
  const { settings, now } = told
  if (!known.isActive) throw refused('sso.closed', undefined, '')
  const isMoved = placeOf(known) !== placeOf(person)
  if (known.passwordHash !== null) {
    if (isMoved) throw refused('sso.linkedDiffers', { email: known.email, name: settings.name }, '')
    return
  }
  const { userId } = known
  if (known.email.toLowerCase() !== person.email.toLowerCase()) await assertFree(tx, person, settings)
  const changes = differences(toRecord(known), toRecord(person))
  if (changes.length === 0) return
  const { email, displayName, role, providerTag } = person
  const [row] = await tx
    .update(u)
    .set({ email, displayName, role, providerTag, ...stamp(now, userId) })
    .where(eq(u.userId, userId))
    .returning({ version: u.version })
  if (isMoved) {
    await tx.delete(entries).where(eq(entries.userId, userId))
    await addEntries(tx, userId, person)
    await endOthers(tx, userId, told)
  }
  await record(tx, { userId, person, told, verb: 'update', version: row!.version, changes })
}

/** What people see of an account in the audit log. */
const toRecord = ({ email, displayName, role, tenantIds, providerTag }: Omit<Person, 'isVerified'>) => ({
  ...{ email, displayName, role, tenantIds, providerId: providerTag },
})

/** Who was let in as something else signs in anew: access tokens say what the account was. */
async function endOthers(tx: Database, userId: string, { family = '', now }: Told): Promise<void> {
  await tx
    .update(u)
    .set({ sessionGeneration: sql`${u.sessionGeneration} + 1` })
    .where(eq(u.userId, userId))
  await tx
    .update(r)
    .set({ revokedAt: now })
    .where(and(eq(r.userId, userId), isNull(r.revokedAt), ne(r.family, family)))
}

/** The account that has the e-mail address already, where it may be linked; throws where it may not. */
async function link(tx: Database, person: Person, told: Told): Promise<string | undefined> {
  const { settings, identity } = told
  const { name } = settings
  const isSame = eq(sql`lower(${u.email})`, sql`lower(${person.email}::text)`)
  const [found] = await tx.select(columns).from(u).where(isSame).for('update')
  if (found === undefined) return undefined
  const { userId, email } = found
  const isLinked = (await tx.$count(x, and(eq(x.userId, userId), eq(x.issuer, identity.issuer)))) > 0
  const mayLink = settings.isLinkedByEmail && person.isVerified && found.passwordHash !== null && !isLinked
  if (!mayLink) throw refused('sso.emailTaken', { name, email }, '')
  if (!found.isActive) throw refused('sso.closed', undefined, '')
  const holder = await withTenants(tx, found)
  if (placeOf(holder) !== placeOf(person)) throw refused('sso.linkedDiffers', { email, name }, '')
  const [row] = await tx
    .update(u)
    .set(stamp(told.now, userId))
    .where(eq(u.userId, userId))
    .returning({ version: u.version })
  const changes = differences({}, { identityProvider: settings.id })
  await record(tx, { userId, person, told, verb: 'update', version: row!.version, changes })
  return userId
}

async function create(tx: Database, person: Person, told: Told): Promise<string> {
  await assertFree(tx, person, told.settings)
  const userId = newTag()
  const { email, displayName, role, providerTag } = person
  const values = { userId, email, displayName, role, providerTag, passwordHash: null }
  await tx.insert(u).values({ ...values, ...stampNew(told.now, userId) })
  await addEntries(tx, userId, person)
  const changes = differences({}, { ...toRecord(person), identityProvider: told.settings.id })
  await record(tx, { userId, person, told, verb: 'create', version: 1, changes })
  return userId
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
  person: Person
  told: Told
  verb: 'create' | 'update'
  version: number
  changes: ReturnType<typeof differences>
}

/** They have done it themselves, by signing in. */
function record(tx: Database, { userId, person, told, ...entry }: Recorded): Promise<void> {
  const { displayName: name, tenantIds, providerTag: providerId } = person
  const by: Author = { userId, displayName: name, client: told.from.client, now: told.now }
  const owner = { tenantId: tenantIds[0] ?? null, providerId }
  return recordWrite(tx, by, { noun: 'accounts', id: userId, name, owner, ...entry })
}
