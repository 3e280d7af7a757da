import { type FileRole, TitleStatus, trailerState } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { enqueueJob, type MediaJob, toWantsNormalising } from '../pipeline/queue.ts'
import type { Database } from '../ports/db.ts'
import { abandonUploads, forgetUpload } from '../uploads/abandon.ts'
import { stateOf } from '../uploads/begin.ts'
import { findUpload } from '../uploads/rows.ts'
import { refused, wrongState } from './refusals.ts'
import { changeTitle, lockTitle, moveTitle, newTag, type StoredTitle, stamp } from './rows.ts'

/**
 * API-19: asks for the stored file to be processed, also again after a failure or a cancel. Asked for while it runs
 * or once it is done it changes nothing: a client that lost the answer may ask again.
 */
export async function encodeVideo(tag: string, context: Context): Promise<{ status: number }> {
  const { scope, deps } = context
  const { title, job } = await deps.db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    return isSettled(title) ? { title, job: undefined } : startVideo(tx, title, context)
  })
  if (job !== undefined) await enqueueJob(deps, 'video', job)
  return { status: title.status }
}

/** Everything from the first step of processing on. */
const isSettled = (title: StoredTitle): boolean =>
  title.videoStatus !== null &&
  title.videoStatus >= 3 &&
  title.videoStatus <= 6 &&
  title.status !== TitleStatus.None

async function startVideo(tx: Database, title: StoredTitle, { scope, deps, caller }: Context) {
  const { tag } = title
  if (title.sourceKey === null) throw refused('title.encodeNoFile')
  const job: MediaJob = { tag, jobId: newTag(), normalise: await toWantsNormalising(tx, title) }
  const event = job.normalise ? 'normalise' : 'encode'
  const fresh = { jobId: job.jobId, errorType: null, processing: { step: 'queued', fraction: 0 } as const }
  const set = { ...fresh, ...stamp(deps.clock.now(), caller.userId) }
  const moved = await moveTitle(scope, tx, { tag, event, video: event, set })
  if (moved === undefined) throw wrongState('title.encodeWrongState', title.status)
  return { title: moved, job }
}

/** API-20, E-3. */
export async function encodeTrailer(tag: string, context: Context): Promise<{ status: number }> {
  const { scope, deps } = context
  const job = await deps.db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    const state = stateOf(title)
    if (state === 'processing' || state === 'mobilePending' || state === 'completed') return undefined
    const upload = await findUpload(scope, tx, { tag, role: 'trailer' })
    if (title.trailerSourceKey === null || upload?.state !== 'complete') throw refused('title.encodeNoFile')
    if (!trailerState.can(state, 'encode')) throw refused('title.encodeNoFile')
    return startTrailer(tx, title, context)
  })
  if (job !== undefined) await enqueueJob(deps, 'trailer', job)
  return { status: TitleStatus.EncodingQueued }
}

async function startTrailer(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<MediaJob> {
  const { tag } = title
  const job: MediaJob = { tag, jobId: newTag(), normalise: await toWantsNormalising(tx, title) }
  const trailerStatus = job.normalise ? TitleStatus.NormalisationQueued : TitleStatus.EncodingQueued
  const set = {
    trailerStatus,
    trailerJobId: job.jobId,
    trailerErrorType: null,
    ...stamp(deps.clock.now(), caller.userId),
  }
  await changeTitle(scope, tx, { tag, set })
  return job
}

/** API-16, UPLOAD-21: ends an upload or a processing; a job that runs finds that its id is gone and stops. */
export async function cancelContent(
  tag: string,
  role: FileRole,
  context: Context,
): Promise<{ status: number }> {
  const { scope, deps } = context
  const act = role === 'video' ? cancelVideo : cancelTrailer
  await deps.db.transaction(async tx => act(tx, await lockTitle(scope, tx, tag), context))
  if (role === 'video') await abandonUploads(deps, tag, ['video'])
  else await forgetUpload(deps, tag, 'trailer')
  return { status: 200 }
}

async function cancelVideo(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<void> {
  const set = { jobId: null, processing: null, ...stamp(deps.clock.now(), caller.userId) }
  const moved = await moveTitle(scope, tx, { tag: title.tag, event: 'cancel', video: 'cancel', set })
  if (moved === undefined) throw wrongState('title.cancelWrongState', title.status)
}

/** A trailer that was being replaced is still there afterwards. */
async function cancelTrailer(
  tx: Database,
  title: StoredTitle,
  { scope, deps, caller }: Context,
): Promise<void> {
  if (!trailerState.can(stateOf(title), 'cancel')) throw wrongState('title.cancelWrongState', title.status)
  const set = {
    trailerStatus: null,
    trailerJobId: null,
    trailerSourceKey: null,
    ...stamp(deps.clock.now(), caller.userId),
  }
  await changeTitle(scope, tx, { tag: title.tag, set })
}

/** API-17, VIDEO-08: only a completed trailer. */
export async function removeTrailer(
  tag: string,
  { scope, deps, caller }: Context,
): Promise<{ status: number }> {
  await deps.db.transaction(async tx => {
    const title = await lockTitle(scope, tx, tag)
    if (!trailerState.can(stateOf(title), 'remove')) throw refused('title.trailerNotComplete')
    const links = { trailerWebKey: null, trailerMobileKey: null, trailerSourceKey: null, trailerName: null }
    const set = { ...links, trailerStatus: null, ...stamp(deps.clock.now(), caller.userId) }
    await changeTitle(scope, tx, { tag, set })
  })
  await forgetUpload(deps, tag, 'trailer')
  await deps.blobs.remove(`trailers/${tag}/`)
  return { status: 200 }
}
