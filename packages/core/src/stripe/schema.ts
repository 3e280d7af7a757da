import * as z from 'zod'

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
