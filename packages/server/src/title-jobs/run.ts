import {
  isKinoraError,
  KEPT_DAYS,
  Role,
  type TitleAct,
  type TitleJobProblem,
  TitleStatus,
  toEdited,
  wasLive,
} from '@kinora/core'
import { and, asc, eq, gt, max } from 'drizzle-orm'
import { restoreTitle } from '../deleted-titles/index.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { yieldToEventLoop } from '../kernel/pieces.ts'
import { startRecurring } from '../kernel/recurring.ts'
import { type AuditEntry, auditEntriesTable as a, authorOf } from '../kernel/rows/audit.ts'
import { type Scope, scope, systemScope, withinTitles } from '../kernel/scope.ts'
import { type Database, isDeadlock, isDiskFull, isUnreachable } from '../ports/db.ts'
import { findCaller } from '../session/index.ts'
import {
  askWhenReady,
  lockTitle,
  publishTitle,
  type StoredTitle,
  takeBackWhenReady,
  toDraft,
  unpublishTitle,
} from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { readFormer } from '../title-history/index.ts'
import { saveTitle, softDeleteTitles } from '../titles/index.ts'
import { abandonUploads } from '../uploads/index.ts'
import { lockItemOf, lockNextItem, saveItem } from './items.ts'
import { type Act, toProblem } from './preview.ts'
import { endJob, lockRunningJob, readJob, removeEnded, runningJobs } from './rows.ts'
import type { StoredItem, StoredJob } from './tables.ts'

const DAY = 86_400_000

/** Two at once, so that a long one holds up nobody; it lives for a day, and heartbeats distinguish it from a dead one. */
const options = { concurrency: 2, retryLimit: 4, expireSeconds: 86_000 }

/** Starts the work on jobs of titles, beginning with what an earlier process left. */
export async function startTitleJobWorkers(deps: Deps): Promise<void> {
  await deps.jobs.work<QueuedJob>(queue, options, async ({ jobId }, { lastAttempt, signal }) => {
    try {
      await runJob(deps, { jobId, signal })
    } catch (error) {
      if (signal.aborted || !lastAttempt) throw error
      deps.log.warn({ err: error, titleJob: jobId }, 'job on titles given up')
      const ending = { jobId, event: 'giveUp', now: deps.clock.now() } as const
      await endJob(systemScope, deps.db, { ...ending, problem: [{ path: '', code: 'titleJob.gaveUp' }] })
    }
  })
  await startRecurring(deps, {
    queue: 'titleJobs.removeEnded',
    period: DAY,
    work: () => removeEndedJobs(deps),
  })
  for (const job of await runningJobs(systemScope, deps.db)) await enqueueJob(deps, job)
}

/** Removes jobs that ended long ago; what they did to titles stays in the history of those. */
export const removeEndedJobs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  removeEnded(systemScope, db, new Date(clock.now().getTime() - KEPT_DAYS * DAY))

/**
 * Works through the titles of a job, from where an earlier process came to. Each is a transaction of its own, with
 * the audit entry and the result in it: whatever ends the process, no title is acted on twice or left out.
 */
async function runJob(deps: Deps, { jobId, signal }: { jobId: string; signal: AbortSignal }): Promise<void> {
  const job = await readJob(systemScope, deps.db, jobId)
  let after = -1
  for (;;) {
    signal.throwIfAborted()
    // Who may do what is asked again with each title.
    const author = await findAuthor(deps, job, signal)
    if (author === undefined) return end(deps, jobId, 'giveUp')
    const step = await takeNext(author, { jobId, after })
    if (step.kind === 'finished') return end(deps, jobId, 'finish')
    // It has ended, and stays so, or its author has moved away from it.
    if (step.kind === 'gone') return end(deps, jobId, 'giveUp')
    if (step.kind === 'done') after = step.nth
    await yieldToEventLoop()
  }
}

/** Ends a job that still runs. */
async function end(deps: Deps, jobId: string, event: 'finish' | 'giveUp'): Promise<void> {
  const problem = event === 'giveUp' ? [{ path: '', code: 'titleJob.accountGone' }] : []
  await endJob(systemScope, deps.db, { jobId, event, now: deps.clock.now(), problem })
}

type Step = { kind: 'done'; nth: number } | { kind: 'again' | 'finished' | 'gone' }

