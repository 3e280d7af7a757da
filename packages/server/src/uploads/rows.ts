import { type FileRole, KinoraError, type UploadState } from '@kinora/core'
import { and, eq, sql } from 'drizzle-orm'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { inReach } from '../titles/reach.ts'
import { titlesTable } from '../titles/tables.ts'
import { uploadChunksTable as chunks, type UploadRow, uploadsTable as uploads } from './tables.ts'

/** The current upload of a title's file, where there is one in reach. */
export async function findUpload(
  scope: Scope,
  db: Database,
  file: { tag: string; role: FileRole },
): Promise<UploadRow | undefined> {
  const [found] = await db
    .select({ upload: uploads })
    .from(uploads)
    .innerJoin(titlesTable, eq(titlesTable.tag, uploads.titleTag))
    .where(and(eq(uploads.titleTag, file.tag), eq(uploads.role, file.role), inReach(scope)))
  return found?.upload
}

/** Puts a new upload in the place of the one before. The title is locked by the caller. */
export async function replaceUpload(
  _scope: Scope,
  tx: Database,
  row: typeof uploads.$inferInsert,
): Promise<UploadRow> {
  await tx.delete(uploads).where(and(eq(uploads.titleTag, row.titleTag), eq(uploads.role, row.role)))
  const [created] = await tx.insert(uploads).values(row).returning()
  return created!
}

export async function deleteUpload(_scope: Scope, db: Database, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id))
}

export interface ChunkClaim {
  uploadId: string
  number: number
  digest: string
  size: number
}

/** Binds a chunk to its content before a byte is written, so that two contents can never mix; gives what is bound. */
export async function claimChunk(
  _scope: Scope,
  db: Database,
  claim: ChunkClaim,
): Promise<{ digest: string; isStored: boolean }> {
  await db.insert(chunks).values(claim).onConflictDoNothing()
  const wanted = and(eq(chunks.uploadId, claim.uploadId), eq(chunks.number, claim.number))
  const [row] = await db
    .select({ digest: chunks.digest, isStored: chunks.isStored })
    .from(chunks)
    .where(wanted)
  return row ?? { digest: claim.digest, isStored: false }
}

/** Holds the upload until the transaction ends; undefined once it was replaced or cancelled. */
export async function lockUpload(_scope: Scope, tx: Database, id: string): Promise<UploadRow | undefined> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update')
  return row
}

/** Marks a chunk as stored and moves on to the first that is missing. The upload is locked by the caller. */
export async function markStored(
  _scope: Scope,
  tx: Database,
  upload: UploadRow,
  number: number,
): Promise<UploadRow> {
  await tx
    .update(chunks)
    .set({ isStored: true })
    .where(and(eq(chunks.uploadId, upload.id), eq(chunks.number, number)))
  const missing = sql<number>`(
    SELECT min(n) FROM generate_series(${upload.nextChunk}::int, ${upload.chunks + 1}::int) n
    WHERE NOT EXISTS (SELECT 1 FROM upload_chunks c WHERE c.upload_id = ${upload.id} AND c.number = n AND c.is_stored))`
  const [row] = await tx
    .update(uploads)
    .set({ nextChunk: missing })
    .where(eq(uploads.id, upload.id))
    .returning()
  return row!
}

export async function completeUpload(
  _scope: Scope,
  tx: Database,
  { id, digest, sample }: { id: string; digest: string; sample: string },
): Promise<void> {
  await tx.update(uploads).set({ state: 'complete', digest, sample }).where(eq(uploads.id, id))
}

/** The chunks of a stored file are those of its copy too; throws `notFound` when they are gone meanwhile. */
export async function copyChunks(
  _scope: Scope,
  tx: Database,
  { from, to }: { from: UploadRow; to: string },
): Promise<void> {
  const uploadId = sql<string>`${to}::text`.as('upload_id')
  const { number, digest, size, isStored } = chunks
  const copies = tx
    .select({ uploadId, number, digest, size, isStored })
    .from(chunks)
    .where(eq(chunks.uploadId, from.id))
  const copied = await tx.insert(chunks).select(copies).returning({ number })
  if (copied.length !== from.chunks) throw new KinoraError('notFound')
}

/** SHA-256 over the binary digests of the chunks before `nextChunk`, in their order. */
export async function digestOfDigests(_scope: Scope, db: Database, upload: UploadRow): Promise<string> {
  const all = sql`string_agg(decode(${chunks.digest}, 'hex'), ''::bytea ORDER BY ${chunks.number})`
  const digest = sql<string>`encode(sha256(coalesce(${all}, ''::bytea)), 'hex')`
  const before = sql`${chunks.uploadId} = ${upload.id} AND ${chunks.number} < ${upload.nextChunk}`
  const [row] = await db.select({ digest }).from(chunks).where(before)
  return row!.digest
}

export async function toUploadState(scope: Scope, db: Database, upload: UploadRow): Promise<UploadState> {
  return {
    identifier: upload.identifier,
    fileName: upload.fileName,
    totalSize: upload.size,
    totalNumberOfChunks: upload.chunks,
    nextChunk: upload.nextChunk,
    complete: upload.state === 'complete',
    digest: upload.digest ?? (await digestOfDigests(scope, db, upload)),
  }
}
