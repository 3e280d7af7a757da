import type { MemberStatus } from '@kinora/core'
import type { StoreItem } from '../stripe-events/index.ts'
import type { Standing, Transaction } from './facts.ts'

/** What is known of a subscription: of each transaction and of how it stands the newest word. */
export interface Known {
  transactions: readonly Transaction[]
  standing: Standing
}

/** B-22 of what the App Store calls a subscription’s status. */
const statuses: Readonly<Record<number, { status: MemberStatus; external: string }>> = {
  1: { status: 'active', external: 'active' },
  2: { status: 'expired', external: 'expired' },
  3: { status: 'expired', external: 'billingRetry' },
  4: { status: 'active', external: 'gracePeriod' },
  5: { status: 'cancelled', external: 'revoked' },
}
const refunded = { status: 'cancelled', external: 'refunded' } as const
/** Why it ended: its owner had turned the renewal off, or took no higher price. */
const CANCELLED = [1, 3]

/**
 * The item of a subscription by all that is known, in whatever order it came: of the periods that weren’t refunded the last one says
 * what is paid for.
 */
export function toItem({ transactions, standing }: Known): StoreItem {
  const paid = lastOf(transactions.filter(({ revocationDate }) => revocationDate === null))
  const shown = paid ?? lastOf(transactions)!
  const { status, external } = stateOf(standing, paid)
  const end = endOf(shown, standing, paid)
  const trial = lastOf(transactions.filter(isTrial))
  const startDate = toDay(Math.min(...transactions.map(one => one.originalPurchaseDate)))
  const endDate = end === null ? null : [toDay(end), startDate].toSorted()[1]!
  return {
    externalId: shown.originalTransactionId,
    title: '',
    status,
    externalStatus: external,
    productId: shown.productId,
    planId: null,
    price: priceOf(shown),
    startDate,
    endDate,
    trialStart: trial === undefined ? null : toDay(trial.purchaseDate),
    trialEnd: trial?.expiresDate == null ? null : toDay(trial.expiresDate),
    cancelledDates: status === 'cancelled' && endDate !== null ? [endDate] : [],
    discountCode: shown.offerIdentifier,
  }
}

function stateOf(standing: Standing, paid: Transaction | undefined) {
  if (paid === undefined) return refunded
  const told = statuses[standing.status ?? 1] ?? statuses[1]!
  if (told.external === 'expired' && CANCELLED.includes(standing.expirationIntent ?? 0))
    return { ...told, status: 'cancelled' as const }
  if (told.external === 'active' && isTrial(paid)) return { status: 'trial' as const, external: 'trial' }
  return told
}

/** A grace period goes on past what is paid for; a refund ends it on its day. */
function endOf(shown: Transaction, standing: Standing, paid: Transaction | undefined): number | null {
  if (paid === undefined) return shown.revocationDate
  const grace = standing.status === 4 ? standing.gracePeriodExpiresDate : null
  return grace === null ? shown.expiresDate : Math.max(grace, shown.expiresDate ?? 0)
}

const isTrial = ({ offerDiscountType }: Transaction): boolean => offerDiscountType === 'FREE_TRIAL'

const lastOf = (transactions: readonly Transaction[]): Transaction | undefined =>
  transactions.toSorted(
    (one, other) =>
      (other.expiresDate ?? 0) - (one.expiresDate ?? 0) ||
      other.purchaseDate - one.purchaseDate ||
      (one.transactionId < other.transactionId ? 1 : -1),
  )[0]

function priceOf({ price, currency }: Transaction): string | null {
  if (price === null || currency === null) return null
  const style = { style: 'currency', currency: currency.toUpperCase() } as const
  return new Intl.NumberFormat('en-US', style).format(price / 1000)
}

const toDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** The account token that the newest purchase with one tells. */
export const tokenOf = (transactions: readonly Transaction[]): string | null =>
  lastOf(transactions.filter(({ appAccountToken }) => appAccountToken !== null))?.appAccountToken ?? null
