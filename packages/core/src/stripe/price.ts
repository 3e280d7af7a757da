import type { MessageParams } from '../messages/catalogue.ts'
import type { PackagePrice } from './schema.ts'

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
