import { type members, toDay, toPage } from '@kinora/core'
import { toCsvFile } from '../kernel/csv-file.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { tenantScope } from '../kernel/tenant-scope.ts'
import { eraseMember } from './erase.ts'
import { toExport } from './export.ts'
import { eachMember, listMembers, readMember, readMetadata } from './rows.ts'

/** USER-07 to USER-10, API-144 to API-147. */
export const memberHandlers: Handlers<typeof members> = {
  async list({ tenantId, ...input }, context) {
    const found = await listMembers(tenantScope(tenantId, context), context.deps.db, input)
    return toPage(found.members, found.total, input)
  },

  export({ tenantId, ...filter }, context) {
    const { db, clock } = context.deps
    const portions = eachMember(tenantScope(tenantId, context), db, filter)
    return toCsvFile(toExport(portions), `User_Report_Export_${toDay(clock.now())}.csv`)
  },

  metadata: ({ tenantId }, context) => readMetadata(tenantScope(tenantId, context), context.deps.db),

  async subscriptions({ tenantId, userId }, context) {
    const member = await readMember(tenantScope(tenantId, context), context.deps.db, userId)
    return member.subscriptionItems
  },

  fetch: ({ tenantId, userId }, context) =>
    readMember(tenantScope(tenantId, context), context.deps.db, userId),

  async erase({ tenantId, userId }, context) {
    const scope = tenantScope(tenantId, context)
    const by = authorOf(context)
    await context.deps.db.transaction(tx => eraseMember(scope, tx, { userId, by }))
    return { status: 200 }
  },
}
