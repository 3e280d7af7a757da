import {
  TitleStatus,
  toRetry,
  toStuck,
  toTitleTimeLimit,
  toTrailerRetry,
  trailerTimeLimits,
  VideoStatus,
} from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { authorOf, stamp } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { enqueueJob, type MediaJob } from '../pipeline/index.ts'
import type { Database } from '../ports/db.ts'
import {
  changeTitle,
  lockTitle,
  moveTitle,
  publishTitle,
  readTitle,
  recordTitle,
  type StoredTitle,
  toTrailer,
  trailerStateOf,
  wrongState,
} from '../stored-titles/index.ts'
import { abandonUploads, discardUpload, findUpload } from '../uploads/index.ts'
import { cancelTrailer, encodeVideo, findBrokenStream, startTrailer, startVideo } from './processing.ts'

type Next = MediaJob | 'publish' | undefined

/**
 * Retries a stuck or failed title (`toRetry` of core says how). What is still being worked on stays as it is until it
 * exceeds its time limit; asking twice changes nothing. Where publishing is refused, the title is completed and the refusal thrown.
 */
export async function retryTitle(tag: string, context: Context): Promise<StoredTitle> {
  const { scope, deps } = context
  if ((await findBrokenStream(tag, context)) !== undefined) {
    await encodeVideo(tag, context)
    return readTitle(scope, deps.db, tag)
  }
  const { title, next } = await recorded(tag, context, retryVideo)
  if (title.videoStatus === VideoStatus.Canceled) await abandonUploads(deps, tag, ['video'])
  if (next === 'publish') return publishTitle(scope, deps, { tag, by: authorOf(context) })
  if (next !== undefined) await enqueueJob(deps, 'video', next)
  return title
}

/** One retry of the locked title, with its audit entry where it changed something. */
function recorded<T extends { title: StoredTitle }>(
  tag: string,
  context: Context,
  retry: (tx: Database, title: StoredTitle, context: Context) => Promise<T>,
): Promise<T> {
  const { scope, deps } = context
  return deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, tag)
    const retried = await retry(tx, before, context)
    const { title: after } = retried
    if (after !== before) await recordTitle(tx, authorOf(context), { before, after, verb: 'retry' })
    return retried
  })
}

async function retryVideo(
  tx: Database,
  title: StoredTitle,
  context: Context,
): Promise<{ title: StoredTitle; next: Next }> {
  const { scope, deps, caller } = context
  const retry = toRetry({ ...title, hasFile: title.sourceKey !== null })
  if (retry === undefined) throw nothingToRetry(title)
  const now = deps.clock.now()
  if (isAtWork(title) && toStuck(toTitleTimeLimit(title), title.statusSince, now) === null) {
    if (title.jobId === null) throw refused('title.notStuckYet')
    return { title, next: undefined }
  }
  let current: StoredTitle | undefined = title
  if (retry.move !== undefined) {
    const ended = { jobId: null, processing: null, errorType: retry.errorType ?? null }
    const set = { ...ended, ...stamp(now, caller.userId) }
    current = await moveTitle(scope, tx, { tag: title.tag, ...retry.move, now, set })
    if (current === undefined) throw wrongState('title.nothingToRetry', title.status)
  }
  if (retry.next !== 'process') return { title: current, next: retry.next }
  const { title: moved, job } = await startVideo(tx, current, context)
  return { title: moved, next: job }
}

/** Where somebody or something is expected to bring it on; what is stored, failed or cancelled can be taken up at once. */
const isAtWork = ({ status, videoStatus }: StoredTitle): boolean =>
  !takenUpAtOnce.has(status) && videoStatus !== VideoStatus.Canceled

const takenUpAtOnce: ReadonlySet<TitleStatus> = new Set([
  TitleStatus.Uploaded,
  TitleStatus.Error,
  TitleStatus.PublishQueued,
])

function nothingToRetry(title: StoredTitle) {
  const waitsForFile = title.status === TitleStatus.Error || title.status === TitleStatus.Incomplete
  return waitsForFile ? refused('title.encodeNoFile') : wrongState('title.nothingToRetry', title.status)
}

/** The same for its trailer. */
export async function retryTrailer(tag: string, context: Context): Promise<StoredTitle> {
  const { deps } = context
  const { title, job, isTakenBack } = await recorded(tag, context, retryTrailerFile)
  if (isTakenBack) await discardUpload(deps, tag, 'trailer')
  if (job !== undefined) await enqueueJob(deps, 'trailer', job)
  return title
}

async function retryTrailerFile(tx: Database, title: StoredTitle, context: Context) {
  const { scope, deps, caller } = context
  const { tag } = title
  const state = trailerStateOf(title)
  const upload = await findUpload(scope, tx, { tag, role: 'trailer' })
  const hasFile = title.trailerSourceKey !== null && (state !== 'uploading' || upload?.state === 'complete')
  const retry = toTrailerRetry(state, hasFile)
  if (retry === undefined) throw refused('title.encodeNoFile')
  const now = deps.clock.now()
  const mayGoOn =
    retry.move !== undefined && toStuck(trailerTimeLimits[state], title.trailerSince, now) === null
  if (mayGoOn && title.trailerJobId === null) throw refused('title.notStuckYet')
  if (mayGoOn) return { title, job: undefined, isTakenBack: false }
  if (retry.move === 'cancel') {
    return { title: await cancelTrailer(tx, title, context), job: undefined, isTakenBack: true }
  }
  if (retry.next === 'process') {
    const { title: changed, job } = await startTrailer(tx, title, context)
    return { title: changed, job, isTakenBack: false }
  }
  const ended = { trailerJobId: null, trailerErrorType: retry.errorType ?? null }
  const set = { ...toTrailer(now, TitleStatus.Error), ...ended, ...stamp(now, caller.userId) }
  return { title: (await changeTitle(scope, tx, { tag, set }))!, job: undefined, isTakenBack: false }
}
