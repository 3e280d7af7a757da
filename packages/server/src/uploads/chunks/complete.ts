import { assertNoIssues, type Issue, TitleStatus } from '@kinora/core'
import { SNIFF_SIZE } from '@kinora/core/media'
import { sampleOf } from '@kinora/core/uploads'
import type { Context } from '../../kernel/handlers.ts'
import { refused } from '../../kernel/rows/refusals.ts'
import { stamp } from '../../kernel/rows/stamps.ts'
import { isMediaError } from '../../ports/media.ts'
import {
  changeTitle,
  lockTitle,
  moveTitle,
  readTitle,
  type StoredTitle,
  toTrailer,
} from '../../stored-titles/index.ts'
import { checkMedia, checkUnreadable, type Kind, kindOf } from '../checks.ts'
import { wasAccepted } from '../known-files/challenges.ts'
import { storedFile } from '../known-files/stored-file.ts'
import { completeUpload, deleteUpload, digestOfDigests, lockUpload } from '../rows.ts'
import type { UploadRow } from '../tables.ts'

/**
 * All chunks are there: they become one file, the file itself is looked at, and the title is Uploaded. A file that no
 * title can be made of ends the upload: the call is refused with the reason, the title is in Error with the same
 * reason (UPLOAD-17), nothing stays stored, and another file may be sent at once. Doing it twice changes nothing.
 */
export async function finishUpload(upload: UploadRow, context: Context): Promise<UploadRow> {
  const { scope, deps } = context
  await deps.blobs.parts.finish(upload.blobKey, upload.size)
  const title = await readTitle(scope, deps.db, upload.titleTag)
  const kind = kindOf(upload.role, title.contentType)
  const sample = await sampleOf(storedFile(deps.blobs, upload))
  const digest = await digestOfDigests(scope, deps.db, upload)
  // Content that was looked at as the same kind of file needn't be looked at again.
  const isKnown = await wasAccepted(deps.db, { owner: title, kind, size: upload.size, sample, digest })
  const issues = isKnown ? [] : await inspect(upload, kind, context)
  if (issues.length > 0) await refuse(upload, issues[0]!, context)
  assertNoIssues(issues)
  return accept(upload, sample, context)
}

async function inspect(upload: UploadRow, kind: Kind, { deps, signal }: Context): Promise<Issue[]> {
  const local = await deps.blobs.local(upload.blobKey)
  try {
    return checkMedia(await deps.media.probe(local.path, signal), kind)
  } catch (error) {
    if (isMediaError(error) && !error.retryable && error.reason !== 'cancelled') {
      const head = await deps.blobs.read(upload.blobKey, { start: 0, end: SNIFF_SIZE })
      return checkUnreadable(new Uint8Array(await new Response(head).arrayBuffer()), kind)
    }
    throw error
  } finally {
    await local.release()
  }
}

async function accept(
  upload: UploadRow,
  sample: string,
  { scope, deps, caller }: Context,
): Promise<UploadRow> {
  const { settled, before } = await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, upload.titleTag)
    const current = await lockUpload(scope, tx, upload.id)
    if (current === undefined) throw refused('upload.cancelled')
    if (current.state === 'complete') return { settled: current, before }
    const digest = await digestOfDigests(scope, tx, current)
    await completeUpload(scope, tx, { id: upload.id, digest, sample })
    const at = deps.clock.now()
    const now = stamp(at, caller.userId)
    if (upload.role === 'video') {
      const file = {
        sourceKey: upload.blobKey,
        fileName: upload.fileName,
        fileSize: upload.size,
        fileDigest: digest,
      }
      await moveTitle(scope, tx, {
        tag: upload.titleTag,
        now: at,
        event: 'lastChunk',
        video: 'lastChunk',
        set: { ...file, ...now },
      })
    } else {
      const file = { trailerSourceKey: upload.blobKey, trailerName: upload.fileName }
      await changeTitle(scope, tx, { tag: upload.titleTag, set: { ...file, ...now } })
    }
    return { settled: { ...current, state: 'complete' as const, digest }, before }
  })
  const replaced = sourceOf(before, upload)
  if (replaced !== null && replaced !== upload.blobKey) await deps.blobs.remove(replaced)
  return settled
}

async function refuse(upload: UploadRow, issue: Issue, { scope, deps, caller }: Context): Promise<void> {
  await deps.db.transaction(async tx => {
    await lockTitle(scope, tx, upload.titleTag)
    if ((await lockUpload(scope, tx, upload.id))?.state !== 'receiving') return
    await deleteUpload(scope, tx, upload.id)
    const at = deps.clock.now()
    const now = stamp(at, caller.userId)
    const set =
      upload.role === 'video'
        ? { errorType: issue.code }
        : { ...toTrailer(at, TitleStatus.Error), trailerErrorType: issue.code }
    if (upload.role === 'video')
      await moveTitle(scope, tx, {
        tag: upload.titleTag,
        now: at,
        event: 'fail',
        video: 'fail',
        set: { ...set, ...now },
      })
    else await changeTitle(scope, tx, { tag: upload.titleTag, set: { ...set, ...now } })
  })
  await deps.blobs.remove(upload.blobKey)
}

const sourceOf = (title: StoredTitle, { role }: UploadRow): string | null =>
  role === 'video' ? title.sourceKey : title.trailerSourceKey
