import { type FileRole, TitleStatus, trailerState, VideoStatus } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Caller, Context } from '../kernel/handlers.ts'
import { authorOf, newTag, stamp } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import {
  enqueueJob,
  isStreamDamaged,
  type MediaJob,
  queuedStep,
  toWantsNormalising,
} from '../pipeline/index.ts'
import type { Database } from '../ports/db.ts'
import {
  changeTitle,
  lockTitle,
  moveTitle,
  readTitle,
  recordTitle,
  type StoredTitle,
  toTrailer,
  trailerStateOf,
  writeTitle,
  wrongState,
} from '../stored-titles/index.ts'
import { abandonUploads, discardUpload, findUpload } from '../uploads/index.ts'

/**
 * API-19: asks for the stored file to be processed, also again after a failure or a cancel. Asked for while it runs
 * or once it is done it changes nothing: a client that lost the answer may ask again. OPS-02: a stream of which files are gone
 * or cut isn't done, and is made anew as after another file.
 */
export async function encodeVideo(tag: string, context: Context): Promise<{ status: number }> {
  const { scope, deps } = context
  const broken = await findBrokenStream(tag, context)
  const { title, job } = await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, tag)
    const isBroken = broken !== undefined && before.streamKey === broken && isFinished(before)
    if (isSettled(before) && !isBroken) return { title: before, job: undefined }
    const ready = isBroken ? await backToFile(tx, before, context) : before
    const { title: after, job } = await startVideo(tx, ready, context)
    await recordTitle(tx, authorOf(context), { before, after, verb: 'encodeVideo' })
    return { title: after, job }
  })
  if (job !== undefined) await enqueueJob(deps, 'video', job)
  return { status: title.status }
}

const finished: ReadonlySet<TitleStatus> = new Set([
  TitleStatus.Completed,
  TitleStatus.Published,
  TitleStatus.Unpublished,
])
const isFinished = ({ status, videoStatus }: StoredTitle): boolean =>
  finished.has(status) && videoStatus === VideoStatus.Completed

/** The stream of a finished title of which files are gone or cut. Refused where its original is gone as well: it would only stop playing. */
export async function findBrokenStream(tag: string, { scope, deps }: Context): Promise<string | undefined> {
  const title = await readTitle(scope, deps.db, tag)
  const { streamKey, sourceKey, fileSize, damagedKeys } = title
  if (!isFinished(title) || streamKey === null) return undefined
  if (!(await isStreamDamaged(deps.blobs, title))) return undefined
  const isWhole = sourceKey !== null && (await deps.blobs.size(sourceKey)) === fileSize
  if (!isWhole || damagedKeys.includes(sourceKey)) throw refused('title.encodeNoFile')
  return streamKey
}

/** Where a title stands whose file is stored and whose processing was taken back. One that was published is so again once it is done. */
async function backToFile(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<StoredTitle> {
  const now = deps.clock.now()
  const isAutoPublish = title.isAutoPublish || title.status === TitleStatus.Published
  const set = { isAutoPublish, ...stamp(now, caller.userId) }
  let moved: StoredTitle | undefined = title
  for (const event of ['startUpload', 'cancel'] as const)
    moved &&= await moveTitle(scope, tx, { tag: title.tag, event, video: event, now, set })
  if (moved === undefined) throw wrongState('title.encodeWrongState', title.status)
  return moved
}

/** Everything from the first step of processing on. */
const isSettled = (title: StoredTitle): boolean =>
  title.videoStatus !== null &&
  title.videoStatus >= 3 &&
  title.videoStatus <= 6 &&
  title.status !== TitleStatus.None

/** Who starts processing: nobody where the platform does so by itself. */
interface Starting {
  scope: Scope
  deps: Pick<Deps, 'clock' | 'media'>
  caller: Pick<Caller, 'userId'> | undefined
}

export async function startVideo(tx: Database, title: StoredTitle, { scope, deps, caller }: Starting) {
  const { tag } = title
  if (title.sourceKey === null) throw refused('title.encodeNoFile')
  const job: MediaJob = { tag, jobId: newTag(), normalise: await toWantsNormalising(tx, title) }
  const event = job.normalise ? 'normalise' : 'encode'
  const now = deps.clock.now()
  const fresh = { jobId: job.jobId, errorType: null, processing: queuedStep(deps) }
  const set = { ...fresh, ...stamp(now, caller?.userId ?? null) }
  const moved = await moveTitle(scope, tx, { tag, event, video: event, now, set })
  if (moved === undefined) throw wrongState('title.encodeWrongState', title.status)
  return { title: moved, job }
}

/** API-20, E-3. */
export async function encodeTrailer(tag: string, context: Context): Promise<{ status: number }> {
  const { scope, deps } = context
  const job = await deps.db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    const state = trailerStateOf(title)
    if (state === 'processing' || state === 'mobilePending' || state === 'completed') return undefined
    const upload = await findUpload(scope, tx, { tag, role: 'trailer' })
    if (title.trailerSourceKey === null || upload?.state !== 'complete') throw refused('title.encodeNoFile')
    if (!trailerState.can(state, 'encode')) throw refused('title.encodeNoFile')
    const { title: after, job } = await startTrailer(tx, title, context)
    await recordTitle(tx, authorOf(context), { before: title, after, verb: 'encodeTrailer' })
    return job
  })
  if (job !== undefined) await enqueueJob(deps, 'trailer', job)
  return { status: TitleStatus.EncodingQueued }
}

