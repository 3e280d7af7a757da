import type { UploadState } from '@kinora/core'
import { and, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { builtOnce } from '../../kernel/db/built-once.ts'
import { fromHex, join, sha256 } from '../../kernel/digest.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import type { ChunkClaim } from '../rows.ts'
import { uploadChunksTable as chunks, type UploadRow, uploadsTable as uploads } from '../tables.ts'

/** Where an upload stands. */
export interface Advanced {
  upload: UploadRow
  /** Digest of the digests before `nextChunk`. */
  digest: string
}

/** Digests of the chunks that were stored last, so that the answer to each needn't read all that came before it. */
export interface Memory {
  /** Digests of the first chunks of an upload, one behind the other; what is stored never changes. */
  digests: Map<string, Uint8Array<ArrayBuffer>>
}

/** Uploads whose digests are remembered, and bytes of a digest. */
const REMEMBERED = 32
const LENGTH = 32

export const createMemory = (): Memory => ({ digests: new Map() })

const storing = builtOnce(db => {
  const [id, number] = [sql.placeholder('id'), sql.placeholder('number')]
  const digest = sql.placeholder('digest')
  const claimed = and(eq(chunks.uploadId, id), eq(chunks.number, number), eq(chunks.digest, digest))
  const marked = db
    .$with('marked')
    .as(db.update(chunks).set({ isStored: true }).where(claimed).returning({ number: chunks.number }))
  const next = sql`CASE WHEN ${uploads.nextChunk} = ${number} THEN ${missingFrom(id, sql`${number}::int + 1`)}
    ELSE ${uploads.nextChunk} END`
  return db
    .with(marked)
    .update(uploads)
    .set({ nextChunk: next })
    .where(sql`${uploads.id} = ${id} AND EXISTS (SELECT 1 FROM marked)`)
    .returning({ ...getTableColumns(uploads), after: digestsBetween(id, number) })
})

/**
 * Marks a chunk whose bytes are on the disk and moves on to the first one that is missing. Of calls that mark their
 * chunks at the same moment one may not see the other's: whichever is not the one that was wanted looks once more, and
 * any later call does. Undefined once the upload was replaced or cancelled.
 */
export async function storeChunk(
  scope: Scope,
  db: Database,
  { uploadId: id, number, digest }: ChunkClaim,
  memory: Memory,
): Promise<Advanced | undefined> {
  const [row] = await storing(db, 'chunk', { id, number, digest })
  if (row === undefined) return undefined
  const { after, ...upload } = row
  const before = memory.digests.get(id) ?? new Uint8Array()
  if (upload.nextChunk <= number || before.byteLength !== (number - 1) * LENGTH)
    return advanceUpload(scope, db, upload, memory)
  return toAdvanced(upload, join(before, fromHex(digest + (after ?? ''))), memory)
}

/** Moves on to the first chunk that is missing. Undefined once the upload is gone. */
export async function advanceUpload(
  _scope: Scope,
  db: Database,
  { id, nextChunk }: UploadRow,
  memory: Memory,
): Promise<Advanced | undefined> {
  const [row] = await db
    .update(uploads)
    .set({ nextChunk: sql`greatest(${uploads.nextChunk}, ${missingFrom(id, sql`${nextChunk}::int`)})` })
    .where(eq(uploads.id, id))
    .returning({ ...getTableColumns(uploads), all: digestsBetween(id, 0) })
  if (row === undefined) return undefined
  const { all, ...upload } = row
  return toAdvanced(upload, fromHex(all ?? ''), memory)
}

const missingFrom = (id: string | Placeholder, first: SQL) => sql`(
  WITH RECURSIVE walk(n) AS (
    SELECT ${first}
    UNION ALL
    SELECT walk.n + 1 FROM walk
    JOIN upload_chunks c ON c.upload_id = ${id} AND c.number = walk.n AND c.is_stored)
  SELECT max(n) FROM walk)`

/** The digests of the chunks after `number` and before the one that is wanted next. */
const digestsBetween = (id: string | Placeholder, number: number | Placeholder) => sql<string | null>`(
  SELECT string_agg(c.digest, '' ORDER BY c.number) FROM upload_chunks c
  WHERE c.upload_id = ${id} AND c.number > ${number} AND c.number < ${uploads.nextChunk})`

async function toAdvanced(
  upload: UploadRow,
  digests: Uint8Array<ArrayBuffer>,
  memory: Memory,
): Promise<Advanced> {
  memory.digests.delete(upload.id)
  if (upload.nextChunk <= upload.chunks) memory.digests.set(upload.id, digests)
  for (const oldest of memory.digests.keys()) {
    if (memory.digests.size <= REMEMBERED) break
    memory.digests.delete(oldest)
  }
  return { upload, digest: await sha256(digests) }
}

export function toUploadState({ upload, digest }: Advanced): UploadState {
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
