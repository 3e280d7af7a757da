import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { stamp } from '../kernel/rows/stamps.ts'
import { tenantEntries } from './rows.ts'
import { refreshTokensTable, usersTable as u } from './tables.ts'

export interface PasswordSetting {
  userId: string
  /** As the person wrote it; checked by whoever calls (VAL-02, VAL-03). */
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
      .returning({ version: u.version, providerId: u.providerTag, generation: u.sessionGeneration })
    if (account === undefined) throw notFound()
    await tx
      .update(refreshTokensTable)
      .set({ revokedAt: by.now })
      .where(and(eq(refreshTokensTable.userId, userId), isNull(refreshTokensTable.revokedAt)))
    const [first] = await tenantEntries(tx, userId)
    const owner = { tenantId: first?.tenantId ?? null, providerId: account.providerId }
    const entry = { noun: 'accounts', id: userId, verb: 'setPassword', version: account.version }
    await recordWrite(tx, by, { ...entry, owner, changes: [] })
    return account.generation
  })
}
