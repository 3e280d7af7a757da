import * as z from 'zod'
import { Role } from '../access.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id, KnownVersion, OfTenant } from '../kernel/fields.ts'
import { Paged } from '../kernel/pages.ts'
import { PackagePrice } from '../stripe/schema.ts'
import { Subscription, SubscriptionDraft, SubscriptionFailure, SubscriptionSearch } from './schema.ts'

/** F-2 */
const { del, post, put } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })
const byId = OfTenant.extend({ subsPackageId: Id })
const { isActive, ...required } = SubscriptionDraft.shape

/** Subscription packages of a tenant’s site (SUBS). */
export const subscriptions = noun('subscriptions', {
  list: post('/v4/portal/subscription/list', {
    summary: 'The tenant’s subscription packages (API-119)',
    input: OfTenant.extend(SubscriptionSearch.shape),
    output: Paged(Subscription),
  }),
  view: post('/v4/portal/subscription/details', {
    summary: 'One subscription package, the only row of data (API-119, SUBS-06)',
    input: byId,
    output: z.object({ data: z.array(Subscription) }),
  }),
  create: post('/v4/portal/subscription/add', {
    summary: 'Adds a subscription package and answers with its id (API-118, SUBS-05)',
    input: OfTenant.extend({ ...required, isActive: isActive.optional() }),
    output: z.object({ subsPackageId: z.string() }),
    status: 201,
  }),
  update: put('/v4/portal/subscription/update', {
    summary: 'Changes a subscription package; what is left out stays (API-120)',
    input: byId.extend(SubscriptionDraft.partial().shape).extend(KnownVersion.shape),
    output: Subscription,
  }),
  remove: del('/v4/portal/subscription', {
    summary: 'Deletes subscription packages, each on its own; those that stayed are told with why (API-121)',
    input: OfTenant.extend({ ids: z.array(Id.min(1)).min(1).max(limits.filter) }),
    query: ['tenantId'],
    body: 'ids',
    output: z.object({ failed: z.array(SubscriptionFailure) }),
  }),
  checkPrice: post('/v4/portal/subscription/stripe', {
    summary: 'Asks Stripe about a price id with the tenant’s secret key (†, C-114)',
    input: OfTenant.extend({ pricingTableId: z.string().min(1).max(limits.text) }),
    output: PackagePrice,
  }),
})
