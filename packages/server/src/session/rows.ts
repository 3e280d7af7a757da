import { type ExternalUser, type Role, Role as roles, type User } from '@kinora/core'
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../deps.ts'
import type { Caller, ClientName } from '../kernel/handlers.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { refreshTokensTable, usersTable, userTenantsTable } from './tables.ts'

/** The rows of this noun belong to no tenant; instead of a scope they ask for the user or the secret itself. */
export interface Account {
  userId: string
  email: string
  displayName: string
  role: Role
  /** None of who signs in at an identity provider alone. */
  passwordHash: string | null
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

/** The names of accounts, also of closed ones, by their ids. */
export async function readDisplayNames(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const { userId, displayName } = usersTable
  const found = await db
    .select({ userId, displayName })
    .from(usersTable)
    .where(inArray(userId, [...new Set(userIds)]))
  return new Map(found.map(user => [user.userId, user.displayName]))
}

const entryColumns = {
  tenantId: tenantsTable.tenantId,
  name: tenantsTable.name,
  connect: tenantsTable.connect,
  isBulkUploadEnabled: tenantsTable.isBulkUploadEnabled,
  isRichTextEnabled: tenantsTable.isRichTextEnabled,
  timeZone: sql<string>`${tenantsTable.timeZone}->>'offsetName'`,
  providerId: providersTable.tag,
}

/** ROLE-10: in order, the first being the one acted for; with the provider that the tenant yields (C-80). */
export function tenantEntries(db: Database, userId: string) {
  return db
    .select(entryColumns)
    .from(userTenantsTable)
    .innerJoin(tenantsTable, eq(tenantsTable.tenantId, userTenantsTable.tenantId))
    .leftJoin(providersTable, eq(providersTable.tenantId, tenantsTable.tenantId))
    .where(and(eq(userTenantsTable.userId, userId), isNull(tenantsTable.deletedAt)))
    .orderBy(asc(userTenantsTable.position))
}

/** The same of tenants by their ids, deleted ones left out. */
export const entriesOfTenants = (db: Database, tenantIds: readonly string[]) =>
  db
    .select(entryColumns)
    .from(tenantsTable)
    .leftJoin(providersTable, eq(providersTable.tenantId, tenantsTable.tenantId))
    .where(and(inArray(tenantsTable.tenantId, [...tenantIds]), isNull(tenantsTable.deletedAt)))

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
  /** When its sign-in began. */
  startedAt: Date
  client: ClientName
  address: string
}

export const addRefreshToken = (db: Database, token: RefreshToken): Promise<unknown> =>
  db.insert(refreshTokensTable).values(token)

export const deleteExpiredTokens = (db: Database, now: Date): Promise<unknown> =>
  db.delete(refreshTokensTable).where(lt(refreshTokensTable.expiresAt, now))

/** What an access token stands on. */
export interface SignIn {
  userId: string
  generation: number
  /** The family of its refresh tokens; tokens that the server signs for its own work have none. */
  sid: string | undefined
}

/**
 * Whether an access token is good still: its account is open and has ended no sessions since, and its sign-in wasn’t ended, by
 * signing out, as a used token of it came back, or as nothing is kept of it any more. One query, so that it is asked with every call.
 */
export async function isSignedIn(db: Database, { userId, generation, sid }: SignIn): Promise<boolean> {
  const tokens = refreshTokensTable
  const ofFamily = (sid: string) => db.select({ one: sql`1` }).from(tokens).where(eq(tokens.family, sid))
  const isOn =
    sid === undefined
      ? undefined
      : and(
          exists(ofFamily(sid)),
          notExists(
            db
              .select({ one: sql`1` })
              .from(tokens)
              .where(and(eq(tokens.family, sid), isNotNull(tokens.revokedAt))),
          ),
        )
  const [found] = await db
    .select({ userId: usersTable.userId })
    .from(usersTable)
    .where(
      and(
        eq(usersTable.userId, userId),
        usersTable.isActive,
        eq(usersTable.sessionGeneration, generation),
        isOn,
      ),
    )
  return found !== undefined
}

/** KEY-04: the sign-ins of an account that haven’t ended, the latest first. */
export async function listSignIns(db: Database, { userId, now }: { userId: string; now: Date }) {
  const t = refreshTokensTable
  const ended = alias(t, 'ended')
  const { family, startedAt, issuedAt, client, address } = t
  const rows = await db
    .selectDistinctOn([family], { family, startedAt, issuedAt, client, address })
    .from(t)
    .where(
      and(
        eq(t.userId, userId),
        gt(t.expiresAt, now),
        notExists(
          db
            .select({ one: sql`1` })
            .from(ended)
            .where(and(eq(ended.family, family), isNotNull(ended.revokedAt))),
        ),
      ),
    )
    .orderBy(family, desc(issuedAt))
  return rows.toSorted((one, other) => other.issuedAt.getTime() - one.issuedAt.getTime())
}

