import { Email, isEmail, LimitedText, limits, parseInput, RequiredText } from '@kinora/core'
import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { isEmailFree } from '../accounts/index.ts'
import { groupRows } from '../kernel/db/queries.ts'
import { newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import type { Database } from '../ports/db.ts'
import { usersTable } from '../session/tables.ts'
import { displayNameOf, emailOf, findFormerAccount, settleAccounts } from '../sso/index.ts'
import {
  scimGroupsTable as g,
  scimMembersTable as m,
  type ScimUserRow,
  scimUsersTable as s,
} from '../sso/tables.ts'
import { scimError, taken } from './failure.ts'
import type { Column, Columns } from './filter.ts'
import { type Handed, type Listing, readListing } from './listing.ts'
import { assertMatches, type Written } from './patch.ts'
import { isReturned, userType } from './schemas.ts'

/** What an identity provider sets of a person. */
const UserDraft = z.object({
  userName: RequiredText(),
  externalId: RequiredText().optional(),
  displayName: LimitedText(limits.text).optional(),
  name: z
    .object({
      formatted: LimitedText().optional(),
      familyName: LimitedText().optional(),
      givenName: LimitedText().optional(),
    })
    .default({}),
  emails: z
    .array(z.object({ value: Email, type: LimitedText().optional(), primary: z.boolean().optional() }))
    .max(limits.list)
    .default([]),
  active: z.boolean().optional(),
})
type UserDraft = z.output<typeof UserDraft>

/** Reads it. Throws `invalid` at the attribute, as where there is no e-mail address, or one of another’s domain. */
function readDraft(written: Written, { settings: { name, domains } }: Handed): UserDraft {
  const draft = parseInput(UserDraft, written)
  const email = emailOf(draft)
  if (!isEmail(email)) throw scimError('scim.noEmail', {}, 'emails')
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length > 0 && !domains.includes(domain))
    throw scimError('sso.otherDomain', { name, email, domains: domains.join(', ') }, 'emails')
  return draft
}

const toValues = ({ userName, externalId, displayName, name, emails }: UserDraft) => ({
  userName: userName.trim(),
  externalId: externalId ?? null,
  name,
  emails,
  displayName: displayName?.trim() || null,
})

/** What is written of a row, as a PATCH changes it. */
export const writtenOf = (row: ScimUserRow): Written => ({
  userName: row.userName,
  ...(row.externalId !== null && { externalId: row.externalId }),
  ...(row.displayName !== null && { displayName: row.displayName }),
  ...(Object.keys(row.name).length > 0 && { name: row.name }),
  ...(row.emails.length > 0 && { emails: row.emails }),
  active: row.isActive,
})

const isHere = ({ settings }: Handed): SQL => and(eq(s.identityProviderId, settings.id), isNull(s.deletedAt))!

/** KEY-07: takes somebody over. Throws 409 for a name or an address that somebody has. */
export async function createUser(tx: Database, written: Written, handed: Handed): Promise<ScimUserRow> {
  const { by, settings } = handed
  const draft = readDraft(written, handed)
  await assertNameFree(tx, draft.userName, { handed })
  const values = toValues(draft)
  const userId = (await findFormerAccount(tx, values, settings)) ?? null
  if (userId === null) await assertEmailFree(tx, emailOf(values))
  const scimId = newTag()
  const isActive = draft.active ?? true
  const owner = { scimId, identityProviderId: settings.id, userId, isActive }
  const [row] = await tx
    .insert(s)
    .values({ ...values, ...owner, ...stampNew(by.now, by.userId) })
    .returning()
  await record(
    tx,
    { row: row!, verb: 'create', changes: differences({}, { ...values, active: isActive }) },
    handed,
  )
  await settleAccounts(tx, [scimId], handed)
  return row!
}

async function assertNameFree(
  tx: Database,
  userName: string,
  { handed, scimId = '' }: { handed: Handed; scimId?: string },
): Promise<void> {
  const isSame = sql`lower(${s.userName}) = lower(${userName.trim()}::text)`
  if ((await tx.$count(s, and(isHere(handed), isSame, ne(s.scimId, scimId)))) > 0)
    throw taken('scim.userTaken', { userName }, 'userName')
}

