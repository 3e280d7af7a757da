import { isKinoraError, TitleStatus } from '@kinora/core'
import { digestStored } from '../kernel/digest.ts'
import { systemScope } from '../kernel/scope.ts'
import { MediaError } from '../ports/media.ts'
import { changeTitle, type StoredTitle, type TitleChange, toTrailer } from '../stored-titles/index.ts'
import { type MediaJob, ofJob, readUnlessCancelled } from './queue.ts'
import {
  type Attempt,
  discardWork,
  normaliseSource,
  type PipelineDeps,
  runWork,
  type StepContext,
  type Timing,
} from './run.ts'

const mobileHeight = 480

/** E-3 from encodetrailer on: a ladder for the web, then one file for mobile devices (VIDEO-10). */
export async function processTrailer(
  deps: PipelineDeps,
  job: MediaJob,
  attempt: Attempt,
  timing?: Timing,
): Promise<void> {
  if ((await readUnlessCancelled(deps.db, 'trailer', job)) === undefined)
    return discardWork(deps, 'trailer', job)
  const fail = async (reason: string) => {
    await change(deps, job, {
      ...toTrailer(deps.clock.now(), TitleStatus.Error),
      trailerErrorType: reason,
      trailerJobId: null,
    })
  }
  const steps = async (context: StepContext) => {
    const title = await readUnlessCancelled(deps.db, 'trailer', job)
    if (title !== undefined) await run(deps, { job, title, ...context })
  }
  await runWork(deps, { role: 'trailer', job, steps, fail }, attempt, timing)
}

interface Run extends StepContext {
  job: MediaJob
  title: StoredTitle
}

async function run(deps: PipelineDeps, all: Run): Promise<void> {
  const { media, blobs } = deps
  const { job, title, scratch, signal, heartbeat } = all
  const stored = await blobs.local(title.trailerSourceKey ?? '-').catch((cause: unknown) => {
    // What can't be reached now isn't gone.
    if (!isKinoraError(cause) || cause.code !== 'notFound') throw cause
    throw new MediaError('missing', 'the stored file is gone', { cause })
  })
  try {
    const options = { source: stored.path, scratch, signal, onProgress: heartbeat }
    const source = job.normalise ? await normaliseSource(media, options) : stored.path
    await makeWeb(deps, { ...all, source })
    const folder = `trailers/${job.tag}/${job.jobId}/mobile`
    const target = `${scratch}/mobile/trailer.mp4`
    await media.rendition({ source, target, height: mobileHeight, signal, onProgress: heartbeat })
    heartbeat()
    await blobs.adopt(`${folder}/`, `${scratch}/mobile`)
    const made = await digestStored(deps.blobs, `trailers/${job.tag}/${job.jobId}/`, {
      signal,
      onPiece: heartbeat,
    })
    const kept = {
      trailerBytes: made?.bytes ?? null,
      trailerDigest: made?.digest ?? null,
      trailerDigestKey: `trailers/${job.tag}/${job.jobId}`,
    }
    await change(deps, job, { ...kept, trailerMobileKey: `${folder}/trailer.mp4`, trailerJobId: null })
  } finally {
    await stored.release()
  }
}

/** The web link replaces the old trailer; the mobile one follows (TITLE-28 waits for it). */
async function makeWeb(
  deps: PipelineDeps,
  { job, title, source, scratch, signal, heartbeat }: Run & { source: string },
): Promise<void> {
  const folder = `trailers/${job.tag}/${job.jobId}/web`
  const key = `${folder}/master.m3u8`
  if ((await deps.blobs.size(key)) === undefined) {
    await deps.media.ladder({ source, targetFolder: `${scratch}/web`, signal, onProgress: heartbeat })
    heartbeat()
    await deps.blobs.adopt(`${folder}/`, `${scratch}/web`)
  }
  const status = toTrailer(deps.clock.now(), TitleStatus.Completed)
  const set = { ...status, trailerWebKey: key, trailerMobileKey: null, trailerDigestKey: null }
  const changed = await change(deps, job, set)
  const old = title.trailerWebKey?.split('/')[2]
  if (changed !== undefined && old !== undefined && old !== job.jobId)
    await deps.blobs.remove(`trailers/${job.tag}/${old}/`)
}

const change = ({ db, clock }: PipelineDeps, job: MediaJob, set: TitleChange) =>
  changeTitle(systemScope, db, {
    tag: job.tag,
    set: { ...set, updatedAt: clock.now() },
    and: ofJob('trailer', job),
  })
