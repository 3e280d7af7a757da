import {
  assertNoIssues,
  CHUNK_SIZE,
  type FileRole,
  type Parsed,
  type UploadState,
  type uploads,
  VideoStatus,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { refused } from '../titles/refusals.ts'
import { moveTitle, readTitle } from '../titles/rows.ts'
import { titlesTable } from '../titles/tables.ts'
import { beginUpload } from './begin.ts'
import { checkChunk, kindOf, mismatch } from './checks.ts'
import { sha256 } from './digest.ts'
import { claimChunk, findUpload, lockUpload, markStored, toUploadState } from './rows.ts'
import { settleUpload } from './settle.ts'
import type { UploadRow } from './tables.ts'

type Chunk = Parsed<typeof uploads.video>

/**
 * One chunk: verified, claimed, written durably, and only then acknowledged (UPLOAD-28, UPLOAD-29). Chunks may come
 * repeated, late, in any order and at the same time; the answer says which one is wanted next.
 */
export async function receiveChunk(role: FileRole, chunk: Chunk, context: Context): Promise<UploadState> {
  const { scope, deps } = context
  const title = await readTitle(scope, deps.db, chunk.tag)
  assertNoIssues(checkChunk(chunk, kindOf(role, title.contentType)))
  const bytes = new Uint8Array(await chunk.file.arrayBuffer())
  const digest = await sha256(bytes)
  if (chunk.digest !== undefined && chunk.digest !== digest) {
    assertNoIssues([{ path: 'file', code: 'upload.chunkDigest', params: { chunk: chunk.chunkNumber } }])
  }
  const upload = await beginUpload(role, chunk, context)
  const stored =
    upload.state === 'complete'
      ? upload
      : await storeChunk(upload, { number: chunk.chunkNumber, digest, bytes }, context)
  return toUploadState(scope, deps.db, await settleIfWhole(stored, context))
}

/** Where the upload stands. One whose end was lost between its last chunk and the answer is settled now. */
export async function readUploadState(
  role: FileRole,
  tag: string,
  context: Context,
): Promise<UploadState | null> {
  const { scope, deps } = context
  await readTitle(scope, deps.db, tag)
  const upload = await findUpload(scope, deps.db, { tag, role })
  if (upload === undefined) return null
  return toUploadState(scope, deps.db, await settleIfWhole(upload, context))
}

interface Content {
  number: number
  digest: string
  bytes: Uint8Array
}

async function storeChunk(
  upload: UploadRow,
  { number, digest, bytes }: Content,
  { scope, deps }: Context,
): Promise<UploadRow> {
  const claim = await claimChunk(scope, deps.db, {
    uploadId: upload.id,
    number,
    digest,
    size: bytes.byteLength,
  })
  if (claim.digest !== digest) assertNoIssues([mismatch(`chunk ${number}`)])
  if (!claim.isStored)
    await deps.blobs.parts.write(upload.blobKey, { number, offset: (number - 1) * CHUNK_SIZE, bytes })
  const marked = await deps.db.transaction(async tx => {
    const current = await lockUpload(scope, tx, upload.id)
    if (current === undefined) return undefined
    if (upload.role === 'video') {
      const uploading = eq(titlesTable.videoStatus, VideoStatus.Uploading)
      const now = deps.clock.now()
      await moveTitle(scope, tx, { tag: upload.titleTag, event: 'firstChunk', now, and: uploading })
    }
    return claim.isStored ? current : markStored(scope, tx, current, number)
  })
  if (marked?.state !== 'receiving') await deps.blobs.parts.abandon(upload.blobKey)
  if (marked === undefined) throw refused('upload.cancelled')
  return marked
}

const settleIfWhole = (upload: UploadRow, context: Context): Promise<UploadRow> | UploadRow =>
  upload.state === 'receiving' && upload.nextChunk > upload.chunks ? settleUpload(upload, context) : upload
