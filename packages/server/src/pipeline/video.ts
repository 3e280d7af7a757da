import { ContentType, isKinoraError, TitleStatus } from '@kinora/core'
import { systemScope } from '../kernel/scope.ts'
import { digestStored } from '../kernel/stored-digest.ts'
import { isMediaError, MediaError } from '../ports/media.ts'
import {
  changeTitle,
  moveTitle,
  publishIfWanted,
  type StoredTitle,
  type TitleMove,
} from '../stored-titles/index.ts'
import { takeCover } from './cover.ts'
import { findMadeStream, type MadeStream, saveMadeStream, toMadeOf } from './made-streams.ts'
import { normaliseSource } from './normalise.ts'
import type { MediaJob } from './queue.ts'
import { discardWork, type PipelineDeps, runWork, type StepContext, type Timing, type Try } from './run.ts'
import { createProgress, ofJob, readWanted, setNormalised, setStep } from './state.ts'
import { isStreamDamaged } from './stream-size.ts'

/** E-1 from encodevideo on: normalise, ladder, cover, finish. Each step first asks whether it was done already. */
export async function processVideo(
  deps: PipelineDeps,
  job: MediaJob,
  attempt: Try,
  timing?: Timing,
): Promise<void> {
  const title = await readWanted(deps.db, 'video', job)
  if (title === undefined) return discardWork(deps, 'video', job)
  const fail = async (errorType: string) => {
    await move(deps, job, { event: 'fail', video: 'fail', set: { errorType, jobId: null, processing: null } })
  }
  const steps = (context: StepContext) => run({ deps, job, title, ...context })
  await runWork(deps, { role: 'video', job, steps, fail }, attempt, timing)
}

interface Run extends StepContext {
  deps: PipelineDeps
  job: MediaJob
  title: StoredTitle
  /** The same stream, made for another title before; its files are this title's own by now. */
  reused?: MadeStream | undefined
}

/** Counts as a sign of life, and is shown. */
function progressOf({ deps, job, heartbeat }: Run, step: 'normalise' | 'encode'): (fraction: number) => void {
  const write = createProgress(deps, job, step)
  return fraction => {
    heartbeat()
    write(fraction)
  }
}

async function run(given: Run): Promise<void> {
  const { deps, job, title } = given
  const stored = await deps.blobs.local(title.sourceKey ?? '-').catch((cause: unknown) => {
    throw new MediaError('missing', 'the stored file is gone', { cause })
  })
  try {
    await saveFileDigest(given)
    const all = { ...given, reused: await reuseStream(given) }
    const source = await normalise(all, stored.path)
    await encode(all, source)
    await finish(all, await cover(all, source))
  } finally {
    await stored.release()
  }
  deps.log.info({ ...job }, 'processing done')
}

async function saveFileDigest({ deps, job, title, signal, heartbeat }: Run): Promise<void> {
  if (title.fileSha256 !== null || title.sourceKey === null) return
  const set = { fileSha256: await deps.blobs.digest(title.sourceKey, signal) }
  await changeTitle(systemScope, deps.db, { tag: job.tag, set, and: ofJob('video', job) })
  heartbeat()
}

/** The same content of the same owner is made once (0018): this title gets names of its own for the same bytes. */
async function reuseStream({ deps, job, title, signal, heartbeat }: Run): Promise<MadeStream | undefined> {
  // Its own stream may be names for the very bytes that are damaged.
  if (await isStreamDamaged(deps.blobs, title)) return undefined
  const madeOf = toMadeOf(title, job)
  const found = madeOf === undefined ? undefined : await findMadeStream(deps.db, title, madeOf)
  if (found === undefined || (await isStreamDamaged(deps.blobs, found))) return undefined
  if ((await deps.blobs.size(`${streamKey(job)}/master.m3u8`)) !== undefined) return found
  // Another title's trouble is none of this one's, which can be made of its own file.
  const read = await digestStored(deps.blobs, `${found.streamKey}/`, { signal, onPiece: heartbeat }).catch(
    (err: unknown) => {
      signal.throwIfAborted()
      deps.log.warn({ err, key: found.streamKey }, 'the stream of the same content could not be read')
      return undefined
    },
  )
  if (read === undefined) return undefined
  if (found.streamDigest !== null && read.digest !== found.streamDigest) {
    deps.log.error({ key: found.streamKey }, 'the stream of the same content is damaged')
    return undefined
  }
  try {
    await deps.blobs.copy(`${found.streamKey}/`, `${streamKey(job)}/`)
    heartbeat()
    return found
  } catch (error) {
    // Its title was given another file meanwhile.
    if (isKinoraError(error) && error.code === 'notFound') return undefined
    throw error
  }
}

