import { type Member, type MemberSubscription, type members, toDay } from '@kinora/core'
import { type CsvCell, toCsvFile, toCsvLine } from '../kernel/csv.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { eachMember, eraseMember, listMembers, readMember, readMetadata } from './rows.ts'
import { addItem, endItem, readHistory, setActive, updateItem, updateMember } from './writes.ts'

/** USER-07 to USER-10, API-144 to API-147. */
export const memberHandlers: Handlers<typeof members> = {
  list: (input, { scope, deps }) => listMembers(scope, deps.db, input),

  export(filter, { scope, deps: { db, clock } }) {
    const portions = eachMember(scope, db, filter)
    return toCsvFile(toExport(portions), `User_Report_Export_${toDay(clock.now())}.csv`)
  },

  metadata: (_, { scope, deps }) => readMetadata(scope, deps.db),

  async subscriptions({ userId }, { scope, deps }) {
    return (await readMember(scope, deps.db, userId)).subscriptionItems
  },

  fetch: ({ userId }, { scope, deps }) => readMember(scope, deps.db, userId),

  update: ({ userId, version, name, email }, context) =>
    updateMember(context.scope, context.deps.db, {
      userId,
      version,
      set: { name, email },
      by: authorOf(context),
    }),

  disable: ({ userId }, context) =>
    setActive(context.scope, context.deps.db, { userId, isActive: false, by: authorOf(context) }),

  enable: ({ userId }, context) =>
    setActive(context.scope, context.deps.db, { userId, isActive: true, by: authorOf(context) }),

  addItem: ({ userId, tenantId: _, ...draft }, context) =>
    addItem(context.scope, context.deps.db, { userId, draft, by: authorOf(context) }),

  updateItem: ({ itemId, version, tenantId: _, ...draft }, context) =>
    updateItem(context.scope, context.deps.db, { itemId, version, draft, by: authorOf(context) }),

  endItem: ({ itemId, endsOn }, context) =>
    endItem(context.scope, context.deps.db, { itemId, endsOn, by: authorOf(context) }),

  history: ({ userId, page, take }, { scope, deps }) => readHistory(scope, deps.db, { userId, page, take }),

  async erase({ userId }, context) {
    const { scope, deps } = context
    const by = authorOf(context)
    await deps.db.transaction(tx => eraseMember(scope, tx, { userId, by }))
    return { status: 200 }
  },
}

const ofMember: readonly [string, (member: Member) => CsvCell][] = [
  ['userId', member => member.userId],
  ['externalUserId', member => member.externalUserId],
  ['name', member => member.name],
  ['email', member => member.email],
  ['createdDate', member => member.createdDate],
  ['lastAccessedAt', member => member.lastAccessedAt],
  ['lastLoginAt', member => member.lastLoginAt],
]
const ofItem: readonly [string, (item: MemberSubscription) => CsvCell][] = [
  ['subscriptionTitle', item => item.title],
  ['subscriptionId', item => item.id],
  ['subscriptionStatus', item => item.status],
  ['externalSubscriptionStatus', item => item.externalStatus],
  ['subscriptionSource', item => item.source],
  ['productId', item => item.productId],
  ['planId', item => item.planId],
  ['price', item => item.price],
  ['startDate', item => item.startDate],
  ['endDate', item => item.endDate],
  ['trialStart', item => item.trialStart],
  ['trialEnd', item => item.trialEnd],
  ['cancelledDates', item => item.cancelledDates.join('; ')],
  ['crmSource', item => item.crmSource],
  ['crmUserId', item => item.crmUserId],
  ['discountCode', item => item.discountCode],
]
/** † Behind the rest, so that every column stays where it was. */
const ofState: readonly [string, (member: Member) => CsvCell][] = [
  ['isActive', member => String(member.isActive)],
]

/** USER-09: the lines of the export, headed by its columns: one for each subscription, one for a member without any. */
async function* toExport(portions: AsyncIterable<Member[]>): AsyncGenerator<string> {
  yield toCsvLine([...ofMember, ...ofItem, ...ofState].map(([name]) => name))
  for await (const members of portions) yield members.map(toLines).join('')
}

function toLines(member: Member): string {
  const own = ofMember.map(([, read]) => read(member))
  const state = ofState.map(([, read]) => read(member))
  const items = member.subscriptionItems.map(item => ofItem.map(([, read]) => read(item)))
  return (items.length === 0 ? [ofItem.map(() => null)] : items)
    .map(cells => toCsvLine([...own, ...cells, ...state]))
    .join('')
}
