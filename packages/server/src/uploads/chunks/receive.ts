import {
  assertNoIssues,
  CHUNK_SIZE,
  type FileRole,
  type Parsed,
  titleStatus,
  type UploadState,
  type uploads,
} from '@kinora/core'
import { sha256 } from '../../kernel/digest.ts'
import type { Context } from '../../kernel/handlers.ts'
import { StreamedFile } from '../../kernel/http/form.ts'
import type { Lock } from '../../ports/locks.ts'
import { isMediaError } from '../../ports/media.ts'
import { readTitle } from '../../stored-titles/index.ts'
import { checkChunk, checkContent, checkNumbers, checkSameFile, kindOf, sizeOf } from '../checks.ts'
import { claimChunk, claimNext, findTarget, findUpload } from '../rows.ts'
import type { UploadRow } from '../tables.ts'
import { beginUpload, isLost } from './begin.ts'
import { overtaken, takeOverChunk, tryLockChunk, whenChunkFree, withLock } from './chunk-lock.ts'
import { finishUpload } from './complete.ts'
import { advance, type Content, claimOf, storeBound } from './store-chunk.ts'
import { toUploadState, type UploadStatus } from './upload-status.ts'
import { verifyUpload } from './verify.ts'

type Chunk = Parsed<typeof uploads.video>
type Target = Awaited<ReturnType<typeof findTarget>>

/**
 * One chunk: claimed, written durably, verified, and only then marked and acknowledged (UPLOAD-28, UPLOAD-29). Chunks
 * may come repeated, late, in any order and at the same time; the answer says which one is wanted next.
 */
export async function receiveChunk(role: FileRole, chunk: Chunk, context: Context): Promise<UploadState> {
  return answer((await takeNext(role, chunk, context)) ?? (await takeAny(role, chunk, context)), context)
}

/**
 * How far the upload has come; null where there is none, or its file is gone. One whose end was lost between its last chunk and the answer is settled now; where that fails
 * for the machine's sake it stands as it stood, and the next call tries again.
 */
export async function readUploadState(
  role: FileRole,
  tag: string,
  context: Context,
): Promise<UploadState | null> {
  const { scope, deps } = context
  await readTitle(scope, deps.db, tag)
  const upload = await findUpload(scope, deps.db, { tag, role })
  if (upload === undefined || (await isLost(upload, context))) return null
  const status = await advance(upload, context)
  return answer(status, context).catch((error: unknown) => {
    if (!isMediaError(error) || !error.retryable) throw error
    deps.log.warn({ err: error, tag }, 'a stored file could not be looked at')
    return toUploadState(status)
  })
}

async function answer(advanced: UploadStatus, context: Context): Promise<UploadState> {
  const { state, nextChunk, chunks } = advanced.upload
  if (state !== 'receiving' || nextChunk <= chunks) return toUploadState(advanced)
  const verified = await verifyUpload(advanced, context)
  if (verified.upload.nextChunk <= chunks) return toUploadState(verified)
  return toUploadState({ ...verified, upload: await finishUpload(verified.upload, context) })
}

/**
 * The usual case in one question to the database: a chunk that names its digest before its bytes, belongs to an upload
 * that has begun and is nobody's. Undefined for any other, and nobody who has the chunk is disturbed by it.
 */
async function takeNext(role: FileRole, chunk: Chunk, context: Context): Promise<UploadStatus | undefined> {
  const { scope, deps } = context
  const { tag, file, digest, identifier, totalSize, chunkNumber: number, totalNumberOfChunks: total } = chunk
  if (!(file instanceof StreamedFile) || digest === undefined) return undefined
  if (checkNumbers(chunk).length > 0) return undefined
  const lock = tryLockChunk(role, chunk, context)
  if (lock === undefined) return undefined
  const next = { tag, role, identifier, totalSize, total, number, digest, size: sizeOf(chunk) }
  const stored = await withLock(lock, async () => {
    const claimed = await claimNext(scope, deps.db, next)
    if (claimed === undefined) return 'other'
    const { title, upload, bound } = claimed
    assertNoIssues(checkChunk(chunk, kindOf(role, title.contentType)))
    const content = { chunk, digest, isFirst: titleStatus.can(title.status, 'firstChunk') }
    return storeBound(upload, content, context, { bound, write: () => receive(upload, chunk, lock, context) })
  })
  return stored === 'other' ? undefined : (stored ?? confirmStored(role, chunk, digest, context))
}

