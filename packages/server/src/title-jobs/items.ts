import { type Page, type PageInput, type TitleJob, type TitleJobItem, toWireDate } from '@kinora/core'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { exactly, readPage } from '../kernel/db/pages.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import type { Database } from '../ports/db.ts'
import { titleJobItemsTable as i, type StoredItem, type StoredJob } from './tables.ts'

/**
 * The next title of a job that waits, after one of its places, row-locked until the transaction ends; the caller has locked the
 * job.
 */
export async function lockNextItem(
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

/** The item of a job for a title, row-locked until the transaction ends. */
export async function lockItemOf(
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

/** Records what became of a title, in the transaction of the act itself. */
export async function saveItem(
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
  db: Database,
  {
    jobId,
    outcome,
    ...asked
  }: Pick<PageInput, 'page' | 'take'> & {
    jobId: string
    outcome?: StoredItem['outcome'] | undefined
  },
): Promise<Page<StoredItem>> {
  const where = and(eq(i.jobId, jobId), outcome === undefined ? undefined : eq(i.outcome, outcome))
  const rows = db.select().from(i).where(where).orderBy(asc(i.nth)).$dynamic()
  return readPage(rows, exactly(db.$count(i, where)), asked)
}

interface Counted {
  jobId: string
  outcome: StoredItem['outcome']
  isUndone: boolean
  count: number
}

/** How many titles of these jobs came to what; those who ask have read the jobs in their scope. */
const countItems = (db: Database, jobIds: readonly string[]): Promise<Counted[]> =>
  jobIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          jobId: i.jobId,
          outcome: i.outcome,
          isUndone: i.isUndone,
          count: sql<number>`count(*)::int`,
        })
        .from(i)
        .where(inArray(i.jobId, [...jobIds]))
        .groupBy(i.jobId, i.outcome, i.isUndone)

/** Rows of one statement: each has four parameters, of which a statement takes 65,535. */
const BATCH_SIZE = 1000

/** The titles of a new job, in their order. */
export async function addChosen(
  tx: Database,
  {
    jobId,
    chosen,
  }: { jobId: string; chosen: readonly { tag: string; title: { className: string } | undefined }[] },
): Promise<void> {
  const rows = chosen.map(({ tag, title }, nth) => ({ jobId, nth, tag, className: title?.className ?? '' }))
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await tx.insert(i).values(rows.slice(at, at + BATCH_SIZE))
}

/** What a job did and nobody has taken back, as the titles of its undo, the last first; returns how many. */
export async function addUndone(
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

/** Jobs as they travel, with how far they are. */
export async function toJobs(
  { deps, caller }: Pick<Context, 'deps' | 'caller'>,
  rows: readonly StoredJob[],
): Promise<TitleJob[]> {
  const counted = await countItems(
    deps.db,
    rows.map(({ jobId }) => jobId),
  )
  return rows.map(row => {
    const counts = { total: 0, waiting: 0, done: 0, same: 0, refused: 0, changed: 0, undone: 0 }
    for (const { jobId, outcome, isUndone, count } of counted) {
      if (jobId !== row.jobId) continue
      counts[outcome] += count
      counts.total += count
      if (isUndone) counts.undone += count
    }
    return toJob(row, counts, caller.userId)
  })
}

function toJob(row: StoredJob, counts: TitleJob['counts'], userId: string): TitleJob {
  const { jobId, act, status, problem, edit, undoes, undoesAct } = row
  return {
    jobId,
    act,
    status,
    problem,
    edit,
    counts,
    undoes: undoes !== null && undoesAct !== null ? { jobId: undoes, act: undoesAct } : null,
    isUndoable: status !== 'Running' && act !== 'undo' && counts.done > counts.undone,
    by: row.displayName,
    isMine: row.createdBy === userId,
    createdDate: toWireDate(row.createdAt),
    endedDate: row.endedAt && toWireDate(row.endedAt),
  }
}

export const toItem = ({ tag, className, outcome, problem }: StoredItem): TitleJobItem => ({
  tag,
  className,
  outcome,
  problem,
})
