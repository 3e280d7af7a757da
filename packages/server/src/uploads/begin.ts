import {
  assertNoIssues,
  type FileRole,
  KinoraError,
  type Parsed,
  TitleStatus,
  trailerState,
  type uploads,
} from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { authorOf, newTag, stamp } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { assertDiskSpace, assertQuotaForUpload } from '../quotas/index.ts'
import {
  changeTitle,
  lockTitle,
  moveTitle,
  recordTitle,
  type StoredTitle,
  toTrailer,
  trailerStateOf,
} from '../stored-titles/index.ts'
import { findUpload, replaceUpload } from './rows.ts'
import type { UploadRow } from './tables.ts'
import { checkSameFile } from './upload-status.ts'

type Chunk = Parsed<typeof uploads.video>

/**
 * The upload that a chunk belongs to: the current one, or a new one in its place (UPLOAD-15, UPLOAD-30). Only a first
 * chunk begins one: a later chunk of an upload that was replaced or cancelled may come late and must displace nothing.
 */
export async function beginUpload(role: FileRole, chunk: Chunk, context: Context): Promise<UploadRow> {
  const { scope, deps } = context
  const known = await findUpload(scope, deps.db, { tag: chunk.tag, role })
  const lost = known !== undefined && (await isLost(known, context)) ? known.id : undefined
  const own = (upload: UploadRow | undefined): UploadRow | undefined =>
    upload?.identifier === chunk.identifier && upload.id !== lost ? same(chunk, upload) : undefined
  const begun = own(known)
  if (begun !== undefined) return begun
  if (chunk.chunkNumber !== 1) throw notBegun()
  const { upload, replaced } = await deps.db.transaction(async tx => {
    const title = await lockTitle(scope, tx, chunk.tag)
    const current = await findUpload(scope, tx, { tag: chunk.tag, role })
    const other = own(current)
    if (other !== undefined) return { upload: other, replaced: undefined }
    const file = toFile(role, chunk)
    await assertDiskSpace(deps, tx, file)
    await startReceiving(tx, { title, file, current, isFirstChunk: false }, context)
    return { upload: await replaceUpload(tx, newUpload(file, context)), replaced: current }
  })
  if (replaced?.state === 'receiving') await deps.blobs.parts.abandon(replaced.blobKey)
  return upload
}

/** OPS-02: an upload that was whole, and whose file is gone or has another size by now, isn’t there: it may be sent again. */
export const isLost = async ({ state, blobKey, size }: UploadRow, { deps }: Context): Promise<boolean> =>
  state === 'complete' && (await deps.blobs.size(blobKey)) !== size

/** Worth another try: the client asks where the upload stands, and learns whether it was replaced, cancelled or lost. */
const notBegun = (): KinoraError =>
  new KinoraError('conflict', {
    issues: [{ path: 'chunkNumber', code: 'upload.notBegun' }],
    retryAfter: 1,
  })

function same(chunk: Chunk, upload: UploadRow): UploadRow {
  assertNoIssues(checkSameFile(chunk, upload))
  return upload
}

interface Receiving {
  title: StoredTitle
  file: AnnouncedFile
  /** The upload that it replaces. */
  current: UploadRow | undefined
  /** Its first chunk is stored with it. */
  isFirstChunk: boolean
}

/** The title's side of a new upload. */
export async function startReceiving(
  tx: Database,
  { title: before, file, current, isFirstChunk }: Receiving,
  context: Context,
): Promise<void> {
  const { role, fileName, size } = file
  const replaced = current && { size: current.size, isOpen: current.state === 'receiving' }
  await assertQuotaForUpload(context.deps, tx, { owner: before, size, replaced })
  const start = role === 'trailer' ? startTrailer : startVideo
  const started = await start(tx, before, context)
  const now = context.deps.clock.now()
  const told =
    role === 'video' && isFirstChunk
      ? await moveTitle(context.scope, tx, { tag: before.tag, now, event: 'firstChunk' })
      : undefined
  const more = differences({}, { upload: { role, fileName, size } })
  await recordTitle(tx, authorOf(context), { before, after: told ?? started, verb: 'beginUpload', more })
}

/** C-26, E-1, E-2; refused while the title is being processed. What plays now goes on playing (C-25). */
async function startVideo(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<StoredTitle> {
  const now = deps.clock.now()
  const set = { errorType: null, jobId: null, processing: null, ...stamp(now, caller.userId) }
  const moved = await moveTitle(scope, tx, {
    tag: title.tag,
    now,
    event: 'startUpload',
    video: 'startUpload',
    set,
  })
  if (moved === undefined) throw refused('upload.busy')
  return moved
}

/** E-3 */
async function startTrailer(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<StoredTitle> {
  if (!trailerState.can(trailerStateOf(title), 'upload')) throw refused('title.trailerBusy')
  const now = deps.clock.now()
  const set = {
    ...toTrailer(now, TitleStatus.Uploading),
    trailerErrorType: null,
    trailerJobId: null,
    ...stamp(now, caller.userId),
  }
  return (await changeTitle(scope, tx, { tag: title.tag, set }))!
}

const toFile = (role: FileRole, chunk: Chunk): AnnouncedFile => {
  const { tag, identifier, fileName, totalSize: size, totalNumberOfChunks: chunks } = chunk
  return { tag, role, identifier, fileName, size, chunks }
}

/** What is known of a file before its bytes are there. */
interface AnnouncedFile {
  tag: string
  role: FileRole
  identifier: string
  fileName: string
  size: number
  chunks: number
}

export function newUpload({ tag, ...file }: AnnouncedFile, { deps, caller }: Context) {
  const id = newTag()
  const now = deps.clock.now()
  return {
    ...file,
    id,
    titleTag: tag,
    blobKey: `uploads/${tag}/${id}`,
    createdAt: now,
    createdBy: caller.userId,
    updatedAt: now,
    updatedBy: caller.userId,
  }
}