async function takeAny(role: FileRole, chunk: Chunk, context: Context): Promise<UploadStatus> {
  const { scope, deps } = context
  const target = await findTarget(scope, deps.db, { tag: chunk.tag, role, number: chunk.chunkNumber })
  assertNoIssues(checkChunk(chunk, kindOf(role, target.title.contentType)))
  return (await takeAsItComes(role, chunk, target, context)) ?? takeWhole(role, chunk, context)
}

/** Undefined where the digest isn't known before the bytes, or there is no upload that waits for them. */
async function takeAsItComes(
  role: FileRole,
  chunk: Chunk,
  { upload, title }: Target,
  context: Context,
): Promise<UploadStatus | undefined> {
  const { file, digest } = chunk
  if (!(file instanceof StreamedFile) || digest === undefined) return undefined
  if (upload?.state !== 'receiving' || upload.identifier !== chunk.identifier) return undefined
  assertNoIssues(checkSameFile(chunk, upload))
  const content = { chunk, digest, isFirst: titleStatus.can(title.status, 'firstChunk') }
  return takeChunk(role, upload, content, context, lock => receive(upload, chunk, lock, context))
}

/** The bytes go to the disk once they are what the chunk says of itself. */
async function receive(upload: UploadRow, chunk: Chunk, { signal }: Lock, { deps }: Context): Promise<void> {
  const { file, chunkNumber: number, digest = '' } = chunk
  const part = { number, offset: (number - 1) * CHUNK_SIZE, size: sizeOf(chunk), digest }
  const pieces = (file as StreamedFile).pieces()
  const received = await deps.blobs.parts.receive(upload.blobKey, { ...part, pieces, signal })
  assertNoIssues(checkContent(chunk, received))
}

/** Any other chunk is held and verified first: only one that is as it should be may begin an upload. */
async function takeWhole(role: FileRole, chunk: Chunk, context: Context): Promise<UploadStatus> {
  const number = chunk.chunkNumber
  const bytes = new Uint8Array(await chunk.file.arrayBuffer())
  const digest = await sha256(bytes)
  assertNoIssues(checkContent(chunk, { size: bytes.byteLength, digest }))
  const upload = await beginUpload(role, chunk, context)
  if (upload.state === 'complete') return advance(upload, context)
  const part = { number, offset: (number - 1) * CHUNK_SIZE, bytes }
  return takeChunk(role, upload, { chunk, digest, isFirst: true }, context, () =>
    context.deps.blobs.parts.write(upload.blobKey, part),
  )
}

async function takeChunk(
  role: FileRole,
  upload: UploadRow,
  content: Content,
  context: Context,
  write: (lock: Lock) => Promise<void>,
): Promise<UploadStatus> {
  const { scope, deps } = context
  const { chunk, digest } = content
  const lock = await takeOverChunk(role, chunk, context)
  const stored = await withLock(lock, async () => {
    const claim = claimOf(upload, content)
    const bound = await claimChunk(scope, deps.db, claim)
    return storeBound(upload, content, context, { bound, write: () => write(lock) })
  })
  return stored ?? confirmStored(role, chunk, digest, context)
}

/** Another call had the same chunk after this one: if that one has stored it, it is stored for both. */
async function confirmStored(
  role: FileRole,
  { tag, chunkNumber: number, identifier }: Chunk,
  digest: string,
  context: Context,
): Promise<UploadStatus> {
  const { scope, deps } = context
  await whenChunkFree(role, { tag, chunkNumber: number }, context)
  const { chunk, upload } = await findTarget(scope, deps.db, { tag, role, number })
  const isSame = upload?.identifier === identifier && chunk?.digest === digest
  if (!isSame || !chunk.isStored) throw overtaken(number)
  return advance(upload, context)
}
