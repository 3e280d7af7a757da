import { foldName } from '../kernel/fold.ts'
import type { MemberSubscription } from '../members/schema.ts'
import type { Subscription } from '../subscriptions/schema.ts'
import { type ChannelKind, channelKinds, productOf } from '../tenants/schema.ts'
import { appearsIn, dateStateAt, type SiteDates, type SiteMoment } from '../titles/on-site.ts'
import type { Title } from '../titles/schema.ts'
import { TitleStatus } from '../titles/status.ts'
import type { EntitlementFinding, EntitlementReason, EntitlementRule } from './schema.ts'

const DAY = 86_400_000
/** Days for which Stripe and Apple try to tell that a subscription goes on; as long its end may be old news. */
const RENEWAL_GRACE_DAYS = 3
const renewing: readonly string[] = ['stripe', 'apple']

type Item = Pick<
  MemberSubscription,
  'title' | 'productId' | 'planId' | 'status' | 'source' | 'startDate' | 'endDate'
>

/** A package that is active, and whether one of its active collections has the title. */
export interface ActivePackage
  extends Pick<Subscription, 'subsPackageId' | 'title' | 'subscriptionType' | 'pricingTableId'> {
  hasTitle: boolean
}

export interface EntitlementFacts {
  site: { tenantId: string; isDeleted: boolean; product?: ChannelKind | undefined }
  title: SiteDates &
    Pick<Title, 'status' | 'isDelete' | 'tenants'> & { kinds?: readonly ChannelKind[] | undefined }
  moment: SiteMoment
  /** Undefined where the site names nobody, or a member that nobody has brought here: then who may see what is its own business. */
  member?: { isDisabled: boolean; items: readonly Item[]; termsVersion: number | null } | undefined
  packages: readonly ActivePackage[]
  /** The newest version of the tenant's terms. */
  newestTerms: number | null
}

/** LIVE-08: every reason for and against, in the order in which they are asked. All of them must be met. */
export function explainEntitlement(facts: EntitlementFacts): EntitlementReason[] {
  const { site, title, member, moment } = facts
  const isPublished = !title.isDelete && title.status === TitleStatus.Published
  const state = dateStateAt(title, moment)
  const isHere = title.tenants.includes(site.tenantId)
  return [
    reason('site', site.isDeleted ? 'siteGone' : 'siteOpen', !site.isDeleted),
    ...(member === undefined
      ? []
      : [reason('member', member.isDisabled ? 'memberOff' : 'memberOn', !member.isDisabled)]),
    reason('published', isPublished ? 'published' : 'notPublished', isPublished),
    reason('channel', isHere ? 'onThisSite' : 'notOnThisSite', isHere),
    productReason(facts),
    reason('dates', state, state === 'on'),
    ...(member === undefined
      ? []
      : [packageReason(facts, member.items), termsReason(facts, member.termsVersion)]),
  ]
}

/** Whether nothing stands against it. */
export const isEntitled = (reasons: readonly EntitlementReason[]): boolean =>
  reasons.every(({ isMet }) => isMet)

const reason = (
  rule: EntitlementRule,
  finding: EntitlementFinding,
  isMet: boolean,
  names: readonly string[] = [],
): EntitlementReason => ({ rule, isMet, finding, names: [...names] })

/** C-141: where the channel appears in some products alone, they are named. */
function productReason({
  site: { product },
  title: { kinds = channelKinds },
}: EntitlementFacts): EntitlementReason {
  const names = kinds.map(kind => productOf[kind])
  if (names.length === channelKinds.length) return reason('product', 'everyProduct', true)
  if (product === undefined) return reason('product', 'someProducts', true, names)
  const isMet = appearsIn(kinds, product)
  return reason('product', isMet ? 'thisProduct' : 'otherProduct', isMet, names)
}

/** A title in no package is free to every member; one in a package is opened by that package or by one of everything. */
function packageReason({ packages, moment }: EntitlementFacts, items: readonly Item[]): EntitlementReason {
  const locking = packages.filter(({ hasTitle }) => hasTitle)
  if (locking.length === 0) return reason('package', 'free', true)
  const opening = packages.filter(one => one.hasTitle || one.subscriptionType === 'allinone')
  const open = items.filter(item => isOpenItem(item, moment.now) && opening.some(one => isOf(item, one)))
  if (open.length === 0)
    return reason(
      'package',
      'locked',
      false,
      locking.map(({ title }) => title),
    )
  return reason(
    'package',
    'opened',
    true,
    open.map(item => item.title || item.productId),
  )
}

/** Days of an item are UTC days, both included; one that renews itself may be told of late. */
function isOpenItem({ status, source, startDate, endDate }: Item, now: number): boolean {
  if (status !== 'active' && status !== 'trial') return false
  const grace = renewing.includes(source) ? RENEWAL_GRACE_DAYS : 0
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  return (startDate ?? '') <= day(now) && (endDate ?? '9999-12-31') >= day(now - grace * DAY)
}

/** An item is of the package whose price or id it names, or whose title it has. */
function isOf({ title, productId, planId }: Item, of: ActivePackage): boolean {
  const ids = [of.pricingTableId, of.subsPackageId]
  return [productId, planId].some(id => id && ids.includes(id)) || foldName(title) === foldName(of.title)
}

/** A site that tells who has consented to which terms is held to it; one that doesn't asks for it itself. */
function termsReason({ newestTerms }: EntitlementFacts, told: number | null): EntitlementReason {
  if (newestTerms === null) return reason('terms', 'noTerms', true)
  if (told === null) return reason('terms', 'notTold', true)
  return told < newestTerms ? reason('terms', 'outdated', false) : reason('terms', 'consented', true)
}
