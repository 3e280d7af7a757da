import type { SubscriptionFailure, subscriptions } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { askStripe } from '../tenant-settings/index.ts'
import { listSubscriptions, subscriptionRows } from './rows.ts'
import { insertSubscription, removeSubscription, updateSubscription } from './writes.ts'

/** SUBS: packages of the tenant that is acted for. */
export const subscriptionHandlers: Handlers<typeof subscriptions> = {
  list: (search, { scope, deps }) => listSubscriptions(scope, deps.db, search),

  /** SUBS-06 */
  async view({ subsPackageId }, { scope, deps }) {
    return { data: [await subscriptionRows.read(scope, deps.db, subsPackageId)] }
  },

  async create({ tenantId: _, isActive = false, ...draft }, context) {
    return { subsPackageId: await insertSubscription({ ...draft, isActive }, context) }
  },

  update: ({ tenantId: _, subsPackageId: id, version, ...set }, context) =>
    updateSubscription({ id, version, set }, context),

  /** API-121 */
  async remove({ ids }, context) {
    const failed: SubscriptionFailure[] = []
    for (const id of new Set(ids)) {
      const failure = await removeSubscription(id, context)
      if (failure !== undefined) failed.push(failure)
    }
    return { failed }
  },

  /** C-114, C-135 */
  async checkPrice({ pricingTableId: id }, { scope, deps }) {
    return (await askStripe(deps, { tenantId: scope.tenantId, id })) ?? { outcome: 'noKey' }
  },
}
