import * as z from 'zod'
import { limits } from '../kernel/field-rules.ts'
import {
  Email,
  Id,
  LimitedText,
  OneOrMore,
  onOneLine,
  RequiredText,
  StorableDay,
  Version,
} from '../kernel/fields.ts'

/** C-131: the states that an import may give a subscription. */
export const memberStatuses = ['active', 'trial', 'cancelled', 'expired'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** † The source of an item that staff has added. */
export const HAND_SOURCE = 'manual'
/** Sources whose items staff may change; those of others are kept by their source (C-146). */
export const editableSources: readonly string[] = [HAND_SOURCE, 'flatfile']

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
  /** † Staff has changed what an import had brought: imports leave it as it is. */
  isCorrected: z.boolean(),
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
  /** † False: turned off by staff. The site doesn’t let the member in, and days that are wholly off aren’t billed. */
  isActive: z.boolean(),
  /** † When it was turned off. */
  disabledAt: z.string().nullable(),
  /** † What staff has corrected by hand: imports leave it as it is. */
  corrected: z.array(z.enum(['name', 'email'])),
  version: Version,
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
  /** Part of a name, of an e-mail or of an external id; or the platform’s own id, whole. */
  searchTerm: LimitedText().nullish(),
  /** † Members that are on, or those that are turned off. */
  isActive: z.boolean().nullish(),
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

/** What staff may correct of a member: as strict as an import (C-131). The site’s id of it never changes. */
export const MemberDraft = z.object({ name: RequiredText().superRefine(onOneLine), email: Email })
export type MemberDraft = z.infer<typeof MemberDraft>

/** A UTC day, or empty. */
export const Day = z.union([z.literal(''), StorableDay])

/** What staff may say of an item; empty is what nobody has told. */
export const MemberItemDraft = z.object({
  title: LimitedText().superRefine(onOneLine),
  productId: LimitedText(),
  planId: LimitedText(),
  status: z.enum(memberStatuses),
  price: LimitedText(),
  startsOn: Day,
  endsOn: Day,
})
export type MemberItemDraft = z.infer<typeof MemberItemDraft>
/** A new one. */
export const newMemberItem: MemberItemDraft = {
  title: '',
  productId: '',
  planId: '',
  status: 'active',
  price: '',
  startsOn: '',
  endsOn: '',
}

/** One item of a member of a tenant. */
export const OneMemberItem = z.object({ tenantId: Id, itemId: Id })

/** The day on which an item ends; today unless given. */
export const ItemEnd = z.object({ endsOn: Day.optional() })

/** What staff has done to a member, and when. */
export const MemberEvent = z.object({
  entryId: z.int(),
  at: z.string(),
  /** The name at that time. */
  by: z.string(),
  /** The call, such as `disable`. */
  verb: z.string(),
  changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type MemberEvent = z.infer<typeof MemberEvent>
