import type { deliveries } from '@kinora/core'
import { sql } from 'drizzle-orm'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf, recordWrite } from '../kernel/rows/audit.ts'
import { notFound, tenantNotChosen } from '../kernel/rows/refusals.ts'
import { countDeliveries, listDeliveries, moveDelivery } from './rows.ts'
import { enqueueDelivery } from './run.ts'

export const deliveryHandlers: Handlers<typeof deliveries> = {
  list(input, { scope, deps: { db } }) {
    if (scope.kind === 'unchosen') throw tenantNotChosen()
    return listDeliveries(scope, db, input)
  },

  /** What has failed at JW Player is made anew: it would fail the same way. */
  async retry({ titleTag, tenantId }, context) {
    const { scope, deps } = context
    if (scope.kind === 'unchosen') throw tenantNotChosen()
    const one = { titleTag, tenantId, page: 1, take: 1 }
    const [found] = (await listDeliveries(scope, deps.db, one)).data
    if (found === undefined) throw notFound()
    const by = authorOf(context)
    const isFailed = found.status === 'failed' && found.problem === 'failed'
    const set = { status: 'waiting', tries: 0, problem: null, detail: '', nextAt: by.now } as const
    await deps.db.transaction(async tx => {
      await moveDelivery(tx, one, { ...set, ...(isFailed && { sourceKey: null }) }, by.now)
      const name = sql`(SELECT class_name FROM titles WHERE tag = ${titleTag})`
      const changes = [{ path: 'status', before: found.status, after: 'waiting' }]
      const write = { noun: 'deliveries', id: titleTag, name, verb: 'retry', version: 1, changes }
      await recordWrite(tx, by, { ...write, owner: { tenantId } })
    })
    await enqueueDelivery(deps, { titleTag, tenantId })
    return (await listDeliveries(scope, deps.db, one)).data[0]!
  },

  async state(_, { deps: { db, settings, videoHost } }) {
    const isReady = settings.publicUrl !== undefined
    return { address: videoHost.address, isReady, counts: await countDeliveries(db) }
  },
}
