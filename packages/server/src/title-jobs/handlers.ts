import { featureOfAct, type Parsed, PreviewOutcome, type titleJobs, toPage, wasLive } from '@kinora/core'
import { collectionsShowing } from '../collections/index.ts'
import { eventsShowing } from '../events/index.ts'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf, behalfOf, newTag, stampNew } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { assertFeature } from '../keys/index.ts'
import { addChosen, addUndone, listItems, toItem, toJobs } from './items.ts'
import { type Act, type Chosen, dryRun, readChosen, toAct } from './preview.ts'
import { cancelJob, insertJob, listJobs, readJob } from './rows.ts'
import { enqueueJob } from './run.ts'
import type { NewJob, StoredJob } from './tables.ts'

/** † decision 0045 */
export const titleJobHandlers: Handlers<typeof titleJobs> = {
  async preview({ outcome, page, take, ...draft }, context) {
    const act = toAct(draft)
    const chosen = await readChosen(draft, context)
    const rows = await dryRun(context, act, chosen)
    const changing = chosen.filter((_, index) => rows[index]!.outcome === 'change')
    const { collections, events, ...leaving } = await toLeaving(act, changing, context)
    const counts = {
      ...leaving,
      collections: collections.count,
      events: events.count,
      total: rows.length,
      publishes: rows.filter(row => row.publishes).length,
    }
    const [change, same, refused] = PreviewOutcome.options.map(
      each => rows.filter(row => row.outcome === each).length,
    ) as [number, number, number]
    const asked = outcome === undefined ? rows : rows.filter(row => row.outcome === outcome)
    const shown = take < 1 ? asked : asked.slice((page - 1) * take, page * take)
    return {
      ...toPage(shown, asked.length, { page, take }),
      counts: { ...counts, change, same, refused },
      collections: collections.names,
      events: events.names,
    }
  },

  async create(draft, context) {
    const act = toAct(draft)
    assertFeature(context.caller, featureOfAct[act.kind])
    const chosen = await readChosen(draft, context)
    assertExpected(draft, chosen.length)
    const { deps } = context
    const job = await deps.db.transaction(async tx => {
      const row = { ...toRow(context), act: act.kind, edit: editOf(act) }
      const job = await insertJob(tx, { row, by: authorOf(context), verb: 'create' })
      await addChosen(tx, { jobId: job.jobId, chosen })
      return job
    })
    return begin(context, job)
  },

  async list({ mine, page, take }, context) {
    const { scope, deps, caller } = context
    const userId = mine === true ? caller.userId : undefined
    const found = await listJobs(scope, deps.db, { userId, page, take })
    return { ...found, data: await toJobs(context, found.data) }
  },

  view: async ({ jobId }, context) => toOne(context, await readJob(context.scope, context.deps.db, jobId)),

  async results({ jobId, outcome, page, take }, { scope, deps }) {
    await readJob(scope, deps.db, jobId)
    const found = await listItems(deps.db, { jobId, outcome, page, take })
    return { ...found, data: found.data.map(toItem) }
  },

  async cancel({ jobId }, context) {
    const { scope, deps } = context
    await readJob(scope, deps.db, jobId)
    const cancelled = await cancelJob(scope, deps.db, { jobId, by: authorOf(context) })
    if (cancelled === undefined) throw refused('titleJob.ended', {}, 'jobId')
    return toOne(context, cancelled)
  },

  async undo({ jobId }, context) {
    const { scope, deps } = context
    const former = await readJob(scope, deps.db, jobId)
    if (former.act === 'undo') throw refused('titleJob.undoOfUndo', {}, 'jobId')
    assertFeature(context.caller, featureOfAct[former.act])
    if (former.status === 'Running') throw refused('titleJob.stillRunning', {}, 'jobId')
    const row = { ...toRow(context), act: 'undo' as const, undoes: jobId, undoesAct: former.act }
    const job = await deps.db.transaction(async tx => {
      const job = await insertJob(tx, { row, by: authorOf(context), verb: 'undo' })
      const count = await addUndone(tx, { jobId: job.jobId, undoes: jobId })
      if (count === 0) throw refused('titleJob.nothingToUndo', {}, 'jobId')
      return job
    })
    return begin(context, job)
  },
}

/** A job of the caller's, which belongs to the side that the caller acts for. */
function toRow(context: Context): Omit<NewJob, 'act'> {
  const { scope } = context
  const by = authorOf(context)
  return {
    jobId: newTag(),
    tenantId: scope.kind === 'tenant' ? scope.tenantId : null,
    providerId: scope.kind === 'provider' ? scope.providerId : null,
    status: 'Running',
    client: by.client,
    displayName: by.external?.name ?? by.displayName,
    behalf: behalfOf(context.caller),
    ...stampNew(by.now, by.userId),
    createdBy: by.userId,
  }
}

/** What sites, collections and events lose by an act on these titles. */
async function toLeaving({ kind }: Act, chosen: readonly Chosen[], { scope, deps: { db } }: Context) {
  const takesOff = kind === 'delete' || kind === 'unpublish'
  const live = chosen.flatMap(({ title }) => (takesOff && title && wasLive(title.status) ? title : []))
  const tags = live.map(({ tag }) => tag)
  return {
    live: live.length,
    sites: new Set(live.flatMap(({ tenants }) => tenants)).size,
    collections: await collectionsShowing(scope, db, tags),
    events: await eventsShowing(scope, db, tags),
  }
}

const editOf = (act: Act) => (act.kind === 'edit' ? act.edit : null)

function assertExpected({ expected }: Parsed<typeof titleJobs.create>, count: number): void {
  if (expected !== undefined && expected !== count)
    throw refused('titleJob.expected', { count, expected }, 'expected')
}

/** A crash before it is queued is made up for at the next start. */
async function begin(context: Context, job: StoredJob) {
  await enqueueJob(context.deps, job)
  return toOne(context, job)
}

const toOne = async (context: Context, job: StoredJob) => (await toJobs(context, [job]))[0]!
