import { KinoraError, parseInput, RequiredText } from '@kinora/core'
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { groupRows } from '../kernel/db/queries.ts'
import { newTag, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { differences, type FieldChange } from '../kernel/rows/differences.ts'
import type { Database } from '../ports/db.ts'
import { displayNameOf, settleAccounts } from '../sso/index.ts'
import {
  scimGroupsTable as g,
  scimMembersTable as m,
  type ScimGroupRow,
  scimUsersTable as s,
} from '../sso/tables.ts'
import { scimError, taken } from './failure.ts'
import type { Column, Columns } from './filter.ts'
import { type Handed, type Listing, readListing } from './listing.ts'
import { assertMatches, type Written } from './patch.ts'
import { groupType, isReturned } from './schemas.ts'

/** Memberships that one call may change: each may make or close an account. */
const MEMBERS_MAX = 1000

const GroupDraft = z.object({
  displayName: RequiredText(),
  externalId: RequiredText().optional(),
  members: z
    .array(z.object({ value: RequiredText(), type: z.literal('User', 'scim.value').optional() }))
    .default([]),
})
type GroupDraft = z.output<typeof GroupDraft>

const toValues = ({ displayName, externalId }: GroupDraft) => ({
  displayName: displayName.trim(),
  externalId: externalId ?? null,
})

const isHere = ({ settings }: Handed): SQL => eq(g.identityProviderId, settings.id)

/** KEY-07: takes a group over, with the people in it. Throws 409 for a name that one has. */
export async function createGroup(tx: Database, written: Written, handed: Handed): Promise<ScimGroupRow> {
  const { by, settings } = handed
  const draft = parseInput(GroupDraft, written)
  await assertNameFree(tx, draft.displayName, { handed })
  const scimId = newTag()
  const values = toValues(draft)
  const [row] = await tx
    .insert(g)
    .values({ ...values, scimId, identityProviderId: settings.id, ...stampNew(by.now, by.userId) })
    .returning()
  const members = await changeMembers(tx, { groupId: scimId, wanted: draft.members }, handed)
  const changes = [...differences({}, values), ...members.changes]
  await record(tx, { row: row!, verb: 'create', changes }, handed)
  await settleAccounts(tx, members.touched, handed)
  return row!
}

async function assertNameFree(
  tx: Database,
  displayName: string,
  { handed, scimId = '' }: { handed: Handed; scimId?: string },
): Promise<void> {
  const isSame = sql`lower(${g.displayName}) = lower(${displayName.trim()}::text)`
  if ((await tx.$count(g, and(isHere(handed), isSame, ne(g.scimId, scimId)))) > 0)
    throw taken('scim.groupTaken', { displayName }, 'displayName')
}

/** A group, row-locked until the transaction ends. Throws 404, and 412 where the caller knows another version. */
export async function lockGroup(tx: Database, scimId: string, handed: Handed): Promise<ScimGroupRow> {
  const [row] = await tx
    .select()
    .from(g)
    .where(and(isHere(handed), eq(g.scimId, scimId)))
    .for('update')
  if (row === undefined) throw handed.notFound('scim.noGroup', scimId)
  assertMatches(handed.ifMatch, row.version)
  return row
}

/** What is written of a group, as a PATCH changes it. */
export async function writtenOf(db: Database, row: ScimGroupRow): Promise<Written> {
  const members = await db
    .select({ value: m.memberId })
    .from(m)
    .where(eq(m.groupId, row.scimId))
    .orderBy(asc(m.addedAt))
  return {
    displayName: row.displayName,
    ...(row.externalId !== null && { externalId: row.externalId }),
    ...(members.length > 0 && { members }),
  }
}

/** KEY-07: replaces what is said of a group; its people’s accounts follow in the same transaction. */
export async function updateGroup(
  tx: Database,
  { row, written }: { row: ScimGroupRow; written: Written },
  handed: Handed,
): Promise<ScimGroupRow> {
  const { by } = handed
  const draft = parseInput(GroupDraft, written)
  const values = toValues(draft)
  const { displayName, externalId } = row
  const own = differences({ displayName, externalId }, values)
  await assertNameFree(tx, values.displayName, { handed, scimId: row.scimId })
  const members = await changeMembers(tx, { groupId: row.scimId, wanted: draft.members }, handed)
  const changes = [...own, ...members.changes]
  if (changes.length === 0) return row
  const [now] = await tx
    .update(g)
    .set({ ...values, version: row.version + 1, ...stamp(by.now, by.userId) })
    .where(eq(g.scimId, row.scimId))
    .returning()
  await record(tx, { row: now!, verb: 'update', changes }, handed)
  const isRenamed = own.some(({ path }) => path === 'displayName')
  const renamed = isRenamed ? await touchMembers(tx, row.scimId, members.touched, handed) : []
  await settleAccounts(tx, [...members.touched, ...renamed], handed)
  return now!
}

/** Another name may be another role, and each member is read with it (RFC 7644, 3.14); gives those that weren’t touched before. */
async function touchMembers(
  tx: Database,
  groupId: string,
  touched: readonly string[],
  { by }: Handed,
): Promise<string[]> {
  const ids = (await memberIds(tx, groupId)).filter(id => !touched.includes(id))
  if (ids.length > 0) await countVersion(tx, ids, by)
  return ids
}

const countVersion = (tx: Database, ids: readonly string[], by: Handed['by']) =>
  tx
    .update(s)
    .set({ version: sql`${s.version} + 1`, ...stamp(by.now, by.userId) })
    .where(inArray(s.scimId, [...ids]))

/** KEY-07: with the group goes the role that its people have by it. */
export async function removeGroup(tx: Database, row: ScimGroupRow, handed: Handed): Promise<void> {
  const members = await changeMembers(tx, { groupId: row.scimId, wanted: [], isWhole: true }, handed)
  await tx.delete(g).where(eq(g.scimId, row.scimId))
  await record(tx, { row: { ...row, version: row.version + 1 }, verb: 'remove', changes: [] }, handed)
  await settleAccounts(tx, members.touched, handed)
}

const memberIds = async (tx: Database, groupId: string): Promise<string[]> =>
  (await tx.select({ id: m.memberId }).from(m).where(eq(m.groupId, groupId))).map(({ id }) => id)

interface Wanted {
  groupId: string
  wanted: GroupDraft['members']
  /** Of a group that goes: however many they are. */
  isWhole?: boolean
}

/** Takes people in and out. People are row-locked in one order before any of them is changed. */
async function changeMembers(
  tx: Database,
  { groupId, wanted, isWhole = false }: Wanted,
  { by, settings }: Handed,
): Promise<{ touched: string[]; changes: FieldChange[] }> {
  const ids = [...new Set(wanted.map(({ value }) => value))]
  const before = await memberIds(tx, groupId)
  const [was, is] = [new Set(before), new Set(ids)]
  const added = ids.filter(id => !was.has(id))
  const removed = before.filter(id => !is.has(id))
  const touched = [...added, ...removed]
  if (touched.length === 0) return { touched, changes: [] }
  const isMany = touched.length > MEMBERS_MAX && !isWhole
  if (isMany) throw manyMembers(touched.length)
  const people = await tx
    .select({ id: s.scimId, deletedAt: s.deletedAt, userName: s.userName })
    .from(s)
    .where(and(inArray(s.scimId, touched), eq(s.identityProviderId, settings.id)))
    .orderBy(asc(s.scimId))
    .for('update')
  const names = new Map(people.flatMap(({ id, deletedAt, userName }) => (deletedAt ? [] : [[id, userName]])))
  const strange = added.find(id => !names.has(id))
  if (strange !== undefined) throw scimError('scim.member', { id: strange.slice(0, 100) }, 'members')
  if (removed.length > 0) await tx.delete(m).where(and(eq(m.groupId, groupId), inArray(m.memberId, removed)))
  if (added.length > 0) await tx.insert(m).values(added.map(memberId => ({ groupId, memberId })))
  await countVersion(tx, touched, by)
  const named = (some: readonly string[]) => some.map(id => names.get(id) ?? id)
  const toChange = (path: string, some: readonly string[]): FieldChange[] =>
    some.length === 0 ? [] : [{ path, before: null, after: named(some) }]
  return { touched, changes: [...toChange('added', added), ...toChange('removed', removed)] }
}

const manyMembers = (count: number) =>
  new KinoraError('tooLarge', {
    issues: [{ path: 'members', code: 'scim.manyMembers', params: { max: MEMBERS_MAX, count } }],
  })

function record(
  tx: Database,
  { row, ...entry }: { row: ScimGroupRow; verb: string; changes: readonly FieldChange[] },
  { by }: Handed,
): Promise<void> {
  const { scimId: id, displayName: name, version } = row
  return recordWrite(tx, by, { noun: 'scim-groups', id, name, version, owner: {}, ...entry })
}

const text = (value: SQL, isExact = false): Column => ({ kind: 'text', value, isExact })

/** What groups are found by. */
const columns: Columns = new Map<string, Column>([
  ['id', text(sql`${g.scimId}`, true)],
  ['externalid', text(sql`${g.externalId}`, true)],
  ['displayname', text(sql`${g.displayName}`)],
  [
    'members',
    {
      kind: 'many',
      some: condition => sql`EXISTS (SELECT FROM ${m} WHERE ${m.groupId} = ${g.scimId} AND ${condition})`,
      columns: new Map<string, Column>([['value', text(sql`${m.memberId}`, true)]]),
    },
  ],
  ['meta.created', { kind: 'moment', value: sql`${g.createdAt}` }],
  ['meta.lastmodified', { kind: 'moment', value: sql`${g.updatedAt}` }],
])

/** RFC 7644, 3.4.2: a page of the groups that a filter holds for. */
export async function listGroups(db: Database, listing: Listing, handed: Handed) {
  const where = isHere(handed)
  const found = await readListing<ScimGroupRow>(db, { table: g, id: g.scimId, where, columns }, listing)
  return { ...found, rows: await toGroups(db, found.rows, handed) }
}

export async function readGroup(db: Database, scimId: string, handed: Handed) {
  const [row] = await db
    .select()
    .from(g)
    .where(and(isHere(handed), eq(g.scimId, scimId)))
  if (row === undefined) throw handed.notFound('scim.noGroup', scimId)
  const [group] = await toGroups(db, [row], handed)
  return group!
}

/** Groups as the wire has them, with their members where these are asked for. */
export async function toGroups(db: Database, rows: readonly ScimGroupRow[], handed: Handed) {
  const members = isReturned('members', handed.shown)
    ? await membersOf(db, rows, handed)
    : new Map<string, unknown[]>()
  return rows.map(({ scimId: id, displayName, externalId, version, createdAt, updatedAt }) => {
    const theirs = members.get(id)
    return {
      schemas: [groupType.schema],
      id,
      displayName,
      ...(externalId !== null && { externalId }),
      ...(theirs && { members: theirs }),
      meta: {
        resourceType: groupType.name,
        created: createdAt.toISOString(),
        lastModified: updatedAt.toISOString(),
        location: `${handed.base}/Groups/${id}`,
        version: `W/"${version}"`,
      },
    }
  })
}

async function membersOf(db: Database, groups: readonly ScimGroupRow[], { base }: Handed) {
  const ids = groups.map(({ scimId }) => scimId)
  if (ids.length === 0) return new Map<string, unknown[]>()
  const rows = await db
    .select({ groupId: m.groupId, user: s })
    .from(m)
    .innerJoin(s, eq(s.scimId, m.memberId))
    .where(inArray(m.groupId, ids))
    .orderBy(asc(m.addedAt))
  const byGroup = groupRows(rows, ({ groupId }) => groupId)
  return new Map(
    [...byGroup].map(([id, all]) => [
      id,
      all.map(({ user }) => ({
        value: user.scimId,
        $ref: `${base}/Users/${user.scimId}`,
        display: displayNameOf(user),
        type: 'User',
      })),
    ]),
  )
}