async function assertEmailFree(tx: Database, email: string): Promise<void> {
  if (!(await isEmailFree(tx, email))) throw taken('scim.emailTaken', { email }, 'emails')
}

/** Somebody, row-locked until the transaction ends. Throws 404, and 412 where the caller knows another version. */
export async function lockUser(tx: Database, scimId: string, handed: Handed): Promise<ScimUserRow> {
  const [row] = await tx
    .select()
    .from(s)
    .where(and(isHere(handed), eq(s.scimId, scimId)))
    .for('update')
  if (row === undefined) throw handed.notFound('scim.noUser', scimId)
  assertMatches(handed.ifMatch, row.version)
  return row
}

/** KEY-07: replaces what is said of somebody. Who is off is signed out at once, and their keys are revoked. */
export async function updateUser(
  tx: Database,
  { row, written }: { row: ScimUserRow; written: Written },
  handed: Handed,
): Promise<ScimUserRow> {
  const { by } = handed
  const draft = readDraft(written, handed)
  const isActive = draft.active ?? row.isActive
  const values = toValues(draft)
  // Read anew: the database keeps no order of names.
  const before = { ...toValues(UserDraft.parse(writtenOf(row))), active: row.isActive }
  const changes = differences(before, { ...values, active: isActive })
  if (changes.length === 0) {
    // A tenant of theirs may have opened since.
    await settleAccounts(tx, [row.scimId], handed)
    return row
  }
  await assertNameFree(tx, values.userName, { handed, scimId: row.scimId })
  await assertEmailStaysFree(tx, row, emailOf(values))
  const [now] = await tx
    .update(s)
    .set({ ...values, isActive, version: row.version + 1, ...stamp(by.now, by.userId) })
    .where(eq(s.scimId, row.scimId))
    .returning()
  await record(tx, { row: now!, verb: 'update', changes }, handed)
  await settleAccounts(tx, [row.scimId], handed)
  return now!
}

/** Another address must be nobody’s, also before somebody has an account. */
async function assertEmailStaysFree(tx: Database, row: ScimUserRow, email: string): Promise<void> {
  if (email.toLowerCase() === emailOf(row).toLowerCase()) return
  const isSame = sql`lower(${usersTable.email}) = lower(${email}::text)`
  const isOwn =
    row.userId !== null && (await tx.$count(usersTable, and(isSame, eq(usersTable.userId, row.userId)))) > 0
  if (!isOwn) await assertEmailFree(tx, email)
}

/** KEY-07: somebody is gone: signed out at once, their keys revoked, out of every group. */
export async function removeUser(tx: Database, row: ScimUserRow, handed: Handed): Promise<void> {
  const { by } = handed
  const gone = await tx.delete(m).where(eq(m.memberId, row.scimId)).returning({ groupId: m.groupId })
  const groupIds = gone.map(({ groupId }) => groupId).toSorted()
  if (groupIds.length > 0)
    await tx
      .update(g)
      .set({ version: sql`${g.version} + 1`, ...stamp(by.now, by.userId) })
      .where(inArray(g.scimId, groupIds))
  const set = { deletedAt: by.now, version: row.version + 1, ...stamp(by.now, by.userId) }
  const [now] = await tx.update(s).set(set).where(eq(s.scimId, row.scimId)).returning()
  await record(tx, { row: now!, verb: 'remove', changes: [] }, handed)
  await settleAccounts(tx, [row.scimId], handed)
}

function record(
  tx: Database,
  { row, ...entry }: { row: ScimUserRow; verb: string; changes: ReturnType<typeof differences> },
  { by }: Handed,
): Promise<void> {
  const { scimId: id, version } = row
  return recordWrite(tx, by, {
    noun: 'scim-users',
    id,
    name: displayNameOf(row),
    version,
    owner: {},
    ...entry,
  })
}

const text = (value: SQL, isExact = false): Column => ({ kind: 'text', value, isExact })