export async function startTrailer(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Starting,
): Promise<{ title: StoredTitle; job: MediaJob }> {
  const { tag } = title
  const job: MediaJob = { tag, jobId: newTag(), normalise: await toWantsNormalising(tx, title) }
  const trailerStatus = job.normalise ? TitleStatus.NormalisationQueued : TitleStatus.EncodingQueued
  const now = deps.clock.now()
  const set = {
    ...toTrailer(now, trailerStatus),
    trailerJobId: job.jobId,
    trailerErrorType: null,
    ...stamp(now, caller?.userId ?? null),
  }
  const changed = await changeTitle(scope, tx, { tag, set })
  return { title: changed!, job }
}

/** API-16, UPLOAD-21: ends an upload or a processing; a job that runs finds that its id is gone and stops. */
export async function cancelContent(
  tag: string,
  role: FileRole,
  context: Context,
): Promise<{ status: number }> {
  const { scope, deps } = context
  const act = role === 'video' ? cancelVideo : cancelTrailer
  await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, tag)
    const after = await act(tx, before, context)
    await recordTitle(tx, authorOf(context), { before, after, verb: 'cancelContent' })
  })
  if (role === 'video') await abandonUploads(deps, tag, ['video'])
  else await discardUpload(deps, tag, 'trailer')
  return { status: 200 }
}

async function cancelVideo(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<StoredTitle> {
  const now = deps.clock.now()
  const set = { jobId: null, processing: null, ...stamp(now, caller.userId) }
  const moved = await moveTitle(scope, tx, { tag: title.tag, event: 'cancel', video: 'cancel', now, set })
  if (moved === undefined) throw wrongState('title.cancelWrongState', title.status)
  return moved
}

/** A whole trailer that was being replaced is still there afterwards; one that lacks its mobile half goes. */
export async function cancelTrailer(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<StoredTitle> {
  if (!trailerState.can(trailerStateOf(title), 'cancel'))
    throw wrongState('title.cancelWrongState', title.status)
  const now = deps.clock.now()
  const set = {
    ...toTrailer(now, null),
    trailerJobId: null,
    trailerSourceKey: null,
    trailerWebKey: title.trailerMobileKey === null ? null : title.trailerWebKey,
    ...stamp(now, caller.userId),
  }
  return (await changeTitle(scope, tx, { tag: title.tag, set }))!
}

/** API-17, VIDEO-08: only a completed trailer. */
export async function removeTrailer(tag: string, context: Context): Promise<{ status: number }> {
  const { scope, deps } = context
  await deps.db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    if (!trailerState.can(trailerStateOf(title), 'remove')) throw refused('title.trailerNotComplete')
    const links = { trailerWebKey: null, trailerMobileKey: null, trailerSourceKey: null, trailerName: null }
    const by = authorOf(context)
    const set = { ...links, ...toTrailer(by.now, null) }
    await writeTitle(scope, tx, { before: title, set, verb: 'removeTrailer', by })
  })
  await discardUpload(deps, tag, 'trailer')
  await deps.blobs.remove(`trailers/${tag}/`)
  return { status: 200 }
}
