import { KinoraError, type PublishingChange, publishingStatus } from '@kinora/core'
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import {
  publishingItemsTable as i,
  publishingJobsTable as j,
  type StoredItem,
  type StoredJob,
} from './tables.ts'

/** Jobs belong to those who manage all channels: what a call may see was decided by its roles (F-2). */
export async function readJob(db: Database, jobId: string): Promise<StoredJob> {
  const [row] = await db.select().from(j).where(eq(j.jobId, jobId))
  if (row !== undefined) return row
  throw new KinoraError('notFound', { issues: [{ path: 'jobId', code: 'publishing.notFound' }] })
}

export async function insertJob(
  tx: Database,
  row: typeof j.$inferInsert,
  changes: readonly PublishingChange[],
): Promise<StoredJob> {
  const [added] = await tx.insert(j).values(row).returning()
  const items = changes.map((change, nth) => ({ jobId: row.jobId, nth, ...change }))
  if (items.length > 0) await tx.insert(i).values(items)
  return added!
}

/** Ends a job that runs; one that has ended stays as it is. */
export async function endJob(
  db: Database,
  {
    jobId,
    event,
    now,
    problem = '',
  }: { jobId: string; event: 'finish' | 'giveUp'; now: Date; problem?: string },
): Promise<void> {
  const [from] = publishingStatus.from(event)
  await db
    .update(j)
    .set({ status: publishingStatus.next(from!, event), problem, endedAt: now })
    .where(and(eq(j.jobId, jobId), eq(j.status, from!)))
}

/** The job while it runs, row-locked until the transaction ends, so that two processes never work on it at once. */
export async function lockRunningJob(tx: Database, jobId: string): Promise<StoredJob | undefined> {
  const [job] = await tx
    .select()
    .from(j)
    .where(and(eq(j.jobId, jobId), eq(j.status, 'Running')))
    .for('update')
  return job
}

/** Those that a process has left. */
export const runningJobs = (db: Database): Promise<StoredJob[]> =>
  db.select().from(j).where(eq(j.status, 'Running')).orderBy(asc(j.createdAt))

export const listItems = (db: Database, jobId: string): Promise<StoredItem[]> =>
  db.select().from(i).where(eq(i.jobId, jobId)).orderBy(asc(i.nth))

/** The next tenant that waits; the caller has locked the job. */
export async function nextItem(tx: Database, jobId: string): Promise<StoredItem | undefined> {
  const [item] = await tx
    .select()
    .from(i)
    .where(and(eq(i.jobId, jobId), eq(i.outcome, 'waiting')))
    .orderBy(asc(i.nth))
    .limit(1)
  return item
}

/** Records what became of a tenant, in the transaction of the act itself. */
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
