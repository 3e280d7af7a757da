import type { UploadState } from '@kinora/core'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { type ChunkClaim, digestBefore } from '../rows.ts'
import { uploadChunksTable as chunks, type UploadRow, uploadsTable as uploads } from '../tables.ts'

/** How far an upload has come. */
export interface UploadStatus {
  upload: UploadRow
  /** Digest of the digests before `nextChunk`. */
  digest: string
}

/**
 * Marks a chunk whose bytes are on the disk and moves on to the first one that is missing. Of calls that mark their
 * chunks at the same moment one may not see the other's: whichever is not the one that was wanted looks once more, and
 * any later call does. Undefined once the upload was replaced or cancelled.
 */
export async function storeChunk(
  scope: Scope,
  db: Database,
  { uploadId: id, number, digest }: ChunkClaim,
): Promise<UploadStatus | undefined> {
  const claimed = and(eq(chunks.uploadId, id), eq(chunks.number, number), eq(chunks.digest, digest))
  const marked = db
    .$with('marked')
    .as(db.update(chunks).set({ isStored: true }).where(claimed).returning({ number: chunks.number }))
  const next = sql`CASE WHEN ${uploads.nextChunk} = ${number} THEN ${missingFrom(id, number + 1)}
    ELSE ${uploads.nextChunk} END`
  const [row] = await db
    .with(marked)
    .update(uploads)
    .set({ nextChunk: next })
    .where(and(eq(uploads.id, id), sql`EXISTS (SELECT 1 FROM marked)`))
    .returning(status(id))
  if (row === undefined) return undefined
  return row.nextChunk <= number ? advanceUpload(scope, db, row) : toStatus(row)
}

/** Moves on to the first chunk that is missing. Undefined once the upload is gone. */
export async function advanceUpload(
  _scope: Scope,
  db: Database,
  { id, nextChunk }: Pick<UploadRow, 'id' | 'nextChunk'>,
): Promise<UploadStatus | undefined> {
  const [row] = await db
    .update(uploads)
    .set({ nextChunk: sql`greatest(${uploads.nextChunk}, ${missingFrom(id, nextChunk)})` })
    .where(eq(uploads.id, id))
    .returning(status(id))
  return row && toStatus(row)
}

const missingFrom = (id: string, first: number): SQL => sql`(
  WITH RECURSIVE walk(n) AS (
    SELECT ${first}::int
    UNION ALL
    SELECT walk.n + 1 FROM walk
    JOIN upload_chunks c ON c.upload_id = ${id} AND c.number = walk.n AND c.is_stored)
  SELECT max(n) FROM walk)`

const status = (id: string) => ({
  ...getTableColumns(uploads),
  digestBefore: digestBefore(id, sql`${uploads.nextChunk}`),
})

const toStatus = ({ digestBefore, ...upload }: UploadRow & { digestBefore: string }): UploadStatus => ({
  upload,
  digest: digestBefore,
})

export function toUploadState({ upload, digest }: UploadStatus): UploadState {
  return {
    identifier: upload.identifier,
    fileName: upload.fileName,
    totalSize: upload.size,
    totalNumberOfChunks: upload.chunks,
    nextChunk: upload.nextChunk,
    complete: upload.state === 'complete',
    digest: upload.digest ?? digest,
  }
}
