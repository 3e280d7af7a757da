import * as z from 'zod'
import { Role } from '../access.ts'
import { del, noun, post, put } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id, KnownVersion } from '../kernel/fields.ts'
import { Paged } from '../kernel/pages.ts'
import { PackagePrice } from '../stripe/schema.ts'
import { Subscription, SubscriptionDraft, SubscriptionFailure, SubscriptionSearch } from './schema.ts'

/** F-2 */
const access = { allow: [Role.Tenant, Role.Support], scope: 'tenant' } as const
const ofTenant = z.object({ tenantId: Id })
const byId = ofTenant.extend({ subsPackageId: Id })
const { isActive, ...required } = SubscriptionDraft.shape

/** Subscription packages of a tenant’s site (SUBS). */
export const subscriptions = noun('subscriptions', {
  list: post('/v4/portal/subscription/list', {
    summary: 'The tenant’s subscription packages (API-119)',
    input: ofTenant.extend(SubscriptionSearch.shape),
    output: Paged(Subscription),
    ...access,
  }),
  view: post('/v4/portal/subscription/details', {
    summary: 'One subscription package, the only row of data (API-119, SUBS-06)',
    input: byId,
    output: z.object({ data: z.array(Subscription) }),
    ...access,
  }),
  create: post('/v4/portal/subscription/add', {
    summary: 'Adds a subscription package and answers with its id (API-118, SUBS-05)',
    input: ofTenant.extend({ ...required, isActive: isActive.optional() }),
    output: z.object({ subsPackageId: z.string() }),
    ...access,
    status: 201,
  }),
  update: put('/v4/portal/subscription/update', {
    summary: 'Changes a subscription package; what is left out stays (API-120)',
    input: byId.extend(SubscriptionDraft.partial().shape).extend(KnownVersion.shape),
    output: Subscription,
    ...access,
  }),
  remove: del('/v4/portal/subscription', {
    summary: 'Deletes subscription packages, each on its own; those that stayed are told with why (API-121)',
    input: ofTenant.extend({ ids: z.array(Id.min(1)).min(1).max(limits.filter) }),
    query: ['tenantId'],
    body: 'ids',
    output: z.object({ failed: z.array(SubscriptionFailure) }),
    ...access,
  }),
  checkPrice: post('/v4/portal/subscription/stripe', {
    summary: 'Asks Stripe about a price id with the tenant’s secret key (†, C-114)',
    input: ofTenant.extend({ pricingTableId: z.string().min(1).max(limits.text) }),
    output: PackagePrice,
    ...access,
  }),
})
