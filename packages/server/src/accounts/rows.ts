import { KinoraError, type Role, type StaffDraft } from '@kinora/core'
import { asc, eq, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { newTag, stampNew } from '../kernel/rows/stamps.ts'
import type { Database } from '../ports/db.ts'
import { setPassword } from '../session/index.ts'
import { usersTable as u } from '../session/tables.ts'

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
const ofEmail = (email: string) => eq(sql`lower(${u.email})`, sql`lower(${email.trim()}::text)`)

export const listAccounts = (db: Database): Promise<AccountRow[]> =>
  db.select(columns).from(u).orderBy(asc(u.role), asc(u.email))

/** C-80: an administrator or customer support. Throws `invalid` for an e-mail that an account has. */
export async function createStaff(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  { password, ...draft }: StaffDraft,
  by: Author,
): Promise<AccountRow> {
  const passwordHash = await passwords.hash(password)
  return db.transaction(async tx => {
    const values = { userId: newTag(), ...draft, passwordHash, ...stampNew(by.now, by.userId || null) }
    const [account] = await tx.insert(u).values(values).onConflictDoNothing().returning(columns)
    if (account === undefined)
      throw new KinoraError('invalid', {
        issues: [{ path: 'email', code: 'account.emailTaken', params: { email: draft.email } }],
      })
    const entry = { noun: 'accounts', id: account.userId, verb: 'create', version: 1, owner: {} }
    await recordWrite(tx, by, { ...entry, changes: differences({}, draft) })
    return account
  })
}

/** A new password for a lost one; ends all sessions of the account. Throws `notFound`. */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'passwords'>,
  { email, password }: { email: string; password: string },
  by: Author,
): Promise<AccountRow> {
  const [account] = await deps.db.select(columns).from(u).where(ofEmail(email))
  if (account === undefined)
    throw new KinoraError('notFound', {
      issues: [{ path: 'email', code: 'account.emailUnknown', params: { email } }],
    })
  await setPassword(deps, { userId: account.userId, password, by })
  return account
}
