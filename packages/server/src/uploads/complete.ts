import { assertNoIssues, type Issue, TitleStatus } from '@kinora/core'
import { sampleOf } from '@kinora/core/uploads'
import { eq } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { authorOf, stamp } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../stored-providers/tables.ts'
import {
  changeTitle,
  lockTitle,
  moveTitle,
  type Owner,
  readTitle,
  recordTitle,
  type StoredTitle,
  toTrailer,
} from '../stored-titles/index.ts'
import { storedFile, wasAccepted } from './deduplication.ts'
import { completeUpload, deleteUpload, digestOfDigests, lockUpload } from './rows.ts'
import type { UploadRow } from './tables.ts'
import { type Kind, kindOf } from './upload-status.ts'

/**
 * All chunks are there as one file: it is looked at, and the title is Uploaded. A file that no
 * title can be made of ends the upload: the call is refused with the reason, the title is in Error with the same
 * reason (UPLOAD-17), nothing stays stored, and another file may be sent at once. Doing it twice changes nothing.
 */
export async function finishUpload(upload: UploadRow, context: Context): Promise<UploadRow> {
  const { scope, deps } = context
  const title = await readTitle(scope, deps.db, upload.titleTag)
  const kind = kindOf(upload.role, title.contentType)
  const sample = await sampleOf(storedFile(deps.blobs, upload))
  const digest = await digestOfDigests(deps.db, upload)
  // Content that was looked at as the same kind of file needn't be looked at again.
  const { size, fileName } = upload
  const isKnown = await wasAccepted(deps.db, { owner: title, kind, fileName, size, sample, digest })
  const issues = isKnown ? [] : await inspect({ upload, kind, owner: title }, context)
  if (issues.length > 0) await refuse(upload, issues[0]!, context)
  assertNoIssues(issues)
  return accept(upload, sample, context)
}

interface Inspected {
  upload: UploadRow
  kind: Kind
  owner: Owner
}

/** VAL-13 to VAL-18: the stored file itself, with the client's own code, whatever that found out before. */
async function inspect({ upload, kind, owner }: Inspected, { deps, signal }: Context): Promise<Issue[]> {
  const { path, release } = await deps.blobs.local(upload.blobKey)
  const file = { name: upload.fileName, path, owner: owner.tenantId ?? owner.providerId ?? undefined }
  try {
    return await deps.probe.check(kind, file, signal)
  } finally {
    await release()
  }
}

async function accept(upload: UploadRow, sample: string, context: Context): Promise<UploadRow> {
  const { scope, deps } = context
  const { settled, before } = await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, upload.titleTag)
    const current = await lockUpload(tx, upload.id)
    if (current === undefined) throw refused('upload.cancelled')
    if (current.state === 'complete') return { settled: current, before }
    const digest = await digestOfDigests(tx, current)
    await completeUpload(tx, { id: upload.id, digest, sample })
    const after = await bringFile(tx, { ...upload, digest }, context)
    await recordTitle(tx, authorOf(context), { before, after: after ?? before, verb: 'storeFile' })
    return { settled: { ...current, state: 'complete' as const, digest }, before }
  })
  const replaced = sourceOf(before, upload)
  if (replaced !== null && replaced !== upload.blobKey) await deps.blobs.remove(replaced)
  if (await isEncodedAtOnce(deps.db, before)) await deps.jobs.enqueue(encodeStoredQueue, {}, { key: 'now' })
  return settled
}

/** Processes files that wait to be asked for; the look that each minute brings is one of its jobs. */
export const encodeStoredQueue = 'titles.encodeStored'

/** C-141: the title's provider wants its files encoded as soon as they are here, whoever asks. */
async function isEncodedAtOnce(db: Database, { providerId }: StoredTitle): Promise<boolean> {
  const [provider] = await db
    .select({ atOnce: providersTable.stage1Encode })
    .from(providersTable)
    .where(eq(providersTable.tag, providerId ?? ''))
  return provider?.atOnce ?? false
}

/** The title with its new file: E-1 and E-2 for a video, its name alone for a trailer. */
function bringFile(
  tx: Database,
  { titleTag: tag, role, blobKey, fileName, size: fileSize, digest: fileDigest, sha256 }: UploadRow,
  { scope, deps, caller }: Context,
): Promise<StoredTitle | undefined> {
  const now = deps.clock.now()
  const stamped = stamp(now, caller.userId)
  if (role === 'trailer') {
    const stored = {
      trailerSourceKey: blobKey,
      trailerSourceBytes: fileSize,
      trailerSourceDigest: fileDigest,
      trailerSourceDigestKey: blobKey,
    }
    const set = { ...stored, trailerName: fileName, ...stamped }
    return changeTitle(scope, tx, { tag, set })
  }
  const set = { sourceKey: blobKey, fileName, fileSize, fileDigest, fileSha256: sha256, ...stamped }
  return moveTitle(scope, tx, { tag, now, event: 'lastChunk', video: 'lastChunk', set })
}

async function refuse(upload: UploadRow, issue: Issue, context: Context): Promise<void> {
  const { scope, deps } = context
  await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, upload.titleTag)
    if ((await lockUpload(tx, upload.id))?.state !== 'receiving') return
    await deleteUpload(tx, upload.id)
    const after = await failFile(tx, { upload, issue }, context)
    await recordTitle(tx, authorOf(context), { before, after: after ?? before, verb: 'refuseFile' })
  })
  await deps.blobs.remove(upload.blobKey)
}

/** The title in Error, with the reason (UPLOAD-17). */
function failFile(
  tx: Database,
  { upload: { titleTag: tag, role }, issue: { code } }: { upload: UploadRow; issue: Issue },
  { scope, deps, caller }: Context,
): Promise<StoredTitle | undefined> {
  const now = deps.clock.now()
  const stamped = stamp(now, caller.userId)
  if (role === 'trailer') {
    const set = { ...toTrailer(now, TitleStatus.Error), trailerErrorType: code, ...stamped }
    return changeTitle(scope, tx, { tag, set })
  }
  const set = { errorType: code, ...stamped }
  return moveTitle(scope, tx, { tag, now, event: 'fail', video: 'fail', set })
}

const sourceOf = (title: StoredTitle, { role }: UploadRow): string | null =>
  role === 'video' ? title.sourceKey : title.trailerSourceKey
