import * as z from 'zod'
import { Id } from '../kernel/fields.ts'
import { LockedContent } from '../tenant-settings/schema.ts'
import { ChannelKindName } from '../tenants/schema.ts'

/** LIVE-08: what a member's site asks before it plays a title, in this order, and what each question may find. */
export const entitlementFindings = {
  site: ['siteOpen', 'siteGone'],
  member: ['memberOn', 'memberOff'],
  published: ['published', 'notPublished'],
  channel: ['onThisSite', 'notOnThisSite'],
  product: ['everyProduct', 'someProducts', 'thisProduct', 'otherProduct'],
  dates: ['on', 'off', 'notYet', 'over'],
  package: ['free', 'opened', 'locked'],
  terms: ['noTerms', 'notTold', 'consented', 'outdated'],
} as const
export type EntitlementRule = keyof typeof entitlementFindings
export type EntitlementFinding = (typeof entitlementFindings)[EntitlementRule][number]

const rules = Object.keys(entitlementFindings) as [EntitlementRule, ...EntitlementRule[]]
const findings = Object.values(entitlementFindings).flat() as [EntitlementFinding, ...EntitlementFinding[]]

export const EntitlementReason = z.object({
  rule: z.enum(rules),
  isMet: z.boolean(),
  finding: z.enum(findings),
  /** The packages that lock the title, the items of the member that open one, or the products in which its channel appears. */
  names: z.array(z.string()),
})
export type EntitlementReason = z.infer<typeof EntitlementReason>

/** LIVE-08: whether a member may see a title on a site now, and every reason for and against. */
export const Entitlement = z.object({
  isAllowed: z.boolean(),
  reasons: z.array(EntitlementReason),
  /** What the site does where the title is locked (TENANT-19); null where nobody has said so. */
  lockedContentBehaviour: LockedContent.nullable(),
})
export type Entitlement = z.infer<typeof Entitlement>

/** A member of a tenant and a title of its site. */
export const EntitlementQuestion = z.object({
  tenantId: Id,
  userId: Id.min(1, 'validation.required'),
  titleTag: Id.min(1, 'validation.required'),
  /** C-141: the product of the site that is asked for; any unless it is given. */
  product: ChannelKindName.optional(),
})
