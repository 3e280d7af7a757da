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
import { type Bound, type ChunkClaim, claimChunk, claimNext, findTarget, findUpload } from './rows.ts'
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
  return answer((await takeNext(role, chunk, context)) ?? (await takeAny(role, chunk, context)), context)
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
 * The usual case in one question to the database: a chunk that names its digest before its bytes, belongs to an upload
 * that has begun and is nobody's. Undefined for any other, and nobody who has the chunk is disturbed by it.
 */
async function takeNext(role: FileRole, chunk: Chunk, context: Context): Promise<Advanced | undefined> {
  const { scope, deps } = context
  const { tag, file, digest, identifier, totalSize, chunkNumber: number, totalNumberOfChunks: total } = chunk
  if (!(file instanceof ArrivingFile) || digest === undefined || number > total) return undefined
  const turn = takeFree(role, chunk, context)
  if (turn === undefined) return undefined
  const next = { tag, role, identifier, totalSize, total, number, digest, size: sizeOf(chunk) }
  const stands = await inTurn(turn, async () => {
    const claimed = await claimNext(scope, deps.db, next)
    if (claimed === undefined) return 'other'
    const { title, upload, bound } = claimed
    assertNoIssues(checkChunk(chunk, kindOf(role, title.contentType)))
    const content = { chunk, digest, isFirst: titleStatus.can(title.status, 'firstChunk') }
    return storeBound(upload, content, context, { bound, write: () => receive(upload, chunk, turn, context) })
  })
  return stands === 'other' ? undefined : (stands ?? confirmStored(role, chunk, digest, context))
}

async function takeAny(role: FileRole, chunk: Chunk, context: Context): Promise<Advanced> {
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
): Promise<Advanced | undefined> {
  const { file, digest } = chunk
  if (!(file instanceof ArrivingFile) || digest === undefined) return undefined
  if (upload?.state !== 'receiving' || upload.identifier !== chunk.identifier) return undefined
  assertNoIssues(checkSameFile(chunk, upload))
  const content = { chunk, digest, isFirst: titleStatus.can(title.status, 'firstChunk') }
  return takeChunk(role, upload, content, context, turn => receive(upload, chunk, turn, context))
}

/** The bytes go to the disk as they come. */
async function receive(upload: UploadRow, chunk: Chunk, { signal }: Turn, { deps }: Context): Promise<void> {
  const { file, chunkNumber: number } = chunk
  const part = { number, offset: (number - 1) * CHUNK_SIZE, size: sizeOf(chunk) }
  const pieces = (file as ArrivingFile).pieces()
  const received = await deps.blobs.parts.receive(upload.blobKey, { ...part, pieces, signal })
  assertNoIssues(checkContent(chunk, received))
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
  return takeChunk(role, upload, { chunk, digest, isFirst: true }, context, () =>
    context.deps.blobs.parts.write(upload.blobKey, part),
  )
}

interface Content {
  chunk: Chunk
  digest: string
  /** Whether the title may not know yet that something comes. */
  isFirst: boolean
}

async function takeChunk(
  role: FileRole,
  upload: UploadRow,
  content: Content,
  context: Context,
  write: (turn: Turn) => Promise<void>,
): Promise<Advanced> {
  const { scope, deps } = context
  const { chunk, digest } = content
  const turn = await takeOver(role, chunk, context)
  const stands = await inTurn(turn, async () => {
    const claim = claimOf(upload, content)
    const bound = await claimChunk(scope, deps.db, claim)
    return storeBound(upload, content, context, { bound, write: () => write(turn) })
  })
  return stands ?? confirmStored(role, chunk, digest, context)
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
): Promise<Advanced> {
  const { scope, deps } = context
  const claim = claimOf(upload, content)
  if (bound.digest !== claim.digest) assertNoIssues([mismatch(`chunk ${claim.number}`)])
  if (bound.isStored) return advance(upload, context)
  await write()
  if (content.isFirst && upload.role === 'video') await tellTitle(upload, context)
  const stored = await storeChunk(scope, deps.db, claim, inProcess(deps.blobs).memory)
  if (stored === undefined) throw await gone(upload, context)
  return stored
}

/** Another call had the same chunk after this one: if that one has stored it, it is stored for both. */
async function confirmStored(
  role: FileRole,
  { tag, chunkNumber: number, identifier }: Chunk,
  digest: string,
  context: Context,
): Promise<Advanced> {
  const { scope, deps } = context
  await inProcess(deps.blobs).turns.free(partOf(role, { tag, chunkNumber: number }))
  const { chunk, upload } = await findTarget(scope, deps.db, { tag, role, number })
  const isSame = upload?.identifier === identifier && chunk?.digest === digest
  if (!isSame || !chunk.isStored) throw overtaken(number)
  return advance(upload, context)
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

/** A call that has a chunk; nothing is ever written over what is marked, as one at a time has it. */
interface Turn {
  /** Aborted once a newer call wants the chunk. */
  signal: AbortSignal
  release(): void
}

const partOf = (role: FileRole, { tag, chunkNumber }: Pick<Chunk, 'tag' | 'chunkNumber'>): string =>
  `${tag} ${role} ${chunkNumber}`

/** Only who may write the chunk takes it over. */
async function takeOver(role: FileRole, chunk: Chunk, { deps }: Context): Promise<Turn> {
  const stop = new AbortController()
  const { turns } = inProcess(deps.blobs)
  const release = await turns.take(partOf(role, chunk), () => stop.abort(overtaken(chunk.chunkNumber)))
  return { signal: stop.signal, release }
}

function takeFree(role: FileRole, chunk: Chunk, { deps }: Context): Turn | undefined {
  const stop = new AbortController()
  const { turns } = inProcess(deps.blobs)
  const release = turns.takeFree(partOf(role, chunk), () => stop.abort(overtaken(chunk.chunkNumber)))
  return release && { signal: stop.signal, release }
}

/** Undefined where a newer call has taken the chunk over. */
async function inTurn<T>({ signal, release }: Turn, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  } finally {
    release()
  }
}

const known = new WeakMap<BlobPort, { turns: Turns; memory: Memory }>()

/** Calls of one platform take turns and share what they remember; several platforms in one process don't know each other. */
function inProcess(blobs: BlobPort): { turns: Turns; memory: Memory } {
  const found = known.get(blobs) ?? { turns: createTurns(), memory: createMemory() }
  known.set(blobs, found)
  return found
}
