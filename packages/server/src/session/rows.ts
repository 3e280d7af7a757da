import type { Role } from '@kinora/core'
import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../providers/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { refreshTokensTable, usersTable, userTenantsTable } from './tables.ts'

/** The rows of this noun belong to no tenant; instead of a scope they ask for the user or the secret itself. */
export interface Account {
  userId: string
  email: string
  displayName: string
  role: Role
  passwordHash: string
  providerTag: string | null
  sessionGeneration: number
}

const account = {
  userId: usersTable.userId,
  email: usersTable.email,
  displayName: usersTable.displayName,
  role: usersTable.role,
  passwordHash: usersTable.passwordHash,
  providerTag: usersTable.providerTag,
  sessionGeneration: usersTable.sessionGeneration,
}

export async function findAccount(
  db: Database,
  by: { email: string } | { userId: string },
): Promise<Account | undefined> {
  const match =
    'email' in by
      ? eq(sql`lower(${usersTable.email})`, sql`lower(${by.email.trim()}::text)`)
      : eq(usersTable.userId, by.userId)
  const [found] = await db.select(account).from(usersTable).where(and(match, usersTable.isActive))
  return found
}

/** ROLE-10: in order, the first being the one acted for; with the provider that the tenant yields (C-80). */
export function tenantEntries(db: Database, userId: string) {
  return db
    .select({
      tenantId: tenantsTable.tenantId,
      name: tenantsTable.name,
      connect: tenantsTable.connect,
      isBulkUploadEnabled: tenantsTable.isBulkUploadEnabled,
      isRichTextEnabled: tenantsTable.isRichTextEnabled,
      timeZone: sql<string>`${tenantsTable.timeZone}->>'offsetName'`,
      providerId: providersTable.tag,
    })
    .from(userTenantsTable)
    .innerJoin(tenantsTable, eq(tenantsTable.tenantId, userTenantsTable.tenantId))
    .leftJoin(providersTable, eq(providersTable.tenantId, tenantsTable.tenantId))
    .where(and(eq(userTenantsTable.userId, userId), isNull(tenantsTable.deletedAt)))
    .orderBy(asc(userTenantsTable.position))
}

export async function providerOf(db: Database, tag: string) {
  const [found] = await db
    .select({
      tag: providersTable.tag,
      name: providersTable.displayName,
      isBulkUploadEnabled: providersTable.isBulkUploadEnabled,
    })
    .from(providersTable)
    .where(eq(providersTable.tag, tag))
  return found
}

export interface RefreshToken {
  hash: string
  family: string
  userId: string
  issuedAt: Date
  expiresAt: Date
}

export const addRefreshToken = (db: Database, token: RefreshToken): Promise<unknown> =>
  db.insert(refreshTokensTable).values(token)

export const forgetExpired = (db: Database, now: Date): Promise<unknown> =>
  db.delete(refreshTokensTable).where(lt(refreshTokensTable.expiresAt, now))

/** Whether a sign-in was ended: by signing out, or as a used token of it came back. */
export async function isEnded(db: Database, family: string): Promise<boolean> {
  const { revokedAt } = refreshTokensTable
  const [ended] = await db
    .select({ revokedAt })
    .from(refreshTokensTable)
    .where(and(eq(refreshTokensTable.family, family), isNotNull(revokedAt)))
    .limit(1)
  return ended !== undefined
}

/** The account, whose sessions nobody ends before this transaction has ended. */
export async function holdAccount(
  tx: Database,
  by: { userId: string } | { token: string },
): Promise<Account | undefined> {
  const ofToken = (hash: string) =>
    tx
      .select({ userId: refreshTokensTable.userId })
      .from(refreshTokensTable)
      .where(eq(refreshTokensTable.hash, hash))
  const match =
    'userId' in by ? eq(usersTable.userId, by.userId) : inArray(usersTable.userId, ofToken(by.token))
  const [found] = await tx
    .select(account)
    .from(usersTable)
    .where(and(match, usersTable.isActive))
    .for('share')
  return found
}

/** Marks a token as used, if it is good: valid, not revoked, and unused but for the grace that parallel tabs need. */
export async function useRefreshToken(
  db: Database,
  { hash, now, grace }: { hash: string; now: Date; grace: Date },
): Promise<{ family: string; userId: string } | undefined> {
  const { usedAt, revokedAt, expiresAt, family, userId } = refreshTokensTable
  const [used] = await db
    .update(refreshTokensTable)
    .set({ usedAt: sql`coalesce(${usedAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(refreshTokensTable.hash, hash),
        isNull(revokedAt),
        sql`${expiresAt} > ${now.toISOString()}::timestamptz`,
        or(isNull(usedAt), sql`${usedAt} > ${grace.toISOString()}::timestamptz`),
      ),
    )
    .returning({ family, userId })
  return used
}

/** Ends a sign-in with everything renewed from it: on logout, and when a used token comes back. What is being renewed is waited for. */
export async function revokeFamily(db: Database, hash: string, now: Date): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(sql`SELECT 1 FROM users
      WHERE user_id = (SELECT user_id FROM refresh_tokens WHERE hash = ${hash}) FOR UPDATE`)
    await tx.execute(sql`
      UPDATE refresh_tokens SET revoked_at = ${now.toISOString()}::timestamptz
      WHERE revoked_at IS NULL AND family = (SELECT family FROM refresh_tokens WHERE hash = ${hash})`)
  })
}