/** One title, or that there is none left. */
async function takeNext(context: Context, { jobId, after }: { jobId: string; after: number }): Promise<Step> {
  const { scope, deps } = context
  let dropped: string | undefined
  const attempt = deps.db.transaction(async (tx): Promise<Step> => {
    const job = await lockRunningJob(scope, tx, jobId)
    if (job === undefined) return { kind: 'gone' }
    const item = await lockNextItem(tx, { jobId, after })
    if (item === undefined) return { kind: 'finished' }
    const result = await tx
      .transaction(inner => work({ ...context, deps: { ...deps, db: inner } }, job, item))
      .catch((error: unknown) => toRefusal(deps, job, error))
    await saveItem(tx, item, result)
    if (job.act === 'delete' && result.outcome === 'done') dropped = item.tag
    return { kind: 'done', nth: item.nth }
  })
  const step = await attempt.catch((error: unknown): Step => {
    if (isDeadlock(error)) return { kind: 'again' }
    throw error
  })
  if (dropped !== undefined) await abandonUploads(deps, dropped, ['video', 'trailer'])
  return step
}

type Result = Partial<StoredItem> & Pick<StoredItem, 'outcome'>

/** A title that is refused never stops the others; a database that is away or full does. */
function toRefusal({ log }: Deps, job: StoredJob, error: unknown): Result {
  if (isDeadlock(error) || isUnreachable(error) || isDiskFull(error)) throw error
  if (!isKinoraError(error)) log.error({ err: error, titleJob: job.jobId }, 'act on a title')
  return { outcome: 'refused', problem: toProblem(job.undoesAct ?? job.act, error) }
}

function work(context: Context, job: StoredJob, item: StoredItem): Promise<Result> {
  return job.act === 'undo' ? undoItem(context, job, item) : act(context, toAct(job, job.act), item)
}

const toAct = ({ edit }: StoredJob, kind: TitleAct): Act =>
  kind === 'edit' ? { kind, edit: edit ?? {} } : { kind }

async function act(context: Context, act: Act, { tag }: StoredItem): Promise<Result> {
  const { scope, deps } = context
  const { db } = deps
  const title = await lockTitle(scope, db, tag)
  const last = await lastEntryOf(db, tag)
  await actOn(context, act, title)
  const entries = await entriesAfter(db, tag, last)
  const [first] = entries
  if (first === undefined) return { outcome: 'same' }
  return { outcome: 'done', firstEntry: first.id, lastEntry: entries.at(-1)!.id }
}

/** Every act of a person leaves an entry: where there is a later one, somebody has changed the title since. */
async function undoItem(
  context: Context,
  { undoes, undoesAct }: StoredJob,
  { tag }: StoredItem,
): Promise<Result> {
  const { deps } = context
  await lockTitleRow(context, tag)
  const done = await lockItemOf(deps.db, { jobId: undoes!, tag })
  const { firstEntry, lastEntry } = done!
  const [first, ...rest] = await entriesAfter(deps.db, tag, firstEntry! - 1)
  if (first === undefined || [first, ...rest].at(-1)!.id !== lastEntry)
    return { outcome: 'changed', problem: [{ path: '', code: 'titleJob.changedSince' }] }
  const problem = await undoOn(context, { tag, act: undoesAct!, entries: [first, ...rest] })
  await saveItem(deps.db, done!, { isUndone: true })
  return { outcome: 'done', problem }
}

/** Others who change a title wait, be it deleted or not; whether it is in reach is asked by the act. */
async function lockTitleRow({ deps: { db } }: Context, tag: string): Promise<void> {
  await db.select({ tag: t.tag }).from(t).where(eq(t.tag, tag)).for('update')
}

/**
 * Does to a title what the call for one does, by the same rules; its refusals are thrown. Runs in a transaction that has locked
 * it.
 */
async function actOn(context: Context, act: Act, title: StoredTitle): Promise<void> {
  const { scope, deps } = context
  const { tag } = title
  const by = authorOf(context)
  switch (act.kind) {
    case 'publish':
      if (title.status !== TitleStatus.Published) await publishTitle(scope, deps, { tag, by })
      return
    case 'publishWhenReady':
      await askWhenReady(scope, deps, { tag, by })
      return
    case 'unpublish':
      if (title.status !== TitleStatus.Unpublished) await unpublishTitle(scope, deps, { tag, by })
      return
    case 'delete':
      await softDeleteTitles(scope, deps.db, { tags: [tag], by })
      return
    case 'edit':
      await saveTitle({ tag, ...toEdited(act.edit, toDraft(title)) }, context)
  }
}

interface Undone {
  tag: string
  act: TitleAct
  /** What the act left, the oldest first. */
  entries: readonly [AuditEntry, ...AuditEntry[]]
}