/** The groups of a user of the list. */
const inGroup = (condition: SQL): SQL =>
  sql`EXISTS (SELECT FROM ${m} JOIN ${g} ON ${g.scimId} = ${m.groupId} WHERE ${m.memberId} = ${s.scimId} AND ${condition})`

/** What users are found by. */
const columns: Columns = new Map<string, Column>([
  ['id', text(sql`${s.scimId}`, true)],
  ['externalid', text(sql`${s.externalId}`, true)],
  ['username', text(sql`${s.userName}`)],
  ['displayname', text(sql`${s.displayName}`)],
  ['name.formatted', text(sql`${s.name} ->> 'formatted'`)],
  ['name.familyname', text(sql`${s.name} ->> 'familyName'`)],
  ['name.givenname', text(sql`${s.name} ->> 'givenName'`)],
  ['active', { kind: 'boolean', value: sql`${s.isActive}` }],
  [
    'emails',
    {
      kind: 'many',
      some: condition =>
        sql`EXISTS (SELECT FROM jsonb_array_elements(${s.emails}) AS email WHERE ${condition})`,
      columns: new Map<string, Column>([
        ['value', text(sql`email ->> 'value'`)],
        ['type', text(sql`email ->> 'type'`)],
        ['primary', { kind: 'boolean', value: sql`(email ->> 'primary')::boolean` }],
      ]),
    },
  ],
  [
    'groups',
    {
      kind: 'many',
      some: inGroup,
      columns: new Map<string, Column>([
        ['value', text(sql`${g.scimId}`, true)],
        ['display', text(sql`${g.displayName}`)],
      ]),
    },
  ],
  ['meta.created', { kind: 'moment', value: sql`${s.createdAt}` }],
  ['meta.lastmodified', { kind: 'moment', value: sql`${s.updatedAt}` }],
])

/** RFC 7644, 3.4.2: a page of the users that a filter holds for. */
export async function listUsers(db: Database, listing: Listing, handed: Handed) {
  const where = isHere(handed)
  const found = await readListing<ScimUserRow>(db, { table: s, id: s.scimId, where, columns }, listing)
  return { ...found, rows: await toUsers(db, found.rows, handed) }
}

export async function readUser(db: Database, scimId: string, handed: Handed) {
  const [row] = await db
    .select()
    .from(s)
    .where(and(isHere(handed), eq(s.scimId, scimId)))
  if (row === undefined) throw handed.notFound('scim.noUser', scimId)
  const [user] = await toUsers(db, [row], handed)
  return user!
}

/** Users as the wire has them, with their groups where these are asked for. */
export async function toUsers(db: Database, rows: readonly ScimUserRow[], handed: Handed) {
  const groups = isReturned('groups', handed.shown)
    ? await groupsOf(db, rows, handed)
    : new Map<string, unknown[]>()
  return rows.map(row => {
    const { scimId: id, version, createdAt, updatedAt } = row
    const theirs = groups.get(id)
    return {
      schemas: [userType.schema],
      id,
      ...writtenOf(row),
      ...(theirs && { groups: theirs }),
      meta: {
        resourceType: userType.name,
        created: createdAt.toISOString(),
        lastModified: updatedAt.toISOString(),
        location: `${handed.base}/Users/${id}`,
        version: `W/"${version}"`,
      },
    }
  })
}

async function groupsOf(db: Database, users: readonly ScimUserRow[], { base }: Handed) {
  const ids = users.map(({ scimId }) => scimId)
  if (ids.length === 0) return new Map<string, unknown[]>()
  const rows = await db
    .select({ memberId: m.memberId, value: g.scimId, display: g.displayName })
    .from(m)
    .innerJoin(g, eq(g.scimId, m.groupId))
    .where(inArray(m.memberId, ids))
    .orderBy(asc(m.addedAt))
  const byMember = groupRows(rows, ({ memberId }) => memberId)
  return new Map(
    [...byMember].map(([id, all]) => [
      id,
      all.map(({ value, display }) => ({ value, $ref: `${base}/Groups/${value}`, display, type: 'direct' })),
    ]),
  )
}
