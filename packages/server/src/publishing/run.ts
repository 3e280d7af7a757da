import { createMessages, en, isKinoraError, Role, TitleStatus } from '@kinora/core'
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { type Author, recordWrites, stamp } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { systemScope } from '../kernel/scope.ts'
import { type Database, isDeadlock, isDiskFull, isUnreachable } from '../ports/db.ts'
import { findCaller } from '../session/index.ts'
import { channelsTable, channelTenantsTable as ct } from '../stored-channels/tables.ts'
import { moveTitle, recordTitle, titleColumns } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'
import {
  arriving,
  leaving,
  runUnpublishHooks,
  sumLosses,
  tagsOf,
  type UnpublishHook,
  unpublishHooks,
} from './preview.ts'
import { endJob, lockRunningJob, nextItem, readJob, runningJobs, saveItem } from './rows.ts'
import type { StoredItem, StoredJob } from './tables.ts'

/** One after the other, as each locks channels that the next may need; a job lives for a day. */
const options = { concurrency: 1, retryLimit: 4, expireSeconds: 86_000 }

/** Starts the work on publishing, beginning with what an earlier process left. */
export async function startPublishingJobs(deps: Deps): Promise<void> {
  await deps.jobs.work<QueuedJob>(queue, options, async ({ jobId }, { lastAttempt, signal }) => {
    try {
      await runPublishing(deps, { jobId, signal })
    } catch (error) {
      if (signal.aborted || !lastAttempt) throw error
      deps.log.warn({ err: error, publishing: jobId }, 'publishing given up')
      const ending = { jobId, event: 'giveUp', now: deps.clock.now() } as const
      await endJob(deps.db, { ...ending, problem: en['publishing.gaveUp'] })
    }
  })
  for (const { jobId } of await runningJobs(deps.db)) await enqueueJob(deps, jobId)
}

const messages = createMessages(en)

interface Run {
  jobId: string
  signal: AbortSignal
  hooks?: readonly UnpublishHook[]
}

type Step = 'more' | 'finish' | 'giveUp'

/**
 * Works through the tenants of a job, from where an earlier process came to. A tenant is one transaction with its entries and
 * its result in it; where it has many titles, one for each part of them, with what it came to (decision 0059). Whatever ends
 * the process, no title is left out and none is done twice.
 */
export async function runPublishing(
  deps: Deps,
  { jobId, signal, hooks = unpublishHooks }: Run,
): Promise<void> {
  const job = await readJob(deps.db, jobId)
  for (;;) {
    signal.throwIfAborted()
    // Who may publish is asked again with each tenant; one that was begun is brought to its end.
    const isAllowed = await mayPublish(deps, job)
    const step = await takeNext(deps, job, { isAllowed, hooks })
    if (step !== 'more') return end(deps, jobId, step)
    await yieldToEventLoop()
  }
}

/** Milliseconds in which others are served between two parts: a call asks the embedded database several things, one by one. */
const YIELD_DELAY = 20
const yieldToEventLoop = () => new Promise(resolve => setTimeout(resolve, YIELD_DELAY))

const end = (deps: Deps, jobId: string, event: 'finish' | 'giveUp'): Promise<void> =>
  endJob(deps.db, {
    jobId,
    event,
    now: deps.clock.now(),
    problem: event === 'giveUp' ? en['publishing.accountGone'] : '',
  })

async function mayPublish(deps: Deps, job: StoredJob): Promise<boolean> {
  const caller = await findCaller(deps, job.createdBy)
  return caller?.role === Role.Admin || caller?.role === Role.Support
}

/** One tenant, or a part of it. */
async function takeNext(
  deps: Deps,
  { jobId, createdBy, displayName, client, behalf }: StoredJob,
  { isAllowed, hooks }: { isAllowed: boolean; hooks: readonly UnpublishHook[] },
): Promise<Step> {
  const { key, external } = behalf ?? {}
  const by = { userId: createdBy, displayName, client, now: deps.clock.now(), key, external }
  const attempt = deps.db.transaction(async (tx): Promise<Step> => {
    if ((await lockRunningJob(tx, jobId)) === undefined) return 'finish'
    const item = await nextItem(tx, jobId)
    if (item === undefined) return 'finish'
    if (!isAllowed && item.arriving + item.leaving === 0) return 'giveUp'
    const result = await tx
      .transaction(inner => act(inner, item, { by, hooks }))
      .catch((error: unknown) => toRefusal(deps, jobId, error))
    await saveItem(tx, item, result)
    return 'more'
  })
  return attempt.catch((error: unknown) => {
    if (isDeadlock(error)) return 'more'
    throw error
  })
}

