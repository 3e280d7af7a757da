import { isStorable, limits } from '@kinora/core'
import * as z from 'zod'

const Id = z.string().min(1).max(limits.text).refine(isStorable)
/** Milliseconds; the App Store’s clock. */
const Instant = z.number().int().min(0).max(4_102_444_800_000)
const orNull = <S extends z.ZodType>(schema: S) => schema.nullish().transform(value => value ?? null)

/** A signed notification, version 2; `summary` and `externalPurchaseToken` stand in others instead of `data`. */
export const Notification = z.object({
  notificationType: Id,
  subtype: orNull(Id),
  notificationUUID: Id,
  version: z.string().startsWith('2'),
  signedDate: Instant,
  data: orNull(
    z.object({
      bundleId: Id,
      environment: Id,
      status: orNull(z.int()),
      signedTransactionInfo: orNull(z.string()),
      signedRenewalInfo: orNull(z.string()),
    }),
  ),
})
export type Notification = z.output<typeof Notification>

/** One period that was bought. */
export const Transaction = z.object({
  transactionId: Id,
  originalTransactionId: Id,
  bundleId: Id,
  productId: Id,
  type: Id,
  purchaseDate: Instant,
  originalPurchaseDate: Instant,
  expiresDate: orNull(Instant),
  revocationDate: orNull(Instant),
  appAccountToken: orNull(z.uuid().transform(token => token.toLowerCase())),
  offerIdentifier: orNull(Id),
  offerDiscountType: orNull(Id),
  /** Thousandths of the currency. */
  price: orNull(z.int().min(0)),
  currency: orNull(z.string().regex(/^[A-Z]{3}$/i)),
  signedDate: Instant,
})
export type Transaction = z.output<typeof Transaction>

/** What of the renewal says how a subscription stands. */
export const Renewal = z.object({
  originalTransactionId: Id,
  expirationIntent: orNull(z.int()),
  gracePeriodExpiresDate: orNull(Instant),
  signedDate: Instant,
})

/** How a subscription stands by one notification. */
export interface Standing {
  /** 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked; null where it doesn't say. */
  status: number | null
  expirationIntent: number | null
  gracePeriodExpiresDate: number | null
}

/** What a notification tells of one purchase. */
export interface AppleEvent {
  eventId: string
  type: string
  saidAt: Date
  transaction: Transaction
  standing: Standing
}

/** Purchases that end and go on. */
export const isSubscription = ({ type }: Transaction): boolean => type === 'Auto-Renewable Subscription'
