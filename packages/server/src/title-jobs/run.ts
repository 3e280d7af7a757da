import { en, isKinoraError, type TitleAct } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { systemScope } from '../kernel/scope.ts'
import { isDeadlock, isUnreachable } from '../ports/db.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { abandonUploads } from '../uploads/index.ts'
import { actOn } from './act.ts'
import { findAuthor } from './author.ts'
import type { Act } from './choice.ts'
import { entriesAfter, lastEntryOf } from './entries.ts'
import { toProblem } from './problem.ts'
import { endJob, holdItemOf, holdNextItem, holdRunning, readJob, saveItem } from './rows.ts'
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
  while (job.status === 'Running') {
    signal.throwIfAborted()
    // Who may do what is asked again with each title.
    const author = await findAuthor(deps, job, signal)
    if (author === undefined) return end(deps, jobId, 'giveUp')
    const step = await takeNext(author, job).catch((error: unknown) => {
      if (isDeadlock(error)) return 'again' as const
      throw error
    })
    await letOthersIn()
    if (step === 'ended') return
    if (step === 'finished') return end(deps, jobId, 'finish')
  }
}

/** The embedded database answers within the same turn of the event loop: without a pause nobody else would be served. */
const letOthersIn = () => new Promise(resolve => setTimeout(resolve, 0))

async function end(deps: Deps, jobId: string, event: 'finish' | 'giveUp'): Promise<void> {
  const problem = event === 'giveUp' ? en['titleJob.accountGone'] : ''
  await endJob(systemScope, deps.db, { jobId, event, now: deps.clock.now(), problem })
}

type Step = 'again' | 'finished' | 'ended'

/** One title, or that there is none left. */
async function takeNext(context: Context, { jobId }: StoredJob): Promise<Step> {
  const { scope, deps } = context
  let dropped: string | undefined
  const step = await deps.db.transaction(async (tx): Promise<Step> => {
    const job = await holdRunning(scope, tx, jobId)
    if (job === undefined) return 'ended'
    const item = await holdNextItem(scope, tx, jobId)
    if (item === undefined) return 'finished'
    const result = await tx
      .transaction(inner => work({ ...context, deps: { ...deps, db: inner } }, job, item))
      .catch((error: unknown) => toRefusal(deps, job, error))
    await saveItem(scope, tx, item, result)
    if (job.act === 'delete' && result.outcome === 'done') dropped = item.tag
    return 'again'
  })
  if (dropped !== undefined) await abandonUploads(deps, dropped, ['video', 'trailer'])
  return step
}

type Result = Partial<StoredItem> & Pick<StoredItem, 'outcome'>

/** A title that is refused never stops the others; a database that is away does. */
function toRefusal({ log }: Deps, job: StoredJob, error: unknown): Result {
  if (isDeadlock(error) || isUnreachable(error)) throw error
  if (!isKinoraError(error)) log.error({ err: error, titleJob: job.jobId }, 'act on a title')
  return { outcome: 'refused', problem: toProblem(job.undoesAct ?? job.act, error) }
}

function work(context: Context, job: StoredJob, item: StoredItem): Promise<Result> {
  return job.act === 'undo' ? takeBack(context, job, item) : act(context, toAct(job, job.act), item)
}

const toAct = ({ edit }: StoredJob, kind: TitleAct): Act =>
  kind === 'edit' ? { kind, edit: edit ?? {} } : { kind }

async function act(context: Context, act: Act, { tag }: StoredItem): Promise<Result> {
  const { db } = context.deps
  await hold(context, tag)
  const last = await lastEntryOf(db, tag)
  await actOn(context, act, tag)
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
    return { outcome: 'changed', problem: en['titleJob.changedSince'] }
  const problem = await undoOn(context, { tag, act: undoesAct!, entries: [first, ...rest] })
  await saveItem(scope, deps.db, done!, { isUndone: true })
  return { outcome: 'done', problem }
}

/** Others who change the title wait, deleted or not; whether it is in reach is asked by the act. */
async function hold({ deps: { db } }: Context, tag: string): Promise<void> {
  await db.select({ tag: t.tag }).from(t).where(eq(t.tag, tag)).for('update')
}
