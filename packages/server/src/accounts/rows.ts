import { KinoraError, Role, type StaffDraft } from '@kinora/core'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { alphabetical, rowsOf } from '../kernel/db/queries.ts'
import { type Author, newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { setPassword } from '../session/index.ts'
import { userTenantsTable as entries, refreshTokensTable, usersTable as u } from '../session/tables.ts'

/** An account as it may be shown: nothing secret. */
export interface AccountRow {
  userId: string
  email: string
  displayName: string
  role: Role
  isActive: boolean
}

const columns = {
  userId: u.userId,
  email: u.email,
  displayName: u.displayName,
  role: u.role,
  isActive: u.isActive,
}
/** KEY-05: others sign in at an identity provider alone. */
const hasPassword = isNotNull(u.passwordHash)
const ofEmail = (email: string) => eq(sql`lower(${u.email})`, sql`lower(${email.trim()}::text)`)

export const listAccounts = (db: Database): Promise<AccountRow[]> =>
  db.select(columns).from(u).orderBy(asc(u.role), alphabetical(u.email))

/** C-80: an administrator or customer support. Throws `invalid` for an e-mail that an account has, `emailExists` for one of anybody else (C-92). */
export async function createStaff(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  { password, ...draft }: StaffDraft,
  by: Author,
): Promise<AccountRow> {
  const passwordHash = await passwords.hash(password)
  return db.transaction(async tx => {
    const [holder] = await tx.select(columns).from(u).where(ofEmail(draft.email))
    if (holder !== undefined)
      throw new KinoraError('invalid', {
        issues: [{ path: 'email', code: 'account.emailTaken', params: { email: draft.email } }],
      })
    await assertEmailFree(tx, draft.email)
    const values = { userId: newTag(), ...draft, passwordHash, ...stampNew(by.now, by.userId || null) }
    const [account] = (await tx.insert(u).values(values).returning(columns)) as [AccountRow]
    const { userId: id, displayName: name } = account
    const entry = { noun: 'accounts', id, name, verb: 'create', version: 1, owner: {} }
    await recordWrite(tx, by, { ...entry, changes: differences({}, draft) })
    return account
  })
}

/** A new password for a lost one; ends all sessions of the account. Throws `notFound`, and a refusal for one that has none (KEY-05). */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'passwords'>,
  { email, password }: { email: string; password: string },
  by: Author,
): Promise<AccountRow> {
  const [account] = await deps.db
    .select({ ...columns, hasPassword: sql<boolean>`${hasPassword}` })
    .from(u)
    .where(ofEmail(email))
  if (account === undefined)
    throw new KinoraError('notFound', {
      issues: [{ path: 'email', code: 'account.emailUnknown', params: { email } }],
    })
  const { hasPassword: mayHaveOne, ...row } = account
  if (!mayHaveOne) throw refused('sso.noPassword', undefined, 'email')
  await setPassword(deps, { userId: row.userId, password, by })
  return row
}

/** PROV-12: 409, at its field. */
export const emailTaken = (): KinoraError =>
  new KinoraError('emailExists', { issues: [{ path: 'email', code: 'error.409' }] })

/**
 * C-92: e-mails are unique over staff, providers and tenants together, whatever their case; those of deleted rows count while
 * they can be restored. What `tenantId` has is its own: its row, and the provider and the account that it yields.
 */
export async function isEmailFree(db: Database, email: string, tenantId = ''): Promise<boolean> {
  const wanted = sql`lower(${email.trim()}::text)`
  const account = tenantId === '' ? undefined : await findTenantAccount(db, tenantId)
  const taken = await rowsOf<{ found: number }>(
    db,
    sql`SELECT 1 AS found FROM users WHERE lower(email) = ${wanted} AND user_id <> ${account?.userId ?? ''}
      UNION ALL SELECT 1 FROM providers WHERE lower(email) = ${wanted} AND tenant_id IS DISTINCT FROM ${tenantId}
      UNION ALL SELECT 1 FROM tenants WHERE lower(email) = ${wanted} AND tenant_id <> ${tenantId}
      LIMIT 1`,
  )
  return taken.length === 0
}

/** Row-locked until the transaction ends, so that of two who take one at once a single one gets it. Throws `emailExists`. */
export async function assertEmailFree(tx: Database, email: string, tenantId?: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.emails'))`)
  if (!(await isEmailFree(tx, email, tenantId))) throw emailTaken()
}

export interface TenantAccount {
  userId: string
  email: string
  isActive: boolean
}

/** C-80: the account that a tenant signs in with: of role 2, the tenant being its first entry, and with a password: those of an identity provider are people’s. */
export async function findTenantAccount(db: Database, tenantId: string): Promise<TenantAccount | undefined> {
  const [found] = await db
    .select({ userId: u.userId, email: u.email, isActive: u.isActive })
    .from(u)
    .innerJoin(entries, eq(entries.userId, u.userId))
    .where(and(eq(entries.tenantId, tenantId), eq(entries.position, 0), eq(u.role, Role.Tenant), hasPassword))
    .orderBy(u.createdAt)
  return found
}

interface Opening {
  tenantId: string
  email: string
  displayName: string
  /** Left out to keep the one that the account has. */
  passwordHash: string | undefined
  account: TenantAccount | undefined
  by: Author
}

/** C-93: makes the account, or opens it again with what the tenant says now. A new password ends all its sign-ins. */
export async function openTenantAccount(tx: Database, opening: Opening): Promise<void> {
  const { tenantId, email, displayName, passwordHash, account, by } = opening
  if (account === undefined) {
    const userId = newTag()
    await tx.insert(u).values({
      userId,
      email,
      displayName,
      role: Role.Tenant,
      passwordHash: passwordHash!,
      ...stampNew(by.now, by.userId),
    })
    await tx.insert(entries).values({ userId, tenantId, position: 0 })
    return
  }
  await tx
    .update(u)
    .set({
      email,
      displayName,
      isActive: true,
      ...stamp(by.now, by.userId),
      ...(passwordHash !== undefined && { passwordHash }),
    })
    .where(eq(u.userId, account.userId))
  if (passwordHash !== undefined) await endSignIns(tx, account.userId, by.now)
}

/** C-93: nobody signs in with it any more, and who has is signed out at once. */
export async function closeAccount(tx: Database, userId: string, by: Author): Promise<void> {
  await tx
    .update(u)
    .set({ isActive: false, ...stamp(by.now, by.userId) })
    .where(eq(u.userId, userId))
  await endSignIns(tx, userId, by.now)
}

/** C-93, KEY-05: people of an identity provider who act for a tenant are signed out as its own account is, and their next sign-in is refused. */
export async function endExternalSignIns(tx: Database, tenantId: string, now: Date): Promise<void> {
  const ofTenant = tx.select({ userId: entries.userId }).from(entries).where(eq(entries.tenantId, tenantId))
  const people = await tx
    .select({ userId: u.userId })
    .from(u)
    .where(and(inArray(u.userId, ofTenant), isNull(u.passwordHash)))
  for (const { userId } of people) await endSignIns(tx, userId, now)
}

async function endSignIns(tx: Database, userId: string, now: Date): Promise<void> {
  const { revokedAt } = refreshTokensTable
  await tx
    .update(u)
    .set({ sessionGeneration: sql`${u.sessionGeneration} + 1` })
    .where(eq(u.userId, userId))
  await tx
    .update(refreshTokensTable)
    .set({ revokedAt: now })
    .where(and(eq(refreshTokensTable.userId, userId), isNull(revokedAt)))
}
