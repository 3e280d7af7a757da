import {
  en,
  KinoraError,
  type Page,
  type PageInput,
  type TitleJobProblem,
  titleJobStatus,
} from '@kinora/core'
import { aliasedTable, and, asc, desc, eq, gte, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { owned } from '../kernel/db/queries.ts'
import { type Author, recordWrite, stamp } from '../kernel/rows/audit.ts'
import { breaks } from '../kernel/rows/constraints.ts'
import { differences } from '../kernel/rows/differences.ts'
import { actorOf, recordEvents } from '../kernel/rows/event-log.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { titleJobsTable as j, type NewJob, type StoredJob } from './tables.ts'

/** F-2, `own` and `sel`: the jobs of the caller's side. */
const inScope = (scope: Scope): SQL => and(owned(scope, j), ofPerson(scope))!

/** KEY-06: a session for certain titles has the jobs of its person alone, as others’ may tell of other titles. */
const ofPerson = ({ only }: Scope): SQL | undefined =>
  only &&
  sql`(${j.behalf} #>> '{key,keyId}' = ${only.keyId} AND ${j.behalf} #>> '{external,id}' = ${only.externalId})`

const jobNotFound = (): KinoraError =>
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
): Promise<Page<StoredJob>> {
  const where = and(inScope(scope), userId === undefined ? undefined : eq(j.createdBy, userId))
  const rows = db.select().from(j).where(where).orderBy(desc(j.createdAt), desc(j.jobId)).$dynamic()
  return readPage(rows, exactly(db.$count(j, where)), { page, take })
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
  problem?: TitleJobProblem
  /** Nobody where the platform does it. */
  by?: Author
}

/** HOOK-01 */
const told = { finish: 'job.completed', cancel: 'job.cancelled', giveUp: 'job.cancelled' } as const

/** Ends a job that runs; undefined where it has ended. What is being done to a title is finished first. */
export async function endJob(
  scope: Scope,
  db: Database,
  { jobId, event, now, problem = [], by }: Ending,
): Promise<StoredJob | undefined> {
  const [from] = titleJobStatus.from(event)
  const set = { status: titleJobStatus.next(from!, event), problem, endedAt: now }
  return db.transaction(async tx => {
    const [ended] = await tx
      .update(j)
      .set(set)
      .where(and(eq(j.jobId, jobId), eq(j.status, from!), inScope(scope)))
      .returning()
    if (ended === undefined) return undefined
    const actor = by === undefined ? null : actorOf(by)
    const { version } = ended
    await recordEvents(tx, [{ type: told[event], at: now, owner: ended, subject: jobId, version, actor }])
    return ended
  })
}

/** The same as the act of a person. */
export async function cancelJob(
  scope: Scope,
  db: Database,
  { jobId, by }: { jobId: string; by: Author },
): Promise<StoredJob | undefined> {
  return db.transaction(async tx => {
    const ended = await endJob(scope, tx, { jobId, event: 'cancel', now: by.now, by })
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

/** Removes jobs that ended before a moment, with their titles; one that a kept undo names stays with it. */
export async function removeEnded(scope: Scope, db: Database, before: Date): Promise<void> {
  const undo = aliasedTable(j, 'undo')
  const isNamed = db
    .select({ jobId: undo.jobId })
    .from(undo)
    .where(and(eq(undo.undoes, j.jobId), or(isNull(undo.endedAt), gte(undo.endedAt, before))))
  await db.delete(j).where(and(lt(j.endedAt, before), notExists(isNamed), inScope(scope)))
}

/** A running job, which no one ends before the transaction does; undefined where it has ended or is out of reach. */
export async function lockRunningJob(
  scope: Scope,
  tx: Database,
  jobId: string,
): Promise<StoredJob | undefined> {
  const [job] = await tx
    .select()
    .from(j)
    .where(and(eq(j.jobId, jobId), eq(j.status, 'Running'), inScope(scope)))
    .for('share')
  return job
}
