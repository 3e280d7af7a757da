import type { PriceCheck } from '@kinora/core'
import type { TenantTexts } from './texts.ts'

/** C-114: name, amount and interval of what Stripe knows, or why it says nothing. */
export function priceWords(check: PriceCheck, { text }: Pick<TenantTexts, 'text'>): string {
  if (check.outcome !== 'found') return text(`ui.web.stripe.${check.outcome}`)
  const { name, amount, currency, interval } = check
  const money = amount === null ? text('ui.web.stripe.tiers') : toMoney(amount, currency)
  const paid = interval === null ? money : text('ui.web.stripe.interval', { amount: money, interval })
  return text('ui.web.stripe.found', { name, amount: paid })
}

/** Stripe counts in the smallest unit of a currency, of which the browser knows how many there are. */
function toMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.toUpperCase() })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
