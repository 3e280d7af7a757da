import {
  CHUNK_SIZE,
  ContentType,
  type FileRole,
  type Issue,
  type Parsed,
  type UploadState,
  type uploads,
} from '@kinora/core'
import { checkMediaName } from '@kinora/core/media'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../ports/db.ts'
import { type ChunkClaim, digestBefore } from './rows.ts'
import { uploadChunksTable as chunks, type UploadRow, uploadsTable } from './tables.ts'

/** The progress of an upload. */
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
  db: Database,
  { uploadId: id, number, digest }: ChunkClaim,
): Promise<UploadStatus | undefined> {
  const claimed = and(eq(chunks.uploadId, id), eq(chunks.number, number), eq(chunks.digest, digest))
  const marked = db
    .$with('marked')
    .as(db.update(chunks).set({ isStored: true }).where(claimed).returning({ number: chunks.number }))
  const next = sql`CASE WHEN ${uploadsTable.nextChunk} = ${number} THEN ${missingFrom(id, number + 1)}
    ELSE ${uploadsTable.nextChunk} END`
  const [row] = await db
    .with(marked)
    .update(uploadsTable)
    .set({ nextChunk: next })
    .where(and(eq(uploadsTable.id, id), sql`EXISTS (SELECT 1 FROM marked)`))
    .returning(status(id))
  if (row === undefined) return undefined
  return row.nextChunk <= number ? advanceUpload(db, row) : toStatus(row)
}

/** Moves on to the first chunk that is missing. Undefined once the upload is gone. */
export async function advanceUpload(
  db: Database,
  { id, nextChunk }: Pick<UploadRow, 'id' | 'nextChunk'>,
): Promise<UploadStatus | undefined> {
  const [row] = await db
    .update(uploadsTable)
    .set({ nextChunk: sql`greatest(${uploadsTable.nextChunk}, ${missingFrom(id, nextChunk)})` })
    .where(eq(uploadsTable.id, id))
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
  ...getTableColumns(uploadsTable),
  digestBefore: digestBefore(id, sql`${uploadsTable.nextChunk}`),
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

type Chunk = Parsed<typeof uploads.video>

/** VAL-15, C-05: which kind of file a title takes. A trailer is a video whatever its title is. */
export type Kind = 'video' | 'audio'
export const kindOf = (role: FileRole, contentType: ContentType): Kind =>
  role === 'video' && contentType === ContentType.Audio ? 'audio' : 'video'

/** UPLOAD-29: what a chunk says of itself and of its file must fit together; its bytes may still be on their way. */
export function checkChunk(chunk: Chunk, kind: Kind): Issue[] {
  const named = checkMediaName(kind, chunk.fileName)
  return named.length > 0 ? named : checkNumbers(chunk)
}

/** The part of it that asks nobody what kind of title it is. */
export function checkNumbers({ chunkNumber, totalNumberOfChunks: total, totalSize }: Chunk): Issue[] {
  if (total !== Math.ceil(totalSize / CHUNK_SIZE)) return [mismatch('totalNumberOfChunks')]
  if (chunkNumber > total)
    return [{ path: 'chunkNumber', code: 'upload.chunkOutOfRange', params: { chunk: chunkNumber, total } }]
  return []
}

export const sizeOf = ({ chunkNumber, totalNumberOfChunks: total, totalSize }: Chunk): number =>
  chunkNumber < total ? CHUNK_SIZE : totalSize - (total - 1) * CHUNK_SIZE

/** What came must be what the chunk said of itself. */
export function checkContent(chunk: Chunk, { size, digest }: { size: number; digest: string }): Issue[] {
  const [number, expected] = [chunk.chunkNumber, sizeOf(chunk)]
  if (size !== expected)
    return [{ path: 'file', code: 'upload.chunkSize', params: { chunk: number, expected, actual: size } }]
  if (chunk.digest === undefined || chunk.digest === digest) return []
  return [{ path: 'file', code: 'upload.chunkDigest', params: { chunk: number } }]
}

/** One identifier is one file: what was announced with the first chunk holds for all. */
export function checkSameFile(chunk: Chunk, upload: UploadRow): Issue[] {
  if (chunk.totalSize !== upload.size) return [mismatch('totalSize')]
  if (chunk.totalNumberOfChunks !== upload.chunks) return [mismatch('totalNumberOfChunks')]
  return []
}

export const mismatch = (what: string): Issue => ({ path: what, code: 'upload.mismatch', params: { what } })
