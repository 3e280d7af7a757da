import type { Member, MemberSubscription } from '@kinora/core'
import { type CsvCell, toCsvLine } from '../kernel/csv.ts'

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

/** USER-09: the lines of the export, headed by its columns: one for each subscription, one for a member without any. */
export async function* toExport(portions: AsyncIterable<Member[]>): AsyncGenerator<string> {
  yield toCsvLine([...ofMember, ...ofItem].map(([name]) => name))
  for await (const members of portions) yield members.map(toLines).join('')
}

function toLines(member: Member): string {
  const own = ofMember.map(([, read]) => read(member))
  const items = member.subscriptionItems.map(item => ofItem.map(([, read]) => read(item)))
  return (items.length === 0 ? [ofItem.map(() => null)] : items)
    .map(cells => toCsvLine([...own, ...cells]))
    .join('')
}
