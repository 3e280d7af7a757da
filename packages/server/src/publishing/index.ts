import { checkPublishing, en, type Issue, KinoraError, type PublishingChange } from '@kinora/core'
import { count, inArray } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { authorOf, behalfOf, newTag, stampNew } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { clubOnlyAmong, tenantNames } from './preview.ts'
import { insertJob, listItems } from './rows.ts'
import { enqueueJob, runPublishing } from './run.ts'
import type { StoredItem, StoredJob } from './tables.ts'

export { arriving, leaving } from './preview.ts'

/** Titles times tenants: a job of at most so many is done before the call is answered. */
const SMALL = 2000

/** The names of the fields that a call has its tenants and its channels in. */
export interface Paths {
  tenants: string
  channels: string
}

/** CHAN-13: every tenant and every channel is there, and nothing goes both ways; a deleted tenant (C-98) gets nothing more. */
export async function checkTargets(
  db: Database,
  changes: readonly PublishingChange[],
  paths: Paths,
): Promise<Issue[]> {
  const issues = checkPublishing(changes).map(issue => ({ ...issue, path: paths.channels }))
  const [known, notDeleted] = [
    await tenantNames(db, changes),
    await tenantNames(db, changes, { notDeleted: true }),
  ]
  const tags = [...new Set(changes.flatMap(({ publish, unpublish }) => [...publish, ...unpublish]))]
  const found =
    tags.length === 0
      ? []
      : await db
          .select({ tag: channelsTable.tag })
          .from(channelsTable)
          .where(inArray(channelsTable.tag, tags))
  const channels = new Set(found.map(({ tag }) => tag))
  return [
    ...issues,
    ...changes
      .flatMap(({ tenantId, publish }) => {
        const among = publish.length > 0 ? notDeleted : known
        return tenantId !== null && !among.has(tenantId) ? [tenantId] : []
      })
      .map(id => unknownReference(paths.tenants, 'Tenant', id)),
    ...tags.filter(tag => !channels.has(tag)).map(id => unknownReference(paths.channels, 'Channel', id)),
  ]
}

/** CHAN-14, C-102, C-129: the whole call is refused where a channel to be published is club only, naming each. */
export async function assertNotClubOnly(
  db: Database,
  changes: readonly PublishingChange[],
  path: string,
): Promise<void> {
  const found = await clubOnlyAmong(db, changes)
  if (found.length === 0) return
  const names = found.map(({ name }) => name).join(', ')
  throw new KinoraError('clubOnly', {
    detail: en['error.601'],
    issues: [{ path, code: 'publishing.clubOnly', params: { names } }],
  })
}

/** Makes a job in the transaction of what it belongs to; `startJob` begins it. */
export function addJob(
  tx: Database,
  context: Context,
  changes: readonly PublishingChange[],
): Promise<StoredJob> {
  const { client, displayName, userId, now } = authorOf(context)
  const behalf = behalfOf(context.caller)
  const row = { jobId: newTag(), status: 'Running' as const, client, displayName, behalf }
  return insertJob(tx, { ...row, ...stampNew(now, userId), createdBy: userId }, changes)
}

/** Does a small job at once and queues a large one. A crash before it is queued is made up for at the next start. */
export async function startJob(context: Context, job: StoredJob): Promise<void> {
  const { deps } = context
  const { jobId } = job
  if ((await sizeOf(deps.db, await listItems(deps.db, jobId))) > SMALL) return enqueueJob(deps, jobId)
  // What was begun is finished, whether the caller waits or not.
  const { signal } = new AbortController()
  await runPublishing(deps, { jobId, signal }).catch(async (err: unknown) => {
    deps.log.warn({ err, publishing: jobId }, 'publishing goes on in the background')
    await enqueueJob(deps, jobId)
  })
}

async function sizeOf(db: Database, items: readonly StoredItem[]): Promise<number> {
  const tags = [...new Set(items.flatMap(({ publish, unpublish }) => [...publish, ...unpublish]))]
  if (tags.length === 0) return 0
  const rows = await db
    .select({ tag: titlesTable.channelId, total: count() })
    .from(titlesTable)
    .where(inArray(titlesTable.channelId, tags))
    .groupBy(titlesTable.channelId)
  const totals = new Map(rows.map(({ tag, total }) => [tag, total]))
  return items.reduce(
    (sum, { publish, unpublish }) =>
      [...publish, ...unpublish].reduce((all, tag) => all + (totals.get(tag) ?? 0), sum),
    0,
  )
}
