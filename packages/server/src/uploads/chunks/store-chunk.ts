import { assertNoIssues, type KinoraError, type Parsed, type uploads, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Context } from '../../kernel/handlers.ts'
import { refused } from '../../kernel/rows/refusals.ts'
import { moveTitle } from '../../stored-titles/index.ts'
import { titlesTable } from '../../stored-titles/tables.ts'
import { mismatch, sizeOf } from '../checks.ts'
import type { Bound, ChunkClaim } from '../rows.ts'
import type { UploadRow } from '../tables.ts'
import { advanceUpload, storeChunk, type UploadStatus } from './upload-status.ts'

type Chunk = Parsed<typeof uploads.video>

/** A chunk whose digest is known. */
export interface Content {
  chunk: Chunk
  digest: string
  /** Whether the title may not know yet that something comes. */
  isFirst: boolean
}

export const claimOf = (upload: UploadRow, { chunk, digest }: Content): ChunkClaim => ({
  uploadId: upload.id,
  number: chunk.chunkNumber,
  digest,
  size: sizeOf(chunk),
})

/** What is claimed is written and marked; what was stored before is left as it is. */
export async function storeBound(
  upload: UploadRow,
  content: Content,
  context: Context,
  { bound, write }: { bound: Bound; write(): Promise<void> },
): Promise<UploadStatus> {
  const { scope, deps } = context
  const claim = claimOf(upload, content)
  if (bound.digest !== claim.digest) assertNoIssues([mismatch(`chunk ${claim.number}`)])
  if (bound.isStored) return advance(upload, context)
  await write()
  if (content.isFirst && upload.role === 'video') await tellTitle(upload, context)
  const stored = await storeChunk(scope, deps.db, claim)
  if (stored === undefined) throw await gone(upload, context)
  return stored
}

/** Where the upload stands, found out anew. */
export async function advance(upload: UploadRow, context: Context): Promise<UploadStatus> {
  const { scope, deps } = context
  const advanced = await advanceUpload(scope, deps.db, upload)
  if (advanced === undefined) throw await gone(upload, context)
  return advanced
}

/** Before the chunk is marked, so that a title never lags behind what is stored. */
async function tellTitle({ titleTag: tag }: UploadRow, { scope, deps }: Context): Promise<void> {
  const uploading = eq(titlesTable.videoStatus, VideoStatus.Uploading)
  await moveTitle(scope, deps.db, { tag, event: 'firstChunk', now: deps.clock.now(), and: uploading })
}

/** The upload was replaced or cancelled meanwhile: what this call has written goes too. */
async function gone(upload: UploadRow, { deps }: Context): Promise<KinoraError> {
  await deps.blobs.parts.abandon(upload.blobKey)
  return refused('upload.cancelled')
}
