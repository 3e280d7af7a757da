import { ContentType, isKinoraError, TitleStatus } from '@kinora/core'
import { and, eq, ne, sql } from 'drizzle-orm'
import { storeImage } from '../images/index.ts'
import { digestStored, type StoredDigest } from '../kernel/digest.ts'
import { systemScope } from '../kernel/scope.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import { isMediaError, MediaError } from '../ports/media.ts'
import {
  changeTitle,
  moveTitle,
  ofOwner,
  publishIfRequested,
  type StoredTitle,
  type TitleMove,
} from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { createProgress, type MediaJob, ofJob, readUnlessCancelled, setNormalised, setStep } from './queue.ts'
import {
  type Attempt,
  discardWork,
  normaliseSource,
  type PipelineDeps,
  runWork,
  type StepContext,
  type Timing,
} from './run.ts'
import { madeStreamsTable as made } from './tables.ts'

/** E-1 from encodevideo on: normalise, ladder, cover, finish. Each step first asks whether it was done already. */
export async function processVideo(
  deps: PipelineDeps,
  job: MediaJob,
  attempt: Attempt,
  timing?: Timing,
): Promise<void> {
  if ((await readUnlessCancelled(deps.db, 'video', job)) === undefined) return discardWork(deps, 'video', job)
  const fail = async (errorType: string) => {
    await move(deps, job, { event: 'fail', video: 'fail', set: { errorType, jobId: null, processing: null } })
  }
  const steps = async (context: StepContext) => {
    // As it is by now: work that waited for its disk begins once more.
    const title = await readUnlessCancelled(deps.db, 'video', job)
    if (title !== undefined) await run({ deps, job, title, ...context })
  }
  await runWork(deps, { role: 'video', job, steps, fail }, attempt, timing)
}

interface Run extends StepContext {
  deps: PipelineDeps
  job: MediaJob
  title: StoredTitle
  /** The same stream, made for another title before; its files are this title's own by now. */
  reused?: ReusedStream | undefined
}

interface ReusedStream extends MadeStream {
  /** What its files came to as they were read on the way; a try after a crash behind that reads them at the end. */
  read?: StoredDigest
}

/** Counts as a heartbeat, and is shown. */
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
    // What can't be reached now isn't gone.
    if (!isKinoraError(cause) || cause.code !== 'notFound') throw cause
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
async function reuseStream({ deps, job, title, signal, heartbeat }: Run): Promise<ReusedStream | undefined> {
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
    return { ...found, read }
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
    // Its copy came without its end: what was read of it says nothing of these files.
    if (all.reused) all.reused = { ...all.reused, read: undefined }
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
  { deps, job, title, reused, signal, heartbeat }: Run,
  { imageLink, frameLink }: Cover,
): Promise<void> {
  heartbeat()
  await setStep(deps, job, 'finish')
  const made =
    reused?.read ?? (await digestStored(deps.blobs, `${streamKey(job)}/`, { signal, onPiece: heartbeat }))
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
    await publishIfRequested(inside, moved)
    if (moved.isEvent) await deps.onEventVideo?.(inside, job.tag)
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

/** To be raised whenever a ladder or its frame is made in another way: what was made before is then not used again. */
const RECIPE = 4

type MadeStream = Pick<typeof made.$inferSelect, 'streamKey' | 'durationSecond' | 'frameLink'>

interface FoundStream extends MadeStream {
  /** What it came to when it was finished, in bytes. */
  streamBytes: number | null
  /** What it was digested to then, where that was kept. */
  streamDigest: string | null
  damagedKeys: string[]
}

/** Names content and recipe; undefined where the content isn't known by its digest. */
function toMadeOf(title: StoredTitle, { normalise }: { normalise: boolean }): string | undefined {
  const { fileDigest, fileSize, contentType } = title
  if (fileDigest === null || fileSize === null) return undefined
  return `${RECIPE} ${contentType} ${normalise ? 'even' : 'plain'} ${fileSize} ${fileDigest}`
}

/**
 * What another title of the same owner plays and was made from the same content in the same way. The bytes were
 * verified for both, chunk by chunk; what belongs to another owner is never looked at.
 */
async function findMadeStream(
  db: Database,
  title: StoredTitle,
  madeOf: string,
): Promise<FoundStream | undefined> {
  const { streamKey, durationSecond, frameLink } = made
  const [found] = await db
    .select({
      streamKey,
      durationSecond,
      frameLink,
      streamBytes: t.streamBytes,
      damagedKeys: t.damagedKeys,
      streamDigest: sql<
        string | null
      >`CASE WHEN ${t.streamDigestKey} = ${t.streamKey} THEN ${t.streamDigest} END`,
    })
    .from(made)
    .innerJoin(t, and(eq(t.tag, made.titleTag), eq(t.streamKey, made.streamKey)))
    .where(and(eq(made.madeOf, madeOf), ne(t.tag, title.tag), eq(t.isDelete, false), ofOwner(title)))
    .limit(1)
  return found
}

/** The stream that a title plays from now on; what it played before is not offered any more. */
async function saveMadeStream(
  db: Database,
  { tag, madeOf, ...stream }: MadeStream & { tag: string; madeOf: string },
): Promise<void> {
  await db.delete(made).where(eq(made.titleTag, tag))
  await db.insert(made).values({ ...stream, titleTag: tag, madeOf })
}

interface CoverJob {
  name: string
  source: string
  scratch: string
  signal?: AbortSignal
  /** Second of the frame; the platform chooses one otherwise. */
  at?: number | undefined
}

/**
 * A frame as a stored image; returns its address. What it needs on the way has a fixed name, so that a crash leaves nothing
 * behind.
 */
export async function takeCover(
  { media, blobs, db }: Pick<PipelineDeps, 'media' | 'blobs' | 'db'>,
  { name, source, scratch, signal, at }: CoverJob,
): Promise<string> {
  const prefix = `covers/${name}/`
  await media.cover({ source, target: `${scratch}/cover/cover.jpg`, signal, at })
  await blobs.adopt(prefix, `${scratch}/cover`)
  const bytes = new Uint8Array(await new Response(await blobs.read(`${prefix}cover.jpg`)).arrayBuffer())
  const url = await db.transaction(tx => storeImage({ blobs, db: tx }, bytes, 'jpg'))
  await blobs.remove(prefix)
  return url
}

/** Bytes of a finished ladder, as they lie there now. */
export async function sizeOfStream(blobs: BlobPort, streamKey: string): Promise<number> {
  let bytes = 0
  for await (const { size } of blobs.list(`${streamKey}/`)) bytes += size
  return bytes
}

/** OPS-02: whether files of a title's stream are gone or cut, as far as it is known how large they were, or were read and are damaged. */
export async function isStreamDamaged(
  blobs: BlobPort,
  { streamKey, streamBytes, damagedKeys }: Pick<StoredTitle, 'streamKey' | 'streamBytes' | 'damagedKeys'>,
): Promise<boolean> {
  if (streamKey === null) return false
  if (damagedKeys.includes(streamKey)) return true
  const size = await sizeOfStream(blobs, streamKey)
  return size === 0 || (streamBytes !== null && size !== streamBytes)
}
