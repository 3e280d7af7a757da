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
import { ArrivingFile } from '../kernel/form.ts'
import type { Context } from '../kernel/handlers.ts'
import type { BlobPort } from '../ports/blobs.ts'
import { refused } from '../titles/refusals.ts'
import { moveTitle, readTitle } from '../titles/rows.ts'
import { titlesTable } from '../titles/tables.ts'
import { beginUpload } from './begin.ts'
import { checkChunk, checkContent, checkSameFile, kindOf, mismatch, sizeOf } from './checks.ts'
import { sha256 } from './digest.ts'
import { type ChunkClaim, claimChunk, findTarget, findUpload } from './rows.ts'
import { settleUpload } from './settle.ts'
import {
  type Advanced,
  advanceUpload,
  createMemory,
  type Memory,
  storeChunk,
  toUploadState,
} from './standing.ts'
import type { UploadRow } from './tables.ts'
import { createTurns, type Turns } from './turns.ts'

type Chunk = Parsed<typeof uploads.video>
type Target = Awaited<ReturnType<typeof findTarget>>

/**
 * One chunk: claimed, written durably, verified, and only then marked and acknowledged (UPLOAD-28, UPLOAD-29). Chunks
 * may come repeated, late, in any order and at the same time; the answer says which one is wanted next.
 */
export async function receiveChunk(role: FileRole, chunk: Chunk, context: Context): Promise<UploadState> {
  const { scope, deps } = context
  const target = await findTarget(scope, deps.db, { tag: chunk.tag, role, number: chunk.chunkNumber })
  assertNoIssues(checkChunk(chunk, kindOf(role, target.title.contentType)))
  const stands = (await takeAsItComes(chunk, target, context)) ?? (await takeWhole(role, chunk, context))
  return answer(stands, context)
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
  return upload === undefined ? null : answer(await advance(upload, context), context)
}

async function advance(upload: UploadRow, context: Context): Promise<Advanced> {
  const { scope, deps } = context
  const advanced = await advanceUpload(scope, deps.db, upload, inProcess(deps.blobs).memory)
  if (advanced === undefined) throw await gone(upload, context)
  return advanced
}

async function answer(advanced: Advanced, context: Context): Promise<UploadState> {
  const { state, nextChunk, chunks } = advanced.upload
  if (state !== 'receiving' || nextChunk <= chunks) return toUploadState(advanced)
  return toUploadState({ ...advanced, upload: await settleUpload(advanced.upload, context) })
}

/**
 * A chunk that names its digest before its bytes and belongs to an upload that has begun goes to the disk as it comes.
 * Undefined for any other.
 */
async function takeAsItComes(
  chunk: Chunk,
  { upload, title }: Target,
  context: Context,
): Promise<Advanced | undefined> {
  const { file, digest, chunkNumber: number } = chunk
  if (!(file instanceof ArrivingFile) || digest === undefined) return undefined
  if (upload?.state !== 'receiving' || upload.identifier !== chunk.identifier) return undefined
  assertNoIssues(checkSameFile(chunk, upload))
  const part = { number, offset: (number - 1) * CHUNK_SIZE, size: sizeOf(chunk), pieces: file.pieces() }
  return takeChunk(upload, { chunk, digest, isFirst: titleStatus.can(title.status, 'firstChunk') }, context, {
    async write(signal) {
      const received = await context.deps.blobs.parts.receive(upload.blobKey, { ...part, signal })
      assertNoIssues(checkContent(chunk, received))
    },
  })
}

/** Any other chunk is held and verified first: only one that is as it should be may begin an upload. */
async function takeWhole(role: FileRole, chunk: Chunk, context: Context): Promise<Advanced> {
  const number = chunk.chunkNumber
  const bytes = new Uint8Array(await chunk.file.arrayBuffer())
  const digest = await sha256(bytes)
  assertNoIssues(checkContent(chunk, { size: bytes.byteLength, digest }))
  const upload = await beginUpload(role, chunk, context)
  if (upload.state === 'complete') return advance(upload, context)
  const part = { number, offset: (number - 1) * CHUNK_SIZE, bytes }
  return takeChunk(upload, { chunk, digest, isFirst: true }, context, {
    write: () => context.deps.blobs.parts.write(upload.blobKey, part),
  })
}

interface Content {
  chunk: Chunk
  digest: string
  /** Whether the title may not know yet that something comes. */
  isFirst: boolean
}

/** One call at a time has a chunk, from its claim to its mark, so that nothing is ever written over what is marked. */
async function takeChunk(
  upload: UploadRow,
  { chunk, digest, isFirst }: Content,
  context: Context,
  { write }: { write(signal: AbortSignal): Promise<void> },
): Promise<Advanced> {
  const { scope, deps } = context
  const { chunkNumber: number } = chunk
  const claim: ChunkClaim = { uploadId: upload.id, number, digest, size: sizeOf(chunk) }
  const stop = new AbortController()
  const part = `${upload.id} ${number}`
  const { turns, memory } = inProcess(deps.blobs)
  const release = await turns.take(part, () => stop.abort(overtaken(number)))
  try {
    const bound = await claimChunk(scope, deps.db, claim)
    if (bound.digest !== digest) assertNoIssues([mismatch(`chunk ${number}`)])
    if (bound.isStored) return await advance(upload, context)
    await write(stop.signal)
    if (isFirst && upload.role === 'video') await tellTitle(upload, context)
    const stored = await storeChunk(scope, deps.db, claim, memory)
    if (stored === undefined) throw await gone(upload, context)
    return stored
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    release()
  }
  await turns.free(part)
  return advance(await confirmStored(upload, claim, context), context)
}

/** Another call had the same chunk after this one: if that one has stored it, it is stored for both. */
async function confirmStored(
  upload: UploadRow,
  { number, digest }: ChunkClaim,
  { scope, deps }: Context,
): Promise<UploadRow> {
  const { chunk } = await findTarget(scope, deps.db, { tag: upload.titleTag, role: upload.role, number })
  if (chunk?.uploadId === upload.id && chunk.digest === digest && chunk.isStored) return upload
  throw overtaken(number)
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

/** The same chunk has come once more while this one was still arriving; the client asks where the upload stands. */
const overtaken = (chunk: number): KinoraError =>
  new KinoraError('conflict', {
    issues: [{ path: 'chunkNumber', code: 'upload.overtaken', params: { chunk } }],
    retryAfter: 1,
  })

const known = new WeakMap<BlobPort, { turns: Turns; memory: Memory }>()

/** Calls of one platform take turns and share what they remember; several platforms in one process don't know each other. */
function inProcess(blobs: BlobPort): { turns: Turns; memory: Memory } {
  const found = known.get(blobs) ?? { turns: createTurns(), memory: createMemory() }
  known.set(blobs, found)
  return found
}
