import { type MemberStatus, toMoney } from '@kinora/core'
import type { Fact, Person, Subscription } from './facts.ts'

/** One thing that is known of a customer, the newest word on it. */
export type Known = { objectId: string } & Fact

/** An item of a member as B-22 has it; days are UTC days. */
export interface StoreItem {
  externalId: string
  title: string
  status: MemberStatus
  externalStatus: string
  productId: string
  planId: string | null
  price: string | null
  startDate: string
  endDate: string | null
  trialStart: string | null
  trialEnd: string | null
  cancelledDates: string[]
  discountCode: string | null
}

/** C-146: a payment that failed is asked for again, so that the member stays; what was never paid is no item. */
const statuses: Readonly<Record<string, MemberStatus | undefined>> = {
  trialing: 'trial',
  active: 'active',
  past_due: 'active',
  canceled: 'cancelled',
  unpaid: 'expired',
  paused: 'expired',
}

/** What a customer has subscribed to, by all that is known of it; the order in which it came doesn't matter. */
export function toItems(known: readonly Known[]): StoreItem[] {
  const codes = new Map(
    known.flatMap(one => (one.kind === 'discount' ? [[one.objectId, one.facts.code]] : [])),
  )
  return known.flatMap(one => (one.kind === 'subscription' ? itemsOf(one.facts, codes) : []))
}

function itemsOf(told: Subscription, codes: ReadonlyMap<string, string | null>): StoreItem[] {
  const status = statuses[told.status]
  if (status === undefined) return []
  const first = toDay(told.start_date ?? told.created)
  return told.items.data.map(item => {
    const last = lastDay(told, item)
    const endDate = last !== null && last < first ? first : last
    return {
      externalId: item.id,
      title: item.price?.nickname ?? '',
      status,
      externalStatus: told.status,
      productId: item.price?.product ?? '',
      planId: item.price?.id ?? null,
      price: priceOf(item),
      startDate: first,
      endDate,
      trialStart: orNull(told.trial_start),
      trialEnd: orNull(told.trial_end),
      cancelledDates: status === 'cancelled' && endDate !== null ? [endDate] : [],
      discountCode: discountOf(told, codes),
    }
  })
}

type Item = Subscription['items']['data'][number]

/** The end of what is paid for: of one that goes on the end of its period, or the day for which it was cancelled. */
function lastDay(told: Subscription, item: Item): string | null {
  const { status, ended_at, canceled_at, cancel_at, trial_end } = told
  const begun = item.current_period_start ?? told.current_period_start
  const until = item.current_period_end ?? told.current_period_end
  if (status === 'canceled') return orNull(ended_at ?? canceled_at ?? until)
  if (status === 'paused') return orNull(trial_end ?? begun)
  if (status === 'unpaid') return orNull(begun)
  const ends = [until, cancel_at].filter(end => end !== null)
  return ends.length === 0 ? null : toDay(Math.min(...ends))
}

function priceOf({ price, quantity }: Item): string | null {
  if (price?.amount == null) return null
  return toMoney(price.amount * (quantity ?? 1), price.currency, 'en-US')
}

function discountOf(
  { discount, discounts }: Subscription,
  codes: ReadonlyMap<string, string | null>,
): string | null {
  const [first] = discounts ?? []
  if (typeof first === 'string') return codes.get(first) ?? null
  return (first ?? discount)?.code ?? null
}

const toDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
const orNull = (seconds: number | null): string | null => (seconds === null ? null : toDay(seconds))

/** Who a customer is: the site's own id of it by the customer, a subscription or a checkout, and its e-mail. */
export function toPerson(known: readonly Known[]): Person {
  const people = (['customer', 'checkout', 'invoice'] as const).flatMap(kind =>
    known.flatMap(one => (one.kind === kind ? one.facts : [])),
  )
  const ids = [
    ...known.flatMap(one => (one.kind === 'customer' ? one.facts.externalUserId : [])),
    ...known.flatMap(one => (one.kind === 'subscription' ? one.facts.metadata : [])),
    ...known.flatMap(one => (one.kind === 'checkout' ? one.facts.externalUserId : [])),
  ]
  return {
    externalUserId: ids.find(id => id !== null) ?? null,
    email:
      people
        .find(({ email }) => email !== null && email.trim() !== '')
        ?.email?.trim()
        .toLowerCase() ?? null,
  }
}
