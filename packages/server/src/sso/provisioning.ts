import { isKinoraError, type KinoraError, Role } from '@kinora/core'
import { and, asc, eq, exists, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { groupRows } from '../kernel/db/queries.ts'
import { revokeKeysOf } from '../keys/index.ts'
import type { Database } from '../ports/db.ts'
import { type Claims, claimOf, type Identity, type IdentitySettings } from '../ports/identity.ts'
import { usersTable as u } from '../session/tables.ts'
import { type Person, toPerson } from './claims.ts'
import {
  assertAdminLeft,
  assertPlaces,
  createAccount,
  type Known,
  lockAccounts,
  shutAccount,
  updateAccount,
  type Writing,
} from './people.ts'
import {
  scimGroupsTable as g,
  scimMembersTable as m,
  type ScimUserRow,
  scimUsersTable as s,
  externalIdentitiesTable as x,
} from './tables.ts'

/** KEY-07: how the names of groups say tenants and providers; any other name is a value of the role claim. */
const claimNames = { role: 'groups', tenants: 'tenants', provider: 'provider' } as const

/** The address that an account has: the primary one, else the first, else the name there. */
export const emailOf = ({ emails, userName }: Pick<ScimUserRow, 'emails' | 'userName'>): string =>
  (emails.find(({ primary }) => primary) ?? emails[0])?.value ?? userName

/** The name that people see. */
export function displayNameOf({
  displayName,
  name,
  userName,
}: Pick<ScimUserRow, 'displayName' | 'name' | 'userName'>): string {
  const parts = [name.givenName, name.familyName].filter(part => part !== undefined).join(' ')
  return [displayName, name.formatted, parts].find(text => text?.trim()) ?? userName
}

/** Claims by the names of groups, so that one mapping makes a person of either (C-147). */
function claimsOf(row: ScimUserRow, groups: readonly string[], roles: IdentitySettings['roles']): Claims {
  const behind = (claim: string) =>
    groups
      .filter(name => name.toLowerCase().startsWith(`${claim}:`))
      .map(name => name.slice(claim.length + 1).trim())
  return {
    email: emailOf(row),
    email_verified: true,
    name: displayNameOf(row),
    // Most groups are other programs’.
    [claimNames.role]: groups.filter(name => roles.has(name)),
    [claimNames.tenants]: behind(claimNames.tenants),
    [claimNames.provider]: behind(claimNames.provider),
  }
}

export interface Settling extends Writing {
  isSsoOnly: boolean
  /** It is the identity provider that writes, and nobody who signs in. */
  isHandingOver?: boolean
}

/** What became of somebody’s account: it is open, or why it isn’t. */
export interface Settled {
  scimId: string
  userId?: string | undefined
  problem?: KinoraError | undefined
}

/**
 * KEY-07: brings accounts up to date with the people and groups that an identity provider has handed over. Who is in groups of one
 * role has an account; who is off, deleted, or in none or several, has none that is open. What the groups say wrong is no fault of the
 * call, which could take somebody out of them. Throws where nobody would be left to administer the platform.
 */
export async function settleAccounts(
  tx: Database,
  scimIds: readonly string[],
  settling: Settling,
): Promise<Settled[]> {
  if (scimIds.length === 0) return []
  const found = await tx
    .select()
    .from(s)
    .where(inArray(s.scimId, [...scimIds]))
    .orderBy(asc(s.scimId))
    .for('update')
  const rows: ScimUserRow[] = []
  for (const row of found)
    rows.push(settling.isHandingOver ? await withFormerAccount(tx, row, settling.settings) : row)
  const groups = await groupsOf(tx, scimIds)
  const userIds = rows.flatMap(({ userId }) => userId ?? [])
  const accounts = userIds.length === 0 ? [] : await lockAccounts(tx, inArray(u.userId, userIds))
  const known = new Map(accounts.map(account => [account.userId, account]))
  const settled: Settled[] = []
  for (const row of rows) {
    const account = row.userId === null ? undefined : known.get(row.userId)
    settled.push(await settleOne(tx, { row, account, groups: groups.get(row.scimId) ?? [] }, settling))
  }
  if (accounts.some(({ role, isActive }) => role === Role.Admin && isActive))
    await assertAdminLeft(tx, settling)
  return settled
}

/** Who was in no group yet may have signed in by their claims meanwhile: that account is theirs, as if they came now. */
async function withFormerAccount(
  tx: Database,
  row: ScimUserRow,
  settings: IdentitySettings,
): Promise<ScimUserRow> {
  if (row.userId !== null) return row
  const userId = await findFormerAccount(tx, row, settings)
  if (userId === undefined) return row
  await tx.update(s).set({ userId }).where(eq(s.scimId, row.scimId))
  return { ...row, userId }
}

/** The names of somebody’s groups, in the order in which they came into them. */
async function groupsOf(tx: Database, scimIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ memberId: m.memberId, name: g.displayName })
    .from(m)
    .innerJoin(g, eq(g.scimId, m.groupId))
    .where(inArray(m.memberId, [...scimIds]))
    .orderBy(asc(m.addedAt))
  const byMember = groupRows(rows, ({ memberId }) => memberId)
  return new Map([...byMember].map(([id, all]) => [id, all.map(({ name }) => name)]))
}

interface Settle {
  row: ScimUserRow
  account: Known | undefined
  groups: readonly string[]
}

