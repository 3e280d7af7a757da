import { Role } from '@kinora/core'
import { and, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type Author, newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { tenantEntries } from './rows.ts'
import { refreshTokensTable as r, usersTable as u } from './tables.ts'

interface Change {
  now: Date
  /** Who does it. */
  userId: string
}

interface ProviderAccountRow extends Change {
  providerTag: string
  email: string
  displayName: string
  passwordHash: string
}

/** C-80: the account that signs in for a provider. A second one of the same e-mail breaks `unique`. */
export async function addProviderAccount(tx: Database, account: ProviderAccountRow): Promise<void> {
  const { providerTag, email, displayName, passwordHash, now, userId } = account
  await tx.insert(u).values({
    userId: newTag(),
    email,
    displayName,
    role: Role.Provider,
    passwordHash,
    providerTag,
    ...stampNew(now, userId),
  })
}

/** C-99: a new password ends the sessions of the account; false where the provider has none yet. Those of an identity provider get none (KEY-05). */
export async function setProviderPassword(
  tx: Database,
  {
    providerTag,
    passwordHash,
    now,
    userId,
  }: Pick<ProviderAccountRow, 'providerTag' | 'passwordHash'> & Change,
): Promise<boolean> {
  const changed = await tx
    .update(u)
    .set({ passwordHash, ...stamp(now, userId) })
    .where(and(eq(u.providerTag, providerTag), isNotNull(u.passwordHash)))
    .returning({ userId: u.userId })
  await endSessions(tx, changed, now)
  return changed.length > 0
}

/** Brings what people see of the account up to date with its provider. */
export async function updateProviderAccount(
  tx: Database,
  { providerTag, displayName, now, userId }: Pick<ProviderAccountRow, 'providerTag' | 'displayName'> & Change,
): Promise<void> {
  await tx
    .update(u)
    .set({ displayName, ...stamp(now, userId) })
    .where(and(eq(u.providerTag, providerTag), isNotNull(u.passwordHash)))
}

/** KEY-07: who is handed over by SCIM is opened by what is said there alone. */
const isHandedOver = sql`EXISTS (SELECT FROM scim_users WHERE scim_users.user_id = ${u.userId})`

/** C-98: closes the accounts of a provider, whose sessions end, or opens them again. */
export async function setProviderAccountActive(
  tx: Database,
  { providerTag, isActive, now, userId }: { providerTag: string; isActive: boolean } & Change,
): Promise<void> {
  const changed = await tx
    .update(u)
    .set({ isActive, ...stamp(now, userId) })
    .where(and(eq(u.providerTag, providerTag), isActive ? not(isHandedOver) : undefined))
    .returning({ userId: u.userId })
  if (!isActive) await endSessions(tx, changed, now)
}

/** Access tokens end too: they are of an earlier generation. */
async function endSessions(tx: Database, users: readonly { userId: string }[], now: Date): Promise<void> {
  const ids = users.map(({ userId }) => userId)
  if (ids.length === 0) return
  await tx
    .update(u)
    .set({ sessionGeneration: sql`${u.sessionGeneration} + 1` })
    .where(inArray(u.userId, ids))
  await tx
    .update(r)
    .set({ revokedAt: now })
    .where(and(inArray(r.userId, ids), isNull(r.revokedAt)))
}

interface PasswordSetting {
  userId: string
  /** As the person wrote it; checked by the caller (VAL-02, VAL-03). */
  password: string
  by: Author
}

/**
 * C-99: stores the hash of a new password, ends all sessions of the account and leaves an audit entry without either. Gives
 * the generation of sessions that begins. Throws `notFound`. `db` may be a transaction; hashing takes some 50 ms of it.
 */
export async function setPassword(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  { userId, password, by }: PasswordSetting,
): Promise<number> {
  const passwordHash = await passwords.hash(password)
  return db.transaction(async tx => {
    const sessionGeneration = sql`${u.sessionGeneration} + 1`
    const [account] = await tx
      .update(u)
      .set({ passwordHash, sessionGeneration, ...stamp(by.now, by.userId) })
      .where(eq(u.userId, userId))
      .returning({
        version: u.version,
        name: u.displayName,
        providerId: u.providerTag,
        generation: u.sessionGeneration,
      })
    if (account === undefined) throw notFound()
    await tx
      .update(r)
      .set({ revokedAt: by.now })
      .where(and(eq(r.userId, userId), isNull(r.revokedAt)))
    const [first] = await tenantEntries(tx, userId)
    const owner = { tenantId: first?.tenantId ?? null, providerId: account.providerId }
    const { name, version } = account
    const entry = { noun: 'accounts', id: userId, name, verb: 'setPassword', version }
    await recordWrite(tx, by, { ...entry, owner, changes: [] })
    return account.generation
  })
}