/** 11 -> 1: a title that waits for it; after a crash behind it only the file is made again where it is gone. */
async function normalise(all: Run, source: string): Promise<string> {
  const { deps, job, title, scratch, signal } = all
  if (!job.normalise) return source
  const onProgress = progressOf(all, 'normalise')
  if (title.status === TitleStatus.NormalisationQueued) await setStep(deps, job, 'normalise')
  const options = { source, scratch, signal, onProgress }
  const normalised = all.reused ? source : await normaliseSource(deps.media, options)
  if (title.status === TitleStatus.NormalisationQueued) {
    await setNormalised(deps.db, job)
    await move(deps, job, { event: 'encode', video: 'encode' })
  }
  return normalised
}

const streamKey = ({ tag, jobId }: MediaJob): string => `streams/${tag}/${jobId}`

/** 1 -> 2 */
async function encode(all: Run, source: string): Promise<void> {
  const { deps, job, title, scratch, signal } = all
  if (title.status === TitleStatus.Encoded) return
  await setStep(deps, job, 'encode')
  const duration = all.reused?.durationSecond ?? (await deps.media.probe(source, signal)).duration
  all.heartbeat()
  if ((await deps.blobs.size(`${streamKey(job)}/master.m3u8`)) === undefined) {
    const targetFolder = `${scratch}/ladder`
    const onProgress = progressOf(all, 'encode')
    const { skipped } = await deps.media.ladder({ source, targetFolder, signal, onProgress })
    if (skipped.length > 0) deps.log.warn({ ...job, skipped }, 'tracks that nothing can decode were left out')
    all.heartbeat()
    await deps.blobs.adopt(`${streamKey(job)}/`, targetFolder)
  }
  await move(deps, job, { event: 'encoded', set: { durationSecond: Math.max(1, Math.round(duration)) } })
}

/** TITLE-13: a frame of the video, where the cover is automatic or missing. A title is not lost for its cover. */
async function cover(all: Run, source: string): Promise<Cover> {
  const { deps, job, title, scratch, signal, heartbeat, reused } = all
  const none = { imageLink: title.imageLink, frameLink: reused?.frameLink ?? null }
  const isWanted = title.thumbnailType === 'auto' || title.imageLink === null
  if (title.contentType === ContentType.Audio || !isWanted) return none
  if (none.frameLink !== null) return { imageLink: none.frameLink, frameLink: none.frameLink }
  heartbeat()
  await setStep(deps, job, 'cover')
  try {
    const taken = await takeCover(deps, { name: job.jobId, source, scratch, signal })
    return { imageLink: taken, frameLink: taken }
  } catch (error) {
    if (signal.aborted || !isMediaError(error)) throw error
    deps.log.warn({ err: error, ...job }, 'no cover could be taken')
    return none
  }
}

interface Cover {
  imageLink: string | null
  /** The frame that was taken of this content, now or for another title. */
  frameLink: string | null
}

/** 2 -> 8, and on to 4 where that is wanted, both or neither: from here on the new stream plays, and the one before goes (C-25). */
async function finish(
  { deps, job, title, signal, heartbeat }: Run,
  { imageLink, frameLink }: Cover,
): Promise<void> {
  heartbeat()
  await setStep(deps, job, 'finish')
  const made = await digestStored(deps.blobs, `${streamKey(job)}/`, { signal, onPiece: heartbeat })
  const stream = {
    streamKey: streamKey(job),
    streamBytes: made?.bytes ?? null,
    streamDigest: made?.digest ?? null,
    streamDigestKey: streamKey(job),
  }
  const done = { ...stream, imageLink, jobId: null, processing: null, errorType: null }
  const completed = await deps.db.transaction(async tx => {
    const inside = { ...deps, db: tx }
    const moved = await move(inside, job, { event: 'complete', video: 'complete', set: done })
    if (moved === undefined) return undefined
    const madeOf = toMadeOf(moved, job)
    const { durationSecond } = moved
    if (madeOf !== undefined)
      await saveMadeStream(tx, { tag: job.tag, madeOf, streamKey: streamKey(job), durationSecond, frameLink })
    await publishIfWanted(systemScope, inside, { title: moved, by: null })
    return moved
  })
  if (completed === undefined) return
  if (title.streamKey !== null && title.streamKey !== streamKey(job))
    await deps.blobs.remove(`${title.streamKey}/`)
}

/** A move that only happens while this job is wanted. */
function move({ db, clock }: PipelineDeps, job: MediaJob, change: Omit<TitleMove, 'tag' | 'and' | 'now'>) {
  const now = clock.now()
  const set = { ...change.set, updatedAt: now }
  return moveTitle(systemScope, db, { ...change, set, now, tag: job.tag, and: ofJob('video', job) })
}
