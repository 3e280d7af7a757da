import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { isBlank, limits } from '../kernel/field-rules.ts'
import {
  ActiveState,
  Id,
  LimitedText,
  OneOrMore,
  onOneLine,
  RequiredText,
  Version,
} from '../kernel/fields.ts'
import { checkWith } from '../kernel/issues.ts'
import { Direction, PageInput } from '../kernel/pages.ts'
import type { MessageKey } from '../messages/en.ts'
import { isStripeId } from '../stripe/schema.ts'

/** SUBS-02, CONST-25: everything of the site, or a choice of it. */
export const SubscriptionType = z.enum(['allinone', 'bundle'])
export type SubscriptionType = z.infer<typeof SubscriptionType>

/** SUBS-08: lengths in characters. */
export const subscriptionLimits = {
  title: limits.title,
  description: limits.description,
  collections: limits.list,
} as const

const noCover = 'required.cover' satisfies MessageKey

/** What a person sets on a package (B-17, SUBS-03); a form begins without a cover. */
export const SubscriptionDraft = z.object({
  title: RequiredText('required.title', subscriptionLimits.title).superRefine(onOneLine),
  description: RequiredText('required.description', subscriptionLimits.description),
  subscriptionType: SubscriptionType,
  /** SUBS-04: the address of a stored picture. */
  imageLink: z
    .string(noCover)
    .max(limits.url, 'validation.tooLong' satisfies MessageKey)
    .nullable()
    .refine(link => !isBlank(link), noCover),
  collectionTags: z
    .array(Id.min(1))
    .min(1)
    .max(subscriptionLimits.collections, 'validation.maxOptions' satisfies MessageKey),
  /** C-37, C-114: the id of a price of Stripe’s; only its form is checked here. */
  pricingTableId: RequiredText().refine(
    id => isBlank(id) || isStripeId(id),
    'web.stripeId' satisfies MessageKey,
  ),
  isActive: z.boolean(),
})
export type SubscriptionDraft = z.infer<typeof SubscriptionDraft>
/** A new one. */
export const newSubscription: SubscriptionDraft = {
  title: '',
  description: '',
  subscriptionType: 'allinone',
  imageLink: null,
  collectionTags: [],
  pricingTableId: '',
  isActive: false,
}

/** A subscription package, as the API answers it (SUBS-01, B-17; what stands after the tenant is †). */
export const Subscription = z.object({
  subsPackageId: z.string(),
  ...SubscriptionDraft.shape,
  title: z.string(),
  imageLink: z.string(),
  /** SESS-19: Saved is one that was never active. */
  status: ActiveState,
  paymentKind: z.literal('stripe'),
  tenantId: z.string(),
  createdDate: z.string(),
  version: Version,
})
export type Subscription = z.infer<typeof Subscription>

export const SubscriptionSort = z.enum(['title', 'createdDate'])

/** Part of a title or a description, states, types. */
export const SubscriptionSearch = PageInput.extend({
  query: LimitedText().optional(),
  status: OneOrMore(ActiveState),
  subscriptionType: OneOrMore(SubscriptionType),
  sort: SubscriptionSort.default('title'),
  dir: Direction.default('asc'),
})

/** SUBS-07: one that stayed, and why, in words for a person. */
export const SubscriptionFailure = z.object({
  id: z.string(),
  reason: z.string(),
  /** †: the error as a number, as 404. */
  status: z.int(),
})
export type SubscriptionFailure = z.infer<typeof SubscriptionFailure>

/** SUBS-03, SUBS-08, C-114: what is wrong with the fields that are there, the first of each. */
export function checkSubscription(draft: Partial<SubscriptionDraft>): Issue[] {
  const seen = new Set<string>()
  return checkWith(SubscriptionDraft.partial(), draft).filter(({ path }) => {
    const field = path.split('.')[0]!
    return !seen.has(field) && seen.add(field)
  })
}

/** SUBS-07: what became of each that was to be deleted: the answer names those alone that stayed. */
export const toRemovals = (
  ids: readonly string[],
  failed: readonly SubscriptionFailure[],
): { id: string; failure: SubscriptionFailure | undefined }[] => {
  const failures = new Map(failed.map(each => [each.id, each]))
  return [...new Set(ids)].map(id => ({ id, failure: failures.get(id) }))
}