/** KEY-04: ends a sign-in of the account with all its tokens; false where it has none such that goes on. */
export async function endSignIn(
  tx: Database,
  { userId, family, now }: { userId: string; family: string; now: Date },
): Promise<boolean> {
  const t = refreshTokensTable
  // What is being renewed is waited for.
  await tx.execute(sql`SELECT 1 FROM users WHERE user_id = ${userId} FOR UPDATE`)
  const ended = await tx
    .update(t)
    .set({ revokedAt: now })
    .where(and(eq(t.userId, userId), eq(t.family, family), isNull(t.revokedAt), gt(t.expiresAt, now)))
    .returning({ hash: t.hash })
  return ended.length > 0
}

/** The account, whose sessions nobody ends before this transaction has ended. */
export async function lockAccount(
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

/** Rotation: marks a token as used, if it is good: valid, not revoked, and unused but for the grace that parallel tabs need. */
export async function consumeRefreshToken(
  db: Database,
  { hash, now, grace }: { hash: string; now: Date; grace: { from: Date; until: Date } },
): Promise<Pick<RefreshToken, 'family' | 'userId' | 'startedAt'> | undefined> {
  const { usedAt, revokedAt, expiresAt, family, userId, startedAt } = refreshTokensTable
  const [used] = await db
    .update(refreshTokensTable)
    .set({ usedAt: sql`coalesce(${usedAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(refreshTokensTable.hash, hash),
        isNull(revokedAt),
        sql`${expiresAt} > ${now.toISOString()}::timestamptz`,
        or(isNull(usedAt), and(gt(usedAt, grace.from), lte(usedAt, grace.until))),
      ),
    )
    .returning({ family, userId, startedAt })
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

/** The user behind an account, with what the portal needs to know about it (decision 0005). */
export async function toUser({ db }: Pick<Deps, 'db'>, account: Account): Promise<User> {
  const { userId, displayName, email, role, providerTag } = account
  const tenants = await tenantEntries(db, userId)
  const provider = providerTag === null ? undefined : await providerOf(db, providerTag)
  return { userId, displayName, email, role, tenants, provider: provider ?? null }
}

/**
 * KEY-02: the account as far as a key of its acts: with the role and the tenants that the key has of it. KEY-06: of an embed
 * session the person of the host, who learns nothing of who made the key.
 */
export async function asKeyActs(account: User, caller: Caller, db: Database): Promise<User> {
  const { role, tenantIds, providerId, key, embedded: embed } = caller
  const user = embed === undefined ? account : asExternal(account, key!.keyId, embed.user)
  if (role === roles.Provider && providerId !== user.provider?.tag)
    return { ...user, role, tenants: [], provider: (await providerOf(db, providerId ?? '')) ?? null }
  if (role !== roles.Tenant) return { ...user, role }
  const entries = await entriesOfTenants(db, tenantIds)
  return {
    ...user,
    role,
    tenants: tenantIds.flatMap(id => entries.find(entry => entry.tenantId === id) ?? []),
  }
}

/** What a page remembers is told apart by the id: one host’s people are each somebody else. */
const asExternal = (user: User, keyId: string, { id, name }: ExternalUser): User => ({
  ...user,
  userId: `${keyId} ${id}`,
  displayName: name,
  email: '',
})

/** A caller with what an access token also says: which of the account’s generations of sessions it belongs to. */
export interface TokenHolder extends Caller {
  sessionGeneration: number
}

export function toCaller(user: User, { sessionGeneration }: Pick<Account, 'sessionGeneration'>): TokenHolder {
  const { userId, displayName, email, role, tenants, provider } = user
  const tenantIds = tenants.map(entry => entry.tenantId)
  return { userId, displayName, email, role, providerId: provider?.tag ?? null, tenantIds, sessionGeneration }
}

/** The caller that an active account is now; undefined where there is none any more. */
export async function findCaller(deps: Pick<Deps, 'db'>, userId: string): Promise<TokenHolder | undefined> {
  const account = await findAccount(deps.db, { userId })
  return account && toCaller(await toUser(deps, account), account)
}
