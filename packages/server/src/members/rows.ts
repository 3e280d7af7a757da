import {
  type MemberFilter as Filter,
  type Member,
  type MemberMetadata,
  type MemberSubscription,
  type Page,
  type PageInput,
  toWireDate,
} from '@kinora/core'
import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import { batchesTable } from '../batch-work/tables.ts'
import { counting, readPage } from '../kernel/db/pages.ts'
import { alphabetical, eachPortion, holds, isOneOf, owned, PORTION } from '../kernel/db/queries.ts'
import { type Author, forgetChanges, recordWrite } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import { anonymiseViewer } from '../playback/index.ts'
import type { Database } from '../ports/db.ts'
import { lockStripe } from '../stripe-events/index.ts'
import {
  type MemberRow,
  type MemberSubscriptionRow,
  membersTable as m,
  memberImportRowsTable as rows,
  memberSubscriptionsTable as s,
} from './tables.ts'

type MemberFilter = z.output<typeof Filter>

/** Name, e-mail and id, folded; kept out of the rows that are read. */
const searchText = sql`members.search_text`

const isOfMember = eq(s.userId, m.userId)

/** USER-08: members with a subscription that meets all that is asked of one, and the words in a name, an e-mail or an id. */
function matching(scope: Scope, db: Database, filter: MemberFilter): SQL | undefined {
  const { subscriptionStatus, externalSubscriptionStatus, externalSubscriptionSource, searchTerm, isActive } =
    filter
  const asked = [
    isOneOf(s.status, told(subscriptionStatus)),
    isOneOf(s.externalStatus, told(externalSubscriptionStatus)),
    isOneOf(s.source, told(externalSubscriptionSource)),
  ].filter(condition => condition !== undefined)
  return and(
    owned(scope, m),
    searchTerm?.trim() ? or(holds(searchTerm, searchText), eq(m.userId, searchTerm.trim())) : undefined,
    isActive == null ? undefined : isActive ? isNull(m.disabledAt) : isNotNull(m.disabledAt),
    asked.length === 0
      ? undefined
      : exists(
          db
            .select({ one: sql`1` })
            .from(s)
            .where(and(isOfMember, ...asked)),
        ),
  )
}

const told = (values: readonly string[] | null | undefined): string[] =>
  (values ?? []).filter(value => value !== '')

/** Those who came at once, as an import brings them, by their names. */
const newestFirst = [desc(m.createdAt), alphabetical(m.name), asc(m.userId)]

/** One page, the newest first; everything where `take` is not positive. */
export async function listMembers(
  scope: Scope,
  db: Database,
  { page, take, ...filter }: MemberFilter & Pick<PageInput, 'page' | 'take'>,
): Promise<Page<Member>> {
  const where = matching(scope, db, filter)
  const rows = db
    .select()
    .from(m)
    .where(where)
    .orderBy(...newestFirst)
    .$dynamic()
  const found = await readPage(rows, counting(db, m, where), { page, take })
  return { ...found, data: await withItems(db, found.data) }
}

interface Place {
  /** As the database writes it: a date of JavaScript’s has no microseconds. */
  moment: string
  member: MemberRow
}

/** Those that come later in that order. */
function behind({ moment, member }: Place): SQL {
  const name = alphabetical(sql`${member.name}::text`)
  const atOnce = sql`(${alphabetical(m.name)}, ${m.userId}) > (${name}, ${member.userId})`
  return sql`(${m.createdAt} < ${moment}::timestamptz OR (${m.createdAt} = ${moment}::timestamptz AND ${atOnce}))`
}

/** USER-09: every member that matches, the newest first, in portions. */
export async function* eachMember(
  scope: Scope,
  db: Database,
  filter: MemberFilter,
): AsyncGenerator<Member[]> {
  const where = matching(scope, db, filter)
  const read = (last?: Place) =>
    db
      .select({ member: m, moment: sql<string>`${m.createdAt}::text` })
      .from(m)
      .where(and(where, last && behind(last)))
      .orderBy(...newestFirst)
      .limit(PORTION)
  for await (const rows of eachPortion(read))
    yield withItems(
      db,
      rows.map(({ member }) => member),
    )
}

