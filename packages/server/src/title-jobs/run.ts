import { isKinoraError, type TitleAct } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { systemScope } from '../kernel/scope.ts'
import { isDeadlock, isDiskFull, isUnreachable } from '../ports/db.ts'
import { lockTitle } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { abandonUploads } from '../uploads/index.ts'
import { actOn } from './act.ts'
import { findAuthor } from './author.ts'
import type { Act } from './choice.ts'
import { entriesAfter, lastEntryOf } from './entries.ts'
import { holdItemOf, holdNextItem, saveItem } from './items.ts'
import { toProblem } from './problem.ts'
import { endJob, holdRunning, readJob } from './rows.ts'
import type { StoredItem, StoredJob } from './tables.ts'
import { undoOn } from './undo.ts'

/**
 * Works through the titles of a job, from where an earlier process came to. Each is a transaction of its own, with
 * the audit entry and the result in it: whatever ends the process, no title is acted on twice or left out.
 */
export async function runJob(
  deps: Deps,
  { jobId, signal }: { jobId: string; signal: AbortSignal },
): Promise<void> {
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
    await letOthersIn()
  }
}

/** The embedded database answers within the same turn of the event loop: without a pause nobody else would be served. */
const letOthersIn = () => new Promise(resolve => setTimeout(resolve, 0))

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
    const job = await holdRunning(scope, tx, jobId)
    if (job === undefined) return { kind: 'gone' }
    const item = await holdNextItem(scope, tx, { jobId, after })
    if (item === undefined) return { kind: 'finished' }
    const result = await tx
      .transaction(inner => work({ ...context, deps: { ...deps, db: inner } }, job, item))
      .catch((error: unknown) => toRefusal(deps, job, error))
    await saveItem(scope, tx, item, result)
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
  return job.act === 'undo' ? takeBack(context, job, item) : act(context, toAct(job, job.act), item)
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
async function takeBack(
  context: Context,
  { undoes, undoesAct }: StoredJob,
  { tag }: StoredItem,
): Promise<Result> {
  const { scope, deps } = context
  await hold(context, tag)
  const done = await holdItemOf(scope, deps.db, { jobId: undoes!, tag })
  const { firstEntry, lastEntry } = done!
  const [first, ...rest] = await entriesAfter(deps.db, tag, firstEntry! - 1)
  if (first === undefined || [first, ...rest].at(-1)!.id !== lastEntry)
    return { outcome: 'changed', problem: [{ path: '', code: 'titleJob.changedSince' }] }
  const problem = await undoOn(context, { tag, act: undoesAct!, entries: [first, ...rest] })
  await saveItem(scope, deps.db, done!, { isUndone: true })
  return { outcome: 'done', problem }
}

/** Others who change a title wait, be it deleted or not; whether it is in reach is asked by the act. */
async function hold({ deps: { db } }: Context, tag: string): Promise<void> {
  await db.select({ tag: t.tag }).from(t).where(eq(t.tag, tag)).for('update')
}