function act(tx: Database, item: StoredItem, how: Act): Promise<ItemUpdate> {
  const { tenantId } = item
  return tenantId === null
    ? unpublishEverywhere(tx, item, how)
    : publishToTenant(tx, { ...item, tenantId }, how)
}

/** A tenant that is refused never stops the others; a database that is away or full does. */
function toRefusal({ log }: Deps, jobId: string, error: unknown): Partial<StoredItem> {
  if (isDeadlock(error) || isUnreachable(error) || isDiskFull(error)) throw error
  if (!isKinoraError(error)) log.error({ err: error, publishing: jobId }, 'publishing to a tenant')
  return { outcome: 'refused', problem: messages.error(error) }
}

interface Act {
  by: Author
  hooks: readonly UnpublishHook[]
}
/** What is to be recorded of an item after a part of it. */
type ItemUpdate = Pick<StoredItem, 'arriving' | 'leaving' | 'leaves' | 'reached' | 'outcome'>
type Moved = Pick<StoredItem, 'arriving' | 'leaving' | 'leaves'>

/** Titles of one transaction. On the embedded database everybody else waits for it (decision 0059). */
export const BATCH_SIZE = 100

/**
 * CHAN-12, C-103: one part of what a tenant gets and loses: what goes with the titles, then the titles, which stay Published.
 * The channels change with the last part, so that one that was stopped half-way can be published anew. A channel is held
 * first: a title that is published meanwhile sees it before or after, never between.
 */
async function publishToTenant(
  tx: Database,
  item: StoredItem & { tenantId: string },
  { by, hooks }: Act,
): Promise<ItemUpdate> {
  const { tenantId, publish, unpublish } = item
  if (publish.length > 0) await assertNotDeleted(tx, tenantId)
  const before = await lockChannels(tx, [...publish, ...unpublish])
  const part = await lockNextBatch(tx, item)
  const [leaves, arrives] = [and(leaving(item), part.only), and(arriving(item), part.only)]
  const titles = { tenantId, tags: tagsOf(leaves) }
  const gone = unpublish.length === 0 ? [] : await runUnpublishHooks(hooks, hook => hook.remove(tx, titles))
  const left = await tx
    .update(t)
    .set({ tenants: sql`array_remove(${t.tenants}, ${tenantId})` })
    .where(leaves)
    .returning({ tag: t.tag })
  const arrived = await tx
    .update(t)
    .set({ tenants: sql`array_append(${t.tenants}, ${tenantId})` })
    .where(arrives)
    .returning({ tag: t.tag })
  if (part.isLast) {
    await moveChannels(tx, item)
    await recordChannels(tx, by, { before, after: await lockChannels(tx, [...publish, ...unpublish]) })
  }
  return toItemUpdate(item, part, { arriving: arrived.length, leaving: left.length, leaves: gone })
}

/** C-98: one that was deleted since the job was made gets nothing more. Row-locked, so that nobody deletes it in between. */
async function assertNotDeleted(tx: Database, tenantId: string): Promise<void> {
  const { name, deletedAt } = tenantsTable
  const [tenant] = await tx
    .select({ name, deletedAt })
    .from(tenantsTable)
    .where(eq(tenantsTable.tenantId, tenantId))
    .for('key share')
  if (tenant === undefined || tenant.deletedAt !== null)
    throw refused('publishing.tenantDeleted', { name: tenant?.name ?? tenantId })
}

/** C-103: one part of the titles of channels that are switched off: Published becomes Unpublished, and all of them leave everywhere. */
async function unpublishEverywhere(tx: Database, item: StoredItem, { by, hooks }: Act): Promise<ItemUpdate> {
  await lockChannels(tx, item.unpublish)
  const part = await lockNextBatch(tx, item)
  const titles = { tenantId: null, tags: tagsOf(and(leaving(item), part.only)) }
  const leaves = await runUnpublishHooks(hooks, hook => hook.remove(tx, titles))
  const shown = await tx
    .select(titleColumns)
    .from(t)
    .where(and(leaving(item), part.only))
    .orderBy(asc(t.tag))
  const set = { tenants: [], ...stamp(by.now, by.userId) }
  for (const before of shown) {
    const { tag, status } = before
    if (status !== TitleStatus.Published) await tx.update(t).set({ tenants: [] }).where(eq(t.tag, tag))
    else {
      const after = await moveTitle(systemScope, tx, { tag, event: 'unpublish', now: by.now, set })
      await recordTitle(tx, by, { before, after: after!, verb: 'unpublish' })
    }
  }
  return toItemUpdate(item, part, { arriving: 0, leaving: shown.length, leaves })
}

