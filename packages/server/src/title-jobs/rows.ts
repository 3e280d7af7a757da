import { en, KinoraError, type PageInput, titleJobStatus } from '@kinora/core'
import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { breaks } from '../kernel/db/broken-rules.ts'
import { rowsOf } from '../kernel/db/rows-of.ts'
import { owned } from '../kernel/db/scope-condition.ts'
import { type Author, recordWrite } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { stamp } from '../kernel/rows/stamps.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import {
  titleJobItemsTable as i,
  titleJobsTable as j,
  type NewJob,
  type StoredItem,
  type StoredJob,
} from './tables.ts'

/** F-2, `own` and `sel`: the jobs of the caller's side. */
const inScope = (scope: Scope): SQL => owned(scope, j)

export const jobNotFound = (): KinoraError =>
  new KinoraError('notFound', { issues: [{ path: 'jobId', code: 'titleJob.notFound' }] })

interface JobSearch extends Pick<PageInput, 'page' | 'take'> {
  /** Only those that this account made. */
  userId?: string | undefined
}

/** One page, the newest first. */
export async function listJobs(
  scope: Scope,
  db: Database,
  { userId, page, take }: JobSearch,
): Promise<{ rows: StoredJob[]; total: number }> {
  const where = and(inScope(scope), userId === undefined ? undefined : eq(j.createdBy, userId))
  const all = db.select().from(j).where(where).orderBy(desc(j.createdAt), desc(j.jobId)).$dynamic()
  const rows = await (take < 1 ? all : all.limit(take).offset((page - 1) * take))
  const [counted] = await db.select({ total: count() }).from(j).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** The job, or `notFound`: what isn't there and what isn't yours look the same. */
export async function readJob(scope: Scope, db: Database, jobId: string): Promise<StoredJob> {
  const [row] = await db
    .select()
    .from(j)
    .where(and(eq(j.jobId, jobId), inScope(scope)))
  if (row === undefined) throw jobNotFound()
  return row
}

/** Adds a job with its audit entry; its items come in the same transaction. A second undo of a job at a time is a `conflict`. */
export async function insertJob(
  _scope: Scope,
  tx: Database,
  { row, by, verb }: { row: NewJob; by: Author; verb: 'create' | 'undo' },
): Promise<StoredJob> {
  const [added] = await tx.insert(j).values(row).returning().catch(refuseSecond)
  const { act, edit, undoes } = added!
  await recordJob(tx, by, { job: added!, verb, before: {}, after: { act, edit, undoes } })
  return added!
}

function refuseSecond(error: unknown): never {
  if (breaks(error, 'unique')) throw new KinoraError('conflict', { detail: en['titleJob.undoing'] })
  throw error
}

interface Ending {
  jobId: string
  event: 'finish' | 'cancel' | 'giveUp'
  now: Date
  problem?: string
}

/** Ends a job that runs; undefined where it has ended. What is being done to a title is finished first. */
export async function endJob(
  scope: Scope,
  db: Database,
  { jobId, event, now, problem = '' }: Ending,
): Promise<StoredJob | undefined> {
  const [from] = titleJobStatus.from(event)
  const set = { status: titleJobStatus.next(from!, event), problem, endedAt: now }
  const [ended] = await db
    .update(j)
    .set(set)
    .where(and(eq(j.jobId, jobId), eq(j.status, from!), inScope(scope)))
    .returning()
  return ended
}

/** The same as the act of a person. */
export async function cancelJob(
  scope: Scope,
  db: Database,
  { jobId, by }: { jobId: string; by: Author },
): Promise<StoredJob | undefined> {
  return db.transaction(async tx => {
    const ended = await endJob(scope, tx, { jobId, event: 'cancel', now: by.now })
    if (ended === undefined) return undefined
    await tx.update(j).set(stamp(by.now, by.userId)).where(eq(j.jobId, jobId))
    const states = { before: { status: 'Running' }, after: { status: ended.status } }
    await recordJob(tx, by, { job: ended, verb: 'cancel', ...states })
    return ended
  })
}

function recordJob(
  tx: Database,
  by: Author,
  { job, verb, before, after }: { job: StoredJob; verb: string; before: object; after: object },
): Promise<void> {
  const changes = differences(before, after)
  return recordWrite(tx, by, {
    noun: 'title-jobs',
    id: job.jobId,
    verb,
    version: job.version,
    owner: job,
    changes,
  })
}

/** Jobs that run, the oldest first: an earlier process may have left them. */
export const runningJobs = (scope: Scope, db: Database): Promise<StoredJob[]> =>
  db
    .select()
    .from(j)
    .where(and(eq(j.status, 'Running'), inScope(scope)))
    .orderBy(asc(j.createdAt))

/** A running job, which no one ends before the transaction does; undefined where it has ended or is out of reach. */
export async function holdRunning(scope: Scope, tx: Database, jobId: string): Promise<StoredJob | undefined> {
  const [job] = await tx
    .select()
    .from(j)
    .where(and(eq(j.jobId, jobId), eq(j.status, 'Running'), inScope(scope)))
    .for('share')
  return job
}

/** The next title of a job that waits, after one of its places, held until the transaction ends; those who ask hold the job. */
export async function holdNextItem(
  _scope: Scope,
  tx: Database,
  { jobId, after }: { jobId: string; after: number },
): Promise<StoredItem | undefined> {
  const [item] = await tx
    .select()
    .from(i)
    .where(and(eq(i.jobId, jobId), eq(i.outcome, 'waiting'), gt(i.nth, after)))
    .orderBy(asc(i.nth))
    .limit(1)
    .for('update')
  return item
}

/** The item of a job for a title, held until the transaction ends. */
export async function holdItemOf(
  _scope: Scope,
  tx: Database,
  { jobId, tag }: Pick<StoredItem, 'jobId' | 'tag'>,
): Promise<StoredItem | undefined> {
  const [item] = await tx
    .select()
    .from(i)
    .where(and(eq(i.jobId, jobId), eq(i.tag, tag)))
    .for('update')
  return item
}

/** Notes what became of a title, in the transaction of the act itself. */
export async function saveItem(
  _scope: Scope,
  tx: Database,
  { jobId, nth }: Pick<StoredItem, 'jobId' | 'nth'>,
  set: Partial<StoredItem>,
): Promise<void> {
  await tx
    .update(i)
    .set(set)
    .where(and(eq(i.jobId, jobId), eq(i.nth, nth)))
}

/** One page of the titles of a job, in its order; those who ask have read the job in their scope. */
export async function listItems(
  _scope: Scope,
  db: Database,
  {
    jobId,
    outcome,
    page,
    take,
  }: Pick<PageInput, 'page' | 'take'> & {
    jobId: string
    outcome?: StoredItem['outcome'] | undefined
  },
): Promise<{ rows: StoredItem[]; total: number }> {
  const where = and(eq(i.jobId, jobId), outcome === undefined ? undefined : eq(i.outcome, outcome))
  const all = db.select().from(i).where(where).orderBy(asc(i.nth)).$dynamic()
  const rows = await (take < 1 ? all : all.limit(take).offset((page - 1) * take))
  const [counted] = await db.select({ total: count() }).from(i).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export interface Counted {
  jobId: string
  outcome: StoredItem['outcome']
  isUndone: boolean
  count: number
}

/** How many titles of these jobs came to what; those who ask have read the jobs in their scope. */
export const countItems = (_scope: Scope, db: Database, jobIds: readonly string[]): Promise<Counted[]> =>
  jobIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          ...{ jobId: i.jobId, outcome: i.outcome, isUndone: i.isUndone },
          count: sql<number>`count(*)::int`,
        })
        .from(i)
        .where(inArray(i.jobId, [...jobIds]))
        .groupBy(i.jobId, i.outcome, i.isUndone)

/** Rows of one statement: each has four parameters, of which a statement takes 65,535. */
const PORTION = 1000

/** The titles of a new job, in their order. */
export async function addChosen(
  _scope: Scope,
  tx: Database,
  {
    jobId,
    chosen,
  }: { jobId: string; chosen: readonly { tag: string; title: { className: string } | undefined }[] },
): Promise<void> {
  const rows = chosen.map(({ tag, title }, nth) => ({ jobId, nth, tag, className: title?.className ?? '' }))
  for (let at = 0; at < rows.length; at += PORTION) await tx.insert(i).values(rows.slice(at, at + PORTION))
}

/** What a job did and nobody has taken back, as the titles of its undo, the last first; gives how many. */
export async function addUndone(
  _scope: Scope,
  tx: Database,
  { jobId, undoes }: { jobId: string; undoes: string },
): Promise<number> {
  const added = await rowsOf(
    tx,
    sql`INSERT INTO title_job_items (job_id, nth, tag, class_name)
      SELECT ${jobId}, row_number() OVER (ORDER BY nth DESC) - 1, tag, class_name FROM title_job_items
      WHERE job_id = ${undoes} AND outcome = 'done' AND NOT is_undone
      RETURNING nth`,
  )
  return added.length
}
