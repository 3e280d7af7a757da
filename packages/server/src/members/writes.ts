import {
  assertNoIssues,
  checkMemberItem,
  editableSources,
  en,
  HAND_SOURCE,
  type Issue,
  KinoraError,
  type Member,
  type MemberDraft,
  type MemberEvent,
  type MemberItemDraft,
  newMemberItem,
  type Page,
  type PageInput,
  toWireDate,
} from '@kinora/core'
import { and, eq } from 'drizzle-orm'
import { owned } from '../kernel/db/queries.ts'
import {
  type Author,
  assertVersion,
  auditOf,
  newTag,
  recordWrite,
  stamp,
  stampNew,
} from '../kernel/rows/audit.ts'
import { breaks } from '../kernel/rows/constraints.ts'
import { differences, type FieldChange } from '../kernel/rows/differences.ts'
import { notFound, refused } from '../kernel/rows/refusals.ts'
import type { OfTenant, Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { settleMembers } from '../stripe-events/index.ts'
import { readMember } from './rows.ts'
import {
  type MemberRow,
  type MemberSubscriptionRow,
  membersTable as m,
  memberOffDaysTable as off,
  memberSubscriptionsTable as s,
} from './tables.ts'

interface Act {
  userId: string
  /** The version that the caller has seen. */
  version?: number | undefined
  by: Author
}

interface Written {
  set?: Partial<typeof m.$inferInsert>
  /** None: all is as it is to be, and nothing is written. */
  changes: readonly FieldChange[]
}

/** One write of staff to a member or its items: the member’s row is locked, its version goes up, and the audit log has it. */
async function write(
  scope: OfTenant,
  db: Database,
  { userId, version, by, verb }: Act & { verb: string },
  work: (tx: Database, row: MemberRow) => Promise<Written>,
): Promise<Member> {
  try {
    return await db.transaction(async tx => {
      const where = and(eq(m.userId, userId), owned(scope, m))
      const [row] = await tx.select().from(m).where(where).for('update')
      if (row === undefined) throw notFound()
      const { set, changes } = await work(tx, row)
      if (changes.length === 0) return readMember(scope, tx, userId)
      const name = { noun: 'members', id: userId }
      const fields = ['name', 'email', 'item']
      await assertVersion(scope, tx, { ...name, current: row.version, known: version, fields })
      const next = row.version + 1
      await tx
        .update(m)
        .set({ ...set, version: next, ...stamp(by.now, by.userId) })
        .where(eq(m.userId, userId))
      const owner = { tenantId: scope.tenantId }
      await recordWrite(tx, by, { ...name, verb, version: next, owner, changes })
      return readMember(scope, tx, userId)
    })
  } catch (error) {
    if (breaks(error, 'unique')) throw invalid({ path: 'title', code: 'member.itemExists' })
    throw error
  }
}

const invalid = (issue: Issue) => new KinoraError('invalid', { issues: [issue] })

/** Corrects who a member is; what was corrected stays so when a file says something else. */
export const updateMember = (
  scope: OfTenant,
  db: Database,
  { set, ...act }: Act & { set: Partial<MemberDraft> },
): Promise<Member> =>
  write(scope, db, { ...act, verb: 'update' }, async (tx, row) => {
    const before = { name: row.name, email: row.email }
    const after = { name: set.name?.trim() ?? row.name, email: set.email ?? row.email }
    const changes = differences(before, after)
    const corrected = [...new Set([...row.corrected, ...changes.map(({ path }) => path as 'name' | 'email')])]
    if (changes.some(({ path }) => path === 'email')) {
      // What Stripe tells of that address is this member's from now on.
      await tx.update(m).set(after).where(eq(m.userId, row.userId))
      await settleMembers(scope, tx, { externalUserIds: [row.externalUserId], now: act.by.now })
    }
    return { set: { ...after, corrected }, changes }
  })

const DAY = 86_400_000
/** A UTC day, some days from a moment. */
const dayOf = (moment: Date, days = 0): string =>
  new Date(moment.getTime() + days * DAY).toISOString().slice(0, 10)

/** Turns a member on or off. The days on which that happens count as on. */
export const setActive = (
  scope: OfTenant,
  db: Database,
  { isActive, ...act }: Act & { isActive: boolean },
): Promise<Member> =>
  write(scope, db, { ...act, verb: isActive ? 'enable' : 'disable' }, async (tx, { userId, disabledAt }) => {
    const changes = differences({ isActive: disabledAt === null }, { isActive })
    if (changes.length === 0) return { changes }
    const { now } = act.by
    const open = and(eq(off.userId, userId), eq(off.offTo, 'infinity'))
    const [began] = await tx.delete(off).where(open).returning()
    if (!isActive) await tx.insert(off).values({ userId, offFrom: dayOf(now, 1) })
    else if (began !== undefined && began.offFrom <= dayOf(now, -1))
      await tx.insert(off).values({ ...began, offTo: dayOf(now, -1) })
    return { set: { disabledAt: isActive ? null : now }, changes }
  })

/** An item that no source tells of. */
export const addItem = (
  scope: OfTenant,
  db: Database,
  { draft: given, ...act }: Act & { draft: Partial<MemberItemDraft> },
): Promise<Member> => {
  const draft = { ...newMemberItem, ...withoutGaps(given) }
  assertNoIssues(checkMemberItem(draft))
  return write(scope, db, { ...act, verb: 'addItem' }, async (tx, { userId }) => {
    const { now, userId: author } = act.by
    const row = { id: newTag(), userId, source: HAND_SOURCE, ...stampNew(now, author) }
    await tx.insert(s).values({ ...row, ...toColumns(draft, undefined, dayOf(now)) })
    return { changes: differences({}, { item: { ...draft, source: HAND_SOURCE } }) }
  })
}

interface ItemAct extends Omit<Act, 'userId'> {
  itemId: string
}

/** A write to an item that staff may change: found in scope, and read once more with its member locked. */
async function writeItem(
  scope: OfTenant,
  db: Database,
  { itemId, ...act }: ItemAct & { verb: string },
  toChanged: (item: MemberSubscriptionRow) => MemberItemDraft,
): Promise<Member> {
  const { userId } = await findItem(scope, db, itemId)
  return write(scope, db, { ...act, userId }, async tx => {
    const item = await findItem(scope, tx, itemId)
    return changeItem(tx, { item, draft: toChanged(item), by: act.by })
  })
}

/** Changes an item that staff has added or an import has brought; the latter keeps the change at the next import. */
export const updateItem = (
  scope: OfTenant,
  db: Database,
  { draft, ...act }: ItemAct & { draft: Partial<MemberItemDraft> },
): Promise<Member> =>
  writeItem(scope, db, { ...act, verb: 'updateItem' }, item => ({ ...toDraft(item), ...withoutGaps(draft) }))

/** Ends an item as cancelled, on a day or today; one that starts later ends as it starts. */
export const endItem = (
  scope: OfTenant,
  db: Database,
  { endsOn, ...act }: ItemAct & { endsOn?: string | undefined },
): Promise<Member> =>
  writeItem(scope, db, { ...act, verb: 'endItem' }, item => {
    const { status } = item
    if (status === 'cancelled' || status === 'expired')
      throw refused('member.itemEnded', { status: en[`ui.members.state.${status}`].toLowerCase() })
    const draft = toDraft(item)
    const today = dayOf(act.by.now)
    const soonest = draft.startsOn > today ? draft.startsOn : today
    return { ...draft, status: 'cancelled', endsOn: endsOn || soonest }
  })

/** The item, or `notFound`; one that another system keeps is refused. */
async function findItem(scope: OfTenant, db: Database, itemId: string): Promise<MemberSubscriptionRow> {
  const [found] = await db
    .select({ item: s })
    .from(s)
    .innerJoin(m, eq(s.userId, m.userId))
    .where(and(eq(s.id, itemId), owned(scope, m)))
  if (found === undefined) throw notFound()
  const { item } = found
  if (!editableSources.includes(item.source))
    throw refused('member.itemElsewhere', { source: sourceOf(item) })
  return item
}

function sourceOf({ source }: MemberSubscriptionRow): string {
  const key = `source.${source}`
  return key in en ? (en[key as keyof typeof en] as string) : source
}

async function changeItem(
  tx: Database,
  { item, draft, by }: { item: MemberSubscriptionRow; draft: MemberItemDraft; by: Author },
): Promise<Written> {
  const before = toDraft(item)
  const isImported = item.source !== HAND_SOURCE
  if (isImported && (draft.title !== before.title || draft.productId !== before.productId))
    throw invalid({ path: draft.title === before.title ? 'productId' : 'title', code: 'member.itemKey' })
  assertNoIssues(checkMemberItem(draft))
  const changes = differences({ item: before }, { item: draft })
  if (changes.length === 0) return { changes }
  const set = {
    ...toColumns(draft, item, dayOf(by.now)),
    isCorrected: isImported,
    ...stamp(by.now, by.userId),
  }
  await tx.update(s).set(set).where(eq(s.id, item.id))
  // Which one it was, also where its title stays.
  const title = { path: 'item.title', before: before.title, after: draft.title }
  return { changes: [title, ...changes.filter(({ path }) => path !== title.path)] }
}

const withoutGaps = (draft: Partial<MemberItemDraft>): Partial<MemberItemDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))