interface Part {
  only: SQL
  /** The last of its titles; null where the next part looks from the beginning. */
  reached: string | null
  isLast: boolean
}

/**
 * The next titles, in the order in which everybody locks several. Where none is left behind those of the part before, they
 * are looked for once more from the beginning: a title may have been published there meanwhile.
 */
async function lockNextBatch(tx: Database, item: StoredItem): Promise<Part> {
  const rest = item.reached === null ? undefined : gt(t.tag, item.reached)
  const held = await tx
    .select({ tag: t.tag })
    .from(t)
    .where(and(or(leaving(item), arriving(item)), rest))
    .orderBy(asc(t.tag))
    .limit(BATCH_SIZE)
    .for('update')
  const tags = held.map(({ tag }) => tag)
  const isEnd = tags.length < BATCH_SIZE
  return {
    only: sql`${t.tag} = ANY(${sql.param(tags)}::text[])`,
    reached: isEnd ? null : tags.at(-1)!,
    isLast: isEnd && item.reached === null,
  }
}

function toItemUpdate(item: StoredItem, { reached, isLast }: Part, moved: Moved): ItemUpdate {
  return {
    arriving: item.arriving + moved.arriving,
    leaving: item.leaving + moved.leaving,
    leaves: sumLosses([...item.leaves, ...moved.leaves]),
    reached,
    outcome: isLast ? 'done' : 'waiting',
  }
}

async function moveChannels(
  tx: Database,
  { tenantId, publish, unpublish }: StoredItem & { tenantId: string },
): Promise<void> {
  if (unpublish.length > 0)
    await tx.delete(ct).where(and(eq(ct.tenantId, tenantId), inArray(ct.channelTag, unpublish)))
  if (publish.length > 0)
    await tx
      .insert(ct)
      .values(publish.map(channelTag => ({ channelTag, tenantId })))
      .onConflictDoNothing()
}

interface LockedChannel {
  tag: string
  displayName: string
  version: number
  providerTag: string
  tenants: string[]
}

/** The channels with their tenants, row-locked until the transaction ends; titles may still be given to them. */
async function lockChannels(tx: Database, tags: readonly string[]): Promise<LockedChannel[]> {
  if (tags.length === 0) return []
  const { tag, displayName, version, providerTag } = channelsTable
  const wanted = inArray(tag, [...tags])
  const rows = await tx
    .select({ tag, displayName, version, providerTag })
    .from(channelsTable)
    .where(wanted)
    .orderBy(asc(tag))
    .for('no key update')
  const given = await tx
    .select()
    .from(ct)
    .where(inArray(ct.channelTag, [...tags]))
    .orderBy(asc(ct.tenantId))
  return rows.map(row => ({
    ...row,
    tenants: given.filter(({ channelTag }) => channelTag === row.tag).map(({ tenantId }) => tenantId),
  }))
}

/** An entry for each channel whose tenants are others now. */
function recordChannels(
  tx: Database,
  by: Author,
  { before, after }: { before: readonly LockedChannel[]; after: readonly LockedChannel[] },
): Promise<void> {
  const writes = after.flatMap(row => {
    const had = before.find(({ tag }) => tag === row.tag)!.tenants
    if (had.join() === row.tenants.join()) return []
    const verb = had.length < row.tenants.length ? 'publish' : 'unpublish'
    const changes = [{ path: 'tenants', before: had, after: row.tenants }]
    const { tag: id, displayName: name, version, providerTag: providerId } = row
    return [{ noun: 'channels', id, name, version, owner: { providerId }, verb, changes }]
  })
  return recordWrites(tx, by, writes)
}

const queue = 'publishing.run'

/** What is queued: the job itself is in its table. */
interface QueuedJob {
  jobId: string
}

/** Queues a job; one that is queued already isn’t queued again. */
export async function enqueueJob({ jobs }: Pick<Deps, 'jobs'>, jobId: string): Promise<void> {
  await jobs.enqueue<QueuedJob>(queue, { jobId }, { key: jobId })
}