async function settleOne(
  tx: Database,
  { row, account, groups }: Settle,
  settling: Settling,
): Promise<Settled> {
  const { scimId } = row
  const isOff = !row.isActive || row.deletedAt !== null
  const person = isOff
    ? undefined
    : await toPersonHere(tx, claimsOf(row, groups, settling.settings.roles), settling)
  if (person === undefined || isKinoraError(person)) {
    if (account?.isActive) await shutAccount(tx, account, settling)
    // Who is taken out of a group for a moment keeps keys, which are good for nothing meanwhile.
    if (isOff && account !== undefined) await revokeKeysOf(tx, account.userId, settling.authorOf(account))
    return { scimId, problem: person }
  }
  if (account !== undefined) {
    await updateAccount(tx, { known: account, person, isOpened: !account.isActive }, settling)
    return { scimId, userId: account.userId }
  }
  const userId = await createAccount(tx, person, settling)
  await tx.update(s).set({ userId }).where(eq(s.scimId, scimId))
  return { scimId, userId }
}

/** The person that the claims make, or the refusal that says why they make none. */
async function toPersonHere(
  tx: Database,
  claims: Claims,
  { settings }: Settling,
): Promise<Person | KinoraError> {
  const mapping = { ...settings, claims: { ...settings.claims, ...claimNames } }
  try {
    const person = toPerson(claims, mapping)
    await assertPlaces(tx, person, mapping)
    return person
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'refused') throw error
    return error
  }
}

/**
 * Who is handed over by SCIM and signs in: known by the account that they have signed in to, else by the id that the identity provider
 * has for them, else by an e-mail address that it vouches for, while nobody has signed in to the account yet.
 */
export async function findHandedOver(
  tx: Database,
  userId: string | undefined,
  {
    identity,
    settings,
  }: { identity: Pick<Identity, 'issuer' | 'subject' | 'claims'>; settings: IdentitySettings },
): Promise<ScimUserRow | undefined> {
  const isHere = and(eq(s.identityProviderId, settings.id), isNull(s.deletedAt))
  const find = async (where: SQL | undefined) => {
    const [found] = await tx.select().from(s).where(and(isHere, where)).limit(1)
    return found
  }
  if (userId !== undefined) return find(eq(s.userId, userId))
  const { claims, issuer, subject } = identity
  const isFresh = sql`NOT EXISTS (SELECT FROM external_identities known
    WHERE known.user_id = ${s.userId} AND known.issuer = ${issuer})`
  const id = claimOf({ sub: subject, ...claims }, settings.claims.externalId)
  const byId =
    typeof id === 'string' && id !== '' ? await find(and(eq(s.externalId, id), isFresh)) : undefined
  if (byId !== undefined) return byId
  const { email, email_verified: isVerified } = claims
  if (typeof email !== 'string' || String(isVerified) !== 'true') return undefined
  const candidates = await tx
    .select()
    .from(s)
    .where(and(isHere, isFresh, hasEmail(email.trim())))
  return candidates.find(row => emailOf(row).toLowerCase() === email.trim().toLowerCase())
}

const hasEmail = (email: string): SQL | undefined =>
  or(
    sql`lower(${s.userName}) = lower(${email}::text)`,
    sql`EXISTS (SELECT FROM jsonb_array_elements(${s.emails}) e WHERE lower(e ->> 'value') = lower(${email}::text))`,
  )

/**
 * The account that was theirs before: one without a password, which has signed in at this identity provider or was handed over by it, and
 * which nobody else has. Accounts with a password are never taken.
 */
export async function findFormerAccount(
  tx: Database,
  row: Pick<ScimUserRow, 'emails' | 'userName' | 'externalId'>,
  { id, issuer, claims }: IdentitySettings,
): Promise<string | undefined> {
  const ofIssuer = tx.select({ userId: x.userId }).from(x).where(eq(x.issuer, issuer))
  const bySubject = and(eq(x.issuer, issuer), eq(x.subject, row.externalId ?? ''))
  const before = tx.select({ one: sql`1` }).from(s)
  const [found] = await tx
    .select({ userId: u.userId })
    .from(u)
    .where(
      and(
        isNull(u.passwordHash),
        or(
          sql`lower(${u.email}) = lower(${emailOf(row)}::text)`,
          claims.externalId === 'sub' && row.externalId !== null
            ? inArray(u.userId, tx.select({ userId: x.userId }).from(x).where(bySubject))
            : undefined,
        ),
        or(
          inArray(u.userId, ofIssuer),
          exists(
            before.where(and(eq(s.userId, u.userId), eq(s.identityProviderId, id), isNotNull(s.deletedAt))),
          ),
        ),
        sql`NOT EXISTS (SELECT FROM scim_users now WHERE now.user_id = ${u.userId} AND now.deleted_at IS NULL)`,
      ),
    )
    .limit(1)
  if (found === undefined) return undefined
  await forgetOthers(tx, { userId: found.userId, externalId: row.externalId, issuer, id })
  return found.userId
}

/** An address that somebody else has by now: who had it before signs in to nothing of theirs. */
async function forgetOthers(
  tx: Database,
  {
    userId,
    externalId,
    issuer,
    id,
  }: { userId: string; externalId: string | null; issuer: string; id: string },
): Promise<void> {
  const [last] = await tx
    .select({ externalId: s.externalId })
    .from(s)
    .where(and(eq(s.userId, userId), eq(s.identityProviderId, id), isNotNull(s.deletedAt)))
    .orderBy(sql`${s.deletedAt} DESC`)
    .limit(1)
  if (last === undefined || last.externalId === externalId) return
  await tx.delete(x).where(and(eq(x.userId, userId), eq(x.issuer, issuer)))
}