const toDraft = (item: MemberSubscriptionRow): MemberItemDraft => ({
  title: item.title,
  productId: item.productId,
  planId: item.planId ?? '',
  status: item.status as MemberItemDraft['status'],
  price: item.price ?? '',
  startsOn: item.startDate ?? '',
  endsOn: item.endDate ?? '',
})

const orNull = (text: string): string | null => text.trim() || null

/** As an import writes it (decision 0065): days of a trial stay known, and the first day of a cancellation is kept. */
function toColumns(draft: MemberItemDraft, before: MemberSubscriptionRow | undefined, today: string) {
  const [startDate, endDate] = [orNull(draft.startsOn), orNull(draft.endsOn)]
  const isTrial = draft.status === 'trial'
  const isCancelled = draft.status === 'cancelled' && before?.status !== 'cancelled'
  const ended = endDate !== null && endDate < today ? endDate : today
  return {
    title: draft.title.trim(),
    productId: draft.productId.trim(),
    planId: orNull(draft.planId),
    status: draft.status,
    price: orNull(draft.price),
    startDate,
    endDate,
    trialStart: (isTrial ? startDate : null) ?? before?.trialStart ?? null,
    trialEnd: (isTrial ? endDate : null) ?? before?.trialEnd ?? null,
    cancelledDates: [...cancelledBefore(draft, before), ...(isCancelled ? [ended] : [])],
  }
}

