import {
  assertNoIssues,
  type PublishingChange,
  type PublishingJob,
  type publishing,
  toWireDate,
} from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { channelRows } from '../stored-channels/index.ts'
import { addJob, assertNotClubOnly, checkTargets, type Paths, startJob } from './index.ts'
import { listTitles, previewEffects, tenantNames, unpublishHooks } from './preview.ts'
import { listItems, readJob } from './rows.ts'

export const publishingHandlers: Handlers<typeof publishing> = {
  /** API-78: a tenant that stands in neither list keeps what it has. */
  async setChannel({ tag, tenantIdsToPublish = [], tenantIdsToUnPublish = [] }, context) {
    await channelRows.assertOwned(context.scope, context.deps.db, tag)
    const both = new Set(tenantIdsToPublish.filter(id => tenantIdsToUnPublish.includes(id)))
    const ids = [...new Set([...tenantIdsToPublish, ...tenantIdsToUnPublish])]
    const changes = ids.map(tenantId => ({
      tenantId,
      publish: tenantIdsToPublish.includes(tenantId) ? [tag] : [],
      unpublish: tenantIdsToUnPublish.includes(tenantId) ? [tag] : [],
    }))
    const paths = { tenants: tenantIdsToPublish.length > 0 ? 'tenantIdsToPublish' : 'tenantIdsToUnPublish' }
    assertNoIssues(
      [...both].map(id => ({ path: paths.tenants, code: 'publishing.bothWays', params: { id } }) as const),
    )
    return publish(context, changes, { ...paths, channels: 'tag' })
  },

  /** API-66, API-79 */
  async setTenant({ tenantId, channelIdsToPublish = [], channelIdsToUnPublish = [] }, context) {
    const change = {
      tenantId,
      publish: [...new Set(channelIdsToPublish)],
      unpublish: [...new Set(channelIdsToUnPublish)],
    }
    if (!(await tenantNames(context.deps.db, [change])).has(tenantId)) throw notFound()
    const channels = change.publish.length > 0 ? 'channelIdsToPublish' : 'channelIdsToUnPublish'
    return publish(context, [change], { tenants: 'tenantId', channels })
  },

  /** 28.3: channels and tenants at once, as they were ticked in the matrix. */
  async setMany({ changes }, context) {
    const unique = changes.map(({ tenantId, publish, unpublish }) => ({
      tenantId,
      publish: [...new Set(publish)],
      unpublish: [...new Set(unpublish)],
    }))
    return publish(context, unique, { tenants: 'changes', channels: 'changes' })
  },

  async preview({ changes }, { deps: { db } }) {
    assertNoIssues(await checkTargets(db, changes, { tenants: 'changes', channels: 'changes' }))
    return previewEffects(db, changes, unpublishHooks)
  },

  async titles({ page, take, tenantId, publish, unpublish }, { deps: { db } }) {
    return listTitles(db, { page, take, tenantId, publish, unpublish })
  },

  view: async ({ jobId }, context) => toJob(context, jobId),
}

async function publish(context: Context, changes: readonly PublishingChange[], paths: Paths) {
  const { db } = context.deps
  const path = paths.channels === 'tag' ? paths.tenants : paths.channels
  const job = await db.transaction(async tx => {
    assertNoIssues(await checkTargets(tx, changes, paths))
    await assertNotClubOnly(tx, changes, path)
    return addJob(tx, context, changes)
  })
  await startJob(context, job)
  return { status: 200, job: await toJob(context, job.jobId) }
}

async function toJob({ deps: { db }, caller }: Context, jobId: string): Promise<PublishingJob> {
  const job = await readJob(db, jobId)
  const items = await listItems(db, jobId)
  const names = await tenantNames(db, items)
  const counted = (outcome: 'done' | 'refused') => items.filter(item => item.outcome === outcome).length
  return {
    jobId,
    status: job.status,
    problem: job.problem,
    counts: { total: items.length, done: counted('done'), refused: counted('refused') },
    results: items.map(({ tenantId, publish, unpublish, arriving, leaving, leaves, outcome, problem }) => ({
      tenantId,
      tenantName: names.get(tenantId ?? '') ?? '',
      publish: publish.length,
      unpublish: unpublish.length,
      arriving,
      leaving,
      with: leaves,
      outcome,
      problem,
    })),
    by: job.displayName,
    isMine: job.createdBy === caller.userId,
    createdDate: toWireDate(job.createdAt),
    endedDate: job.endedAt && toWireDate(job.endedAt),
  }
}
