import {
  assertNoIssues,
  CHUNK_SIZE,
  type FileRole,
  KinoraError,
  type Parsed,
  titleStatus,
  type UploadState,
  type uploads,
  VideoStatus,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import { sha256 } from '../kernel/digest.ts'
import type { Context } from '../kernel/handlers.ts'
import { StreamedFile } from '../kernel/http/form.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { isMediaError } from '../ports/media.ts'
import type { Lock } from '../ports/runtime.ts'
import { moveTitle, readTitle } from '../stored-titles/index.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { beginUpload, isLost } from './begin.ts'
import { finishUpload } from './complete.ts'
import {
  type Bound,
  type ChunkClaim,
  chunkDigests,
  claimChunk,
  claimNext,
  clearChunks,
  findTarget,
  findUpload,
  saveSha256,
} from './rows.ts'
import type { UploadRow } from './tables.ts'
import {
  advanceUpload,
  checkChunk,
  checkContent,
  checkNumbers,
  checkSameFile,
  kindOf,
  mismatch,
  sizeOf,
  storeChunk,
  toUploadState,
  type UploadStatus,
} from './upload-status.ts'

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
  const { deps } = context
  const { chunk, digest } = content
  const lock = await takeOverChunk(role, chunk, context)
  const stored = await withLock(lock, async () => {
    const claim = claimOf(upload, content)
    const bound = await claimChunk(deps.db, claim)
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
  await waitForChunkLock(role, { tag, chunkNumber: number }, context)
  const { chunk, upload } = await findTarget(scope, deps.db, { tag, role, number })
  const isSame = upload?.identifier === identifier && chunk?.digest === digest
  if (!isSame || !chunk.isStored) throw supersededError(number)
  return advance(upload, context)
}

/** A chunk whose digest is known. */
interface Content {
  chunk: Chunk
  digest: string
  /** Whether the title may not know yet that something comes. */
  isFirst: boolean
}

const claimOf = (upload: UploadRow, { chunk, digest }: Content): ChunkClaim => ({
  uploadId: upload.id,
  number: chunk.chunkNumber,
  digest,
  size: sizeOf(chunk),
})

/** What is claimed is written and marked; what was stored before is left as it is. */
async function storeBound(
  upload: UploadRow,
  content: Content,
  context: Context,
  { bound, write }: { bound: Bound; write(): Promise<void> },
): Promise<UploadStatus> {
  const { deps } = context
  const claim = claimOf(upload, content)
  if (bound.digest !== claim.digest) assertNoIssues([mismatch(`chunk ${claim.number}`)])
  if (bound.isStored) return advance(upload, context)
  await write()
  if (content.isFirst && upload.role === 'video') await tellTitle(upload, context)
  const stored = await storeChunk(deps.db, claim)
  if (stored === undefined) throw await gone(upload, context)
  return stored
}

/** Where the upload stands, found out anew. */
async function advance(upload: UploadRow, context: Context): Promise<UploadStatus> {
  const { deps } = context
  const advanced = await advanceUpload(deps.db, upload)
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

/**
 * OPS-02: the parts become one file, and an upload counts as stored once its bytes were read from where they lie. A chunk that lies there otherwise than it was
 * acknowledged is missing again, and is asked for next. Read once, also where many calls wait for it and their callers leave.
 */
async function verifyUpload(status: UploadStatus, context: Context): Promise<UploadStatus> {
  const { deps } = context
  const { upload } = status
  if (upload.sha256 !== null && (await deps.blobs.size(upload.blobKey)) === upload.size) return status
  const key = `verify ${upload.id}`
  const lock = deps.locks.tryAcquire(key)
  if (lock === undefined) {
    await deps.locks.whenFree(key)
    const next = await advance(upload, context)
    const isDone = next.upload.state === 'complete' || next.upload.nextChunk <= next.upload.chunks
    return isDone ? next : verifyUpload(next, context)
  }
  try {
    const digests = await chunkDigests(deps.db, upload.id)
    const meant = { size: upload.size, partSize: CHUNK_SIZE, digests }
    const finished = await deps.blobs.parts.finish(upload.blobKey, meant)
    if ('sha256' in finished) {
      const kept = await saveSha256(deps.db, { id: upload.id, sha256: finished.sha256 })
      if (kept === undefined) throw refused('upload.cancelled')
      return { ...status, upload: kept }
    }
    const { damaged: numbers } = finished
    deps.log.error({ tag: upload.titleTag, chunks: numbers }, 'stored chunks were damaged: asked for again')
    await clearChunks(deps.db, { id: upload.id, numbers })
    return await advance({ ...upload, nextChunk: 1 }, context)
  } finally {
    lock.release()
  }
}

type ChunkKey = Pick<Parsed<typeof uploads.video>, 'tag' | 'chunkNumber'>

const keyOf = (role: FileRole, { tag, chunkNumber }: ChunkKey): string => `${tag} ${role} ${chunkNumber}`

/** Only for who may write the chunk: ends the call that is still receiving it. */
const takeOverChunk = (role: FileRole, chunk: ChunkKey, { deps }: Context): Promise<Lock> =>
  deps.locks.takeOver(keyOf(role, chunk))

/** May be asked before it is known who may write the chunk. */
const tryLockChunk = (role: FileRole, chunk: ChunkKey, { deps }: Context): Lock | undefined =>
  deps.locks.tryAcquire(keyOf(role, chunk))

/** Resolves once nobody writes the chunk. */
const waitForChunkLock = (role: FileRole, chunk: ChunkKey, { deps }: Context): Promise<void> =>
  deps.locks.whenFree(keyOf(role, chunk))

/** Releases the lock in the end. Undefined where a newer call has taken the chunk over. */
async function withLock<T>({ signal, release }: Lock, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  } finally {
    release()
  }
}

/** The same chunk has come once more while this one was still arriving; the client asks where the upload stands. */
const supersededError = (chunk: number): KinoraError =>
  new KinoraError('conflict', {
    issues: [{ path: 'chunkNumber', code: 'upload.overtaken', params: { chunk } }],
    retryAfter: 1,
  })