/**
 * Without the day of an end by hand that is corrected, which reports must not count. An item that starts anew was cancelled before,
 * and what an import has told stays.
 */
function cancelledBefore(draft: MemberItemDraft, before: MemberSubscriptionRow | undefined): string[] {
  if (before === undefined) return []
  const { status, source, isCorrected, startDate, cancelledDates } = before
  const isByHand = status === 'cancelled' && (source === HAND_SOURCE || isCorrected)
  const isTakenBack = isByHand && draft.status !== 'cancelled' && orNull(draft.startsOn) === startDate
  return isTakenBack ? cancelledDates.slice(0, -1) : cancelledDates
}

/** As a plain noun has it (decision 0125). */
export const memberRows = {
  async history(scope: Scope, db: Database, { id, ...page }: PageInput & { id: string }) {
    // The calls of members name their tenant.
    await readMember(scope as OfTenant, db, id)
    return auditOf(scope, db, { noun: 'members', id, ...page })
  },
}

/** What staff has done to a member, the newest first; imports are told by their own results. */
export async function readHistory(
  scope: OfTenant,
  db: Database,
  { userId, page, take }: { userId: string } & Pick<PageInput, 'page' | 'take'>,
): Promise<Page<MemberEvent>> {
  const found = await memberRows.history(scope, db, { id: userId, page, take })
  const data = found.data.map(({ id, at, displayName, verb, changes }) => ({
    entryId: id,
    at: toWireDate(at),
    by: displayName,
    verb,
    changes,
  }))
  return { ...found, data }
}