/** The member, or `notFound`. */
export async function readMember(scope: Scope, db: Database, userId: string): Promise<Member> {
  const rows = await db
    .select()
    .from(m)
    .where(and(eq(m.userId, userId), owned(scope, m)))
  if (rows.length === 0) throw notFound()
  const [member] = await withItems(db, rows)
  return member!
}

/** USER-10: the values that subscriptions of the tenant's members have, in the order of the alphabet. */
export async function readMetadata(scope: Scope, db: Database): Promise<MemberMetadata> {
  const values = async (column: PgColumn): Promise<string[]> => {
    const rows = await db
      .select({ value: sql<string>`${column}` })
      .from(s)
      .innerJoin(m, isOfMember)
      .where(and(owned(scope, m), isNotNull(column)))
      .groupBy(column)
      .orderBy(alphabetical(column), column)
    return rows.map(({ value }) => value)
  }
  return {
    subscriptionStatus: await values(s.status),
    externalSubscriptionStatus: await values(s.externalStatus),
    externalSubscriptionSource: await values(s.source),
  }
}

async function withItems(db: Database, rows: readonly MemberRow[]): Promise<Member[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ userId }) => userId)
  const items = await db
    .select()
    .from(s)
    .where(inArray(s.userId, ids))
    .orderBy(sql`${s.startDate} DESC NULLS LAST`, alphabetical(s.title), asc(s.id))
  const byMember = new Map<string, MemberSubscriptionRow[]>(ids.map(id => [id, []]))
  for (const item of items) byMember.get(item.userId)!.push(item)
  return rows.map(row => toMember(row, byMember.get(row.userId)!))
}

const orNull = (date: Date | null) => (date === null ? null : toWireDate(date))

const toMember = (row: MemberRow, items: readonly MemberSubscriptionRow[]): Member => ({
  userId: row.userId,
  externalUserId: row.externalUserId,
  name: row.name,
  email: row.email,
  createdDate: toWireDate(row.createdAt),
  lastAccessedAt: orNull(row.lastAccessedAt),
  lastLoginAt: orNull(row.lastLoginAt),
  subscriptionItems: items.map(toSubscription),
  isActive: row.disabledAt === null,
  disabledAt: orNull(row.disabledAt),
  corrected: row.corrected,
  version: row.version,
})

function toSubscription({
  userId: _,
  createdAt: __,
  createdBy: ___,
  updatedAt: ____,
  updatedBy: _____,
  externalId: ______,
  ...item
}: MemberSubscriptionRow): MemberSubscription {
  return item
}

/**
 * Erases a member for good (decision 0065): its row and subscriptions go, results of imports no longer name it, and its
 * plays stay under an id that leads to nobody. Audit entries say who did what, and nothing of the person any more.
 */
export async function eraseMember(
  scope: OfTenant,
  tx: Database,
  { userId, by }: { userId: string; by: Author },
): Promise<void> {
  await lockStripe(scope, tx)
  const [gone] = await tx
    .delete(m)
    .where(and(eq(m.userId, userId), owned(scope, m)))
    .returning()
  if (gone === undefined) throw notFound()
  const { tenantId, externalUserId, version } = gone
  await anonymiseViewer(tx, { tenantId, userId: externalUserId })
  const imports = tx
    .select({ id: batchesTable.batchId })
    .from(batchesTable)
    .where(eq(batchesTable.tenantId, tenantId))
  await tx
    .update(rows)
    .set({ externalUserId: '' })
    .where(and(eq(rows.externalUserId, externalUserId), inArray(rows.batchId, imports)))
  await forgetChanges(tx, { noun: 'members', id: userId })
  await recordWrite(tx, by, {
    noun: 'members',
    id: userId,
    verb: 'erase',
    version,
    owner: { tenantId },
    changes: [],
  })
}
