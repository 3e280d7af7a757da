import type { SubscriptionFailure, subscriptions } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { tenantScope } from '../kernel/scope.ts'
import { askStripe } from '../tenant-settings/index.ts'
import { listSubscriptions, subscriptionRows } from './rows.ts'
import { insertSubscription, removeSubscription, updateSubscription } from './writes.ts'

/** SUBS: packages of the tenant that is acted for. */
export const subscriptionHandlers: Handlers<typeof subscriptions> = {
  list: ({ tenantId, ...search }, context) =>
    listSubscriptions(tenantScope(tenantId, context), context.deps.db, search),

  /** SUBS-06 */
  async view({ tenantId, subsPackageId }, context) {
    const row = await subscriptionRows.read(tenantScope(tenantId, context), context.deps.db, subsPackageId)
    return { data: [row] }
  },

  async create({ tenantId, isActive = false, ...draft }, context) {
    const scope = tenantScope(tenantId, context)
    return { subsPackageId: await insertSubscription(scope, { ...draft, isActive }, context) }
  },

  update: ({ tenantId, subsPackageId: id, version, ...set }, context) =>
    updateSubscription(tenantScope(tenantId, context), { id, version, set }, context),

  /** API-121 */
  async remove({ tenantId, ids }, context) {
    const scope = tenantScope(tenantId, context)
    const failed: SubscriptionFailure[] = []
    for (const id of new Set(ids)) {
      const failure = await removeSubscription(scope, id, context)
      if (failure !== undefined) failed.push(failure)
    }
    return { failed }
  },

  /** C-114, C-135 */
  async checkPrice({ tenantId, pricingTableId: id }, context) {
    const { deps } = context
    const scope = tenantScope(tenantId, context)
    return (await askStripe(deps, { tenantId: scope.tenantId, id })) ?? { outcome: 'noKey' }
  },
}
