import { isRemoved, type subscriptions } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { removeEach } from '../kernel/rows/removals.ts'
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
    const done = await removeEach(new Set(ids), id => removeSubscription(id, context))
    return { failed: done.filter(each => !isRemoved(each)) }
  },

  /** C-114, C-135 */
  async checkPrice({ pricingTableId: id }, { scope, deps }) {
    return (await askStripe(deps, { tenantId: scope.tenantId, id })) ?? { outcome: 'noKey' }
  },
}
