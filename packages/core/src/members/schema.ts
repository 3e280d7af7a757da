import * as z from 'zod'
import { Id, limits, OneOrMore } from '../kernel/fields.ts'

/** C-131: the states that an import may give a subscription. */
export const memberStatuses = ['active', 'trial', 'cancelled', 'expired'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** B-22: one subscription of a member. Days are UTC days, as 2026-11-20; null is what nobody has told. */
export const MemberSubscription = z.object({
  title: z.string(),
  id: z.string(),
  status: z.string(),
  externalStatus: z.string().nullable(),
  source: z.string(),
  /** Empty where none is named. */
  productId: z.string(),
  planId: z.string().nullable(),
  price: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  trialStart: z.string().nullable(),
  trialEnd: z.string().nullable(),
  cancelledDates: z.array(z.string()),
  crmSource: z.string().nullable(),
  crmUserId: z.string().nullable(),
  discountCode: z.string().nullable(),
})
export type MemberSubscription = z.infer<typeof MemberSubscription>

/** USER-07, B-22: a member of a tenant's site, not an account of its staff (C-115). */
export const Member = z.object({
  userId: z.string(),
  /** The site's own id of the member, as playback data name them. */
  externalUserId: z.string(),
  name: z.string(),
  email: z.string(),
  createdDate: z.string(),
  lastAccessedAt: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  subscriptionItems: z.array(MemberSubscription),
})
export type Member = z.infer<typeof Member>

const Choice = OneOrMore(z.string().max(limits.text)).nullable()

/**
 * USER-08; of several values any will do, what is null, empty or left out doesn't filter. Of members with several
 * subscriptions, one must meet all three that are asked for.
 */
export const MemberFilter = z.object({
  subscriptionStatus: Choice,
  externalSubscriptionStatus: Choice,
  externalSubscriptionSource: Choice,
  /** Part of a name, of an e-mail or of an external id. */
  searchTerm: z.string().max(limits.text).nullish(),
})
export type MemberFilter = z.input<typeof MemberFilter>

/** USER-10: what there is to filter by, among the tenant's members. */
export const MemberMetadata = z.object({
  subscriptionStatus: z.array(z.string()),
  externalSubscriptionStatus: z.array(z.string()),
  externalSubscriptionSource: z.array(z.string()),
})
export type MemberMetadata = z.infer<typeof MemberMetadata>

/** One member of a tenant. */
export const OneMember = z.object({ tenantId: Id, userId: Id })