/**
 * Takes an act on a title back, by the rules that apply now; their refusals are thrown. Runs in a transaction that has locked
 * the title, to which nothing was done since. Gives what is to be said beside.
 */
async function undoOn(context: Context, { tag, act, entries }: Undone): Promise<TitleJobProblem> {
  const { scope, deps } = context
  const by = authorOf(context)
  const publishedDate = formerDate(entries)
  switch (act) {
    case 'publishWhenReady':
      if (!entries.some(({ verb }) => verb === 'publish')) {
        await takeBackWhenReady(scope, deps, { tag, by })
        return []
      }
      await unpublishTitle(scope, deps, { tag, by, publishedDate })
      return []
    case 'publish':
      await unpublishTitle(scope, deps, { tag, by, publishedDate })
      return []
    case 'unpublish':
      await publishTitle(scope, deps, { tag, by, publishedDate })
      return []
    case 'delete':
      return restore(context, tag)
    case 'edit': {
      // TITLE-34: the edit may have been what the title was waiting for.
      if (entries.some(({ verb }) => verb === 'publish'))
        await unpublishTitle(scope, deps, { tag, by, publishedDate })
      const former = await readFormer(deps.db, { tag, entryId: entries[0].id })
      await saveTitle({ tag, ...former }, context, 'restoreVersion')
      return []
    }
  }
}

/** A published title goes back to its sites, unless the rules have come to refuse it: then it is restored all the same. */
async function restore(context: Context, tag: string): Promise<TitleJobProblem> {
  const { scope, deps } = context
  const { before } = await restoreTitle(tag, context)
  if (!wasLive(before.status)) return []
  const { publishedDate } = before
  try {
    await publishTitle(scope, deps, { tag, by: authorOf(context), publishedDate })
    return []
  } catch (error) {
    return [{ path: '', code: 'titleJob.restoredUnpublished' }, ...toProblem('publish', error)]
  }
}

/** What the title said about when it was published; undefined where the act left that alone. */
function formerDate(entries: Undone['entries']): Date | null | undefined {
  const change = entries.flatMap(({ changes }) => changes).find(({ path }) => path === 'publishedDate')
  if (change === undefined) return undefined
  return change.before === null ? null : new Date(String(change.before))
}

/** The one who made a job, as the account is now; undefined where it is closed or acts for nobody any more. */
async function findAuthor(deps: Deps, job: StoredJob, signal: AbortSignal): Promise<Context | undefined> {
  const caller = await findCaller(deps, job.createdBy)
  if (caller === undefined) return undefined
  const chosen = caller.role === Role.Support ? (job.tenantId ?? undefined) : undefined
  try {
    const acting = scope(caller, chosen)
    const held = job.behalf === null ? acting : withinTitles(sideOfJob(job, acting), job.behalf)
    const call = { client: job.client, requestId: job.jobId, address: '', signal }
    return { deps, caller: { ...caller, behalf: job.behalf }, scope: held, ...call, once: ask => ask() }
  } catch {
    return undefined
  }
}

/** KEY-02: an administrator’s key may act for one tenant or provider, and so does what it has done. */
function sideOfJob({ tenantId, providerId }: StoredJob, acting: Scope): Scope {
  if (acting.kind !== 'all') return acting
  if (tenantId !== null) return { kind: 'tenant', tenantId }
  return providerId === null ? acting : { kind: 'provider', providerId }
}

/** The last audit entry of a title that is locked; 0 where there is none. */
async function lastEntryOf(tx: Database, tag: string): Promise<number> {
  const [found] = await tx
    .select({ id: max(a.id) })
    .from(a)
    .where(ofTitle(tag))
  return found?.id ?? 0
}

/** The entries of a title after one of them, the oldest first. */
const entriesAfter = (tx: Database, tag: string, id: number): Promise<AuditEntry[]> =>
  tx
    .select()
    .from(a)
    .where(and(ofTitle(tag), gt(a.id, id)))
    .orderBy(asc(a.id))

const ofTitle = (tag: string) => and(eq(a.noun, 'titles'), eq(a.rowId, tag))

const queue = 'titleJobs.run'

/** What is queued: the job itself is in its table. */
interface QueuedJob {
  jobId: string
}

/** Queues a job; one that is queued already isn't queued again. */
export async function enqueueJob({ jobs }: Pick<Deps, 'jobs'>, { jobId }: StoredJob): Promise<void> {
  await jobs.enqueue<QueuedJob>(queue, { jobId }, { key: jobId })
}
