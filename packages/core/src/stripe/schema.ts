import * as z from 'zod'
import type { MessageParams } from '../messages/catalogue.ts'

/** C-114: what Stripe says of a price or plan id. */
export const PriceCheck = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    name: z.string(),
    /** In the smallest unit of the currency; null where the price has tiers. */
    amount: z.int().nullable(),
    currency: z.string(),
    /** `month`, `year` …; null for one payment. */
    interval: z.string().nullable(),
    /** 3 with `month` is every third month; null for one payment. */
    intervalCount: z.int().nullable(),
  }),
  z.object({ outcome: z.literal('unknown') }),
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('unreachable') }),
])
export type PriceCheck = z.infer<typeof PriceCheck>

/** The same where there may be no secret key to ask with. */
export const PackagePrice = z.discriminatedUnion('outcome', [
  ...PriceCheck.options,
  z.object({ outcome: z.literal('noKey') }),
])
export type PackagePrice = z.infer<typeof PackagePrice>

/** C-114: an id of Stripe's is made of letters, digits and underscores. */
export const isStripeId = (id: string): boolean => /^[A-Za-z0-9_]+$/.test(id.trim())

/** Digits after the point where Stripe counts otherwise than ISO 4217. */
const ownDigits: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 }

/** An amount in the smallest unit of a currency, as Stripe counts it, the way it is written in a language; the host’s own unless given. */
export function toMoney(amount: number, currency: string, language?: string): string {
  const code = currency.toUpperCase()
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: code })
  return format.format(
    amount / 10 ** (ownDigits[code] ?? format.resolvedOptions().maximumFractionDigits ?? 2),
  )
}

type FoundKey = 'ui.stripe.found' | 'ui.stripe.tiers' | 'ui.stripe.once' | `ui.stripe.${Interval}`
type Key = FoundKey | 'ui.stripe.unknown' | 'ui.stripe.refused' | 'ui.stripe.unreachable' | 'ui.stripe.noKey'

const intervals = ['day', 'week', 'month', 'year'] as const
type Interval = (typeof intervals)[number]

/** C-114: name, amount and interval of what Stripe knows, or why it says nothing, in the words of the catalogue `stripeTexts`. */
export function priceWords(
  check: PackagePrice,
  text: (key: Key, params?: MessageParams) => string,
  language?: string,
): string {
  if (check.outcome !== 'found') return text(`ui.stripe.${check.outcome}`)
  const { name, amount, currency, interval, intervalCount } = check
  const money = amount === null ? text('ui.stripe.tiers') : toMoney(amount, currency, language)
  const known = intervals.find(each => each === interval)
  const paid =
    known === undefined
      ? text('ui.stripe.once', { amount: money })
      : text(`ui.stripe.${known}`, { amount: money, count: intervalCount ?? 1 })
  return text('ui.stripe.found', { name, amount: paid })
}
