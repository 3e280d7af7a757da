import { Role } from '@kinora/core'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Author } from '../kernel/rows/audit.ts'
import { newTag, stamp, stampNew } from '../kernel/rows/stamps.ts'
import type { Database } from '../ports/db.ts'
import { userTenantsTable as entries, refreshTokensTable, usersTable as u } from '../session/tables.ts'

export interface TenantAccount {
  userId: string
  email: string
  isActive: boolean
}

/** C-80: the account that a tenant signs in with: of role 2, the tenant being its first entry. */
export async function findTenantAccount(db: Database, tenantId: string): Promise<TenantAccount | undefined> {
  const [found] = await db
    .select({ userId: u.userId, email: u.email, isActive: u.isActive })
    .from(u)
    .innerJoin(entries, eq(entries.userId, u.userId))
    .where(and(eq(entries.tenantId, tenantId), eq(entries.position, 0), eq(u.role, Role.Tenant)))
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
