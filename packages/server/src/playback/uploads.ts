import type { PageInput, PlaybackStatus } from '@kinora/core'
import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { type Author, recordWrite, stamp, stampNew } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import {
  type PlaybackUploadRow,
  playbackProblemsTable as problems,
  playbackUploadsTable as uploads,
} from './tables.ts'

export type NewProblem = typeof problems.$inferInsert

/** A new upload, whose records are still coming. */
export async function beginUpload(
  db: Database,
  { trackingId, fileName, by }: { trackingId: string; fileName: string; by: Author },
): Promise<void> {
  await db
    .insert(uploads)
    .values({ trackingId, fileName, status: 'receiving', ...stampNew(by.now, by.userId) })
}

/** What never came to its end, as when the server stopped meanwhile. */
export async function dropUnfinished(db: Database, before: Date): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.status, 'receiving'), lt(uploads.updatedAt, before)))
}

export async function dropUpload(db: Database, trackingId: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.trackingId, trackingId))
}

export async function insertProblems(db: Database, rows: readonly NewProblem[]): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`INSERT INTO playback_problems (tracking_id, nth, line, path, text)
    SELECT "trackingId", nth, line, path, text FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row ("trackingId" text, nth integer, line integer, path text, text text)`)
}

export async function readUpload(db: Database, trackingId: string): Promise<PlaybackUploadRow> {
  const [row] = await db.select().from(uploads).where(eq(uploads.trackingId, trackingId))
  if (row === undefined) throw notFound()
  return row
}

/** The upload, row-locked until the transaction ends. */
export async function lockUpload(tx: Database, trackingId: string): Promise<PlaybackUploadRow> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.trackingId, trackingId)).for('update')
  if (row === undefined) throw notFound()
  return row
}

export async function readProblems(
  db: Database,
  trackingId: string,
  { page, take }: Pick<PageInput, 'page' | 'take'>,
) {
  const { line, path, text } = problems
  const all = db
    .select({ line, path, text })
    .from(problems)
    .where(eq(problems.trackingId, trackingId))
    .orderBy(asc(problems.nth))
    .$dynamic()
  return take < 1 ? all : all.limit(take).offset((page - 1) * take)
}

interface Move {
  before: PlaybackUploadRow
  set: Partial<PlaybackUploadRow> & { status: PlaybackStatus }
  verb: string
  by: Author
}

/** Moves an upload that the caller has locked, with its audit entry. */
export async function moveUpload(tx: Database, { before, set, verb, by }: Move): Promise<PlaybackUploadRow> {
  const { trackingId } = before
  const [after] = await tx
    .update(uploads)
    .set({ ...set, ...stamp(by.now, by.userId) })
    .where(eq(uploads.trackingId, trackingId))
    .returning()
  const changes = [{ path: 'status', before: before.status, after: set.status }]
  await recordWrite(tx, by, { noun: 'playback', id: trackingId, verb, version: 1, owner: {}, changes })
  return after!
}

/** The upload that has counted this content, if any; the next to ask waits until this transaction ends. */
export async function findCounted(tx: Database, digest: string): Promise<string | null> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.playback'), hashtext(${digest}))`)
  const [row] = await tx
    .select({ trackingId: uploads.trackingId })
    .from(uploads)
    .where(and(eq(uploads.digest, digest), eq(uploads.status, 'committed'), sql`${uploads.repeats} IS NULL`))
  return row?.trackingId ?? null
}
