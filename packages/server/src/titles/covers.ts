import { type Frame, KinoraError, type Parsed, type titles } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { takeCover } from '../pipeline/index.ts'
import { isMediaError } from '../ports/media.ts'
import type { LocksPort } from '../ports/runtime.ts'
import { lockTitle, readTitle, writeTitle } from '../stored-titles/index.ts'
import { signFrames } from './streaming-link.ts'

/** API-18, TITLE-13: `auto` takes a frame of the stored video now, the one of `second` where it is given; `custom` keeps the cover for a person to change. */
export async function updateThumbnailType(
  { tag, thumbnailType, second }: Parsed<typeof titles.updateThumbnailType>,
  context: Context,
): Promise<{ imageLink: string | null }> {
  const { scope, deps, signal } = context
  const title = await readTitle(scope, deps.db, tag)
  const isTaken = thumbnailType === 'auto'
  if (isTaken && (title.sourceKey === null || title.streamKey === null))
    throw refused('title.noFrameForCover')
  const imageLink = isTaken ? await takeFrame(title.sourceKey!, second, { deps, signal }) : title.imageLink
  await deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, tag)
    const set = { thumbnailType, imageLink: isTaken ? imageLink : before.imageLink }
    await writeTitle(scope, tx, { before, set, verb: 'updateThumbnailType', by: authorOf(context) })
  })
  return { imageLink }
}

async function takeFrame(
  key: string,
  at: number | undefined,
  { deps, signal }: Pick<Context, 'deps' | 'signal'>,
): Promise<string> {
  const source = await deps.blobs.local(key)
  const name = crypto.randomUUID()
  const scratch = await deps.blobs.scratch(`cover-${name}`)
  try {
    return await takeCover(deps, { name, source: source.path, scratch: scratch.path, signal, at })
  } catch (error) {
    if (isMediaError(error) && !error.retryable) throw refused('title.noFrameForCover')
    throw error
  } finally {
    await source.release()
    await scratch.discard()
  }
}

/** Frames of a strip. */
const COUNT = 8
/** Pixels across. */
const WIDTH = 320
/** Milliseconds that all of them may take. */
const FRAMES_TIMEOUT = 60_000
/** One strip is made at a time, so that many who open titles at once don't take the machine from encoding. */
const lockKey = 'titles.frames'

/**
 * TITLE-13: small frames spread over a processed video. They are made when they are first asked for, and kept until the video
 * is replaced or goes. Refused where there is no picture to take them from.
 */
export async function listFrames(tag: string, { scope, deps, signal }: Context): Promise<Frame[]> {
  const title = await readTitle(scope, deps.db, tag)
  const { sourceKey, streamKey } = title
  if (sourceKey === null || streamKey === null) throw refused('title.noFrameForCover')
  const key = `frames/${tag}/${sourceKey.split('/')[2]}`
  const kept = await secondsIn(deps, key)
  const seconds = kept.length > 0 ? kept : await makeInTurn(deps, { key, sourceKey, signal })
  const link = await signFrames(key, title, deps)
  return seconds.map(second => ({ second, imageLink: `${link}/${nameOf(second)}` }))
}

const nameOf = (second: number): string => `${Math.round(second * 1000)}.jpg`

async function secondsIn({ blobs }: Pick<Deps, 'blobs'>, key: string): Promise<number[]> {
  const seconds: number[] = []
  for await (const file of blobs.list(`${key}/`)) {
    const [, milliseconds] = /\/(\d+)\.jpg$/.exec(file.key) ?? []
    if (milliseconds !== undefined) seconds.push(Number(milliseconds) / 1000)
  }
  return seconds.sort((one, other) => one - other)
}

interface Strip {
  key: string
  sourceKey: string
  signal: AbortSignal
}

/** A caller that waited for another strip may find that it was this one. */
const makeInTurn = (deps: Deps, strip: Strip): Promise<number[]> =>
  withKeyLock(deps.locks, { key: lockKey, signal: strip.signal }, async () => {
    const kept = await secondsIn(deps, strip.key)
    return kept.length > 0 ? kept : make(deps, strip)
  })

async function make({ blobs, media, log }: Deps, { key, sourceKey, signal }: Strip): Promise<number[]> {
  const source = await blobs.local(sourceKey)
  const scratch = await blobs.scratch(key.replaceAll('/', '-'))
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(FRAMES_TIMEOUT)])
  const made: number[] = []
  try {
    const info = await unlessDamaged(media.probe(source.path, deadline))
    if (info === undefined) log.warn({ sourceKey }, 'an original can’t be read any more')
    for (const at of info === undefined ? [] : spread(info.duration)) {
      const target = `${scratch.path}/frames/${nameOf(at)}`
      const step = { source: source.path, target, at, width: WIDTH, signal: deadline }
      if ((await unlessDamaged(media.cover(step))) !== undefined) made.push(at)
    }
    if (made.length === 0) throw refused('title.noFrameForCover')
    await blobs.adopt(`${key}/`, `${scratch.path}/frames`)
    return made
  } finally {
    await source.release()
    await scratch.discard()
  }
}

/** The sound may be longer than the picture, and a part of it or all of the file be damaged: the others do. */
async function unlessDamaged<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look
  } catch (error) {
    if (isMediaError(error) && (error.reason === 'unreadable' || error.reason === 'noVideo')) return undefined
    throw error
  }
}

/** The middle of each of `COUNT` equal parts, in milliseconds that differ. */
function spread(duration: number): number[] {
  const middles = Array.from({ length: COUNT }, (_, part) => ((part + 0.5) / COUNT) * duration)
  return [...new Set(middles.map(second => Math.round(second * 1000) / 1000))]
}

/** Runs the work under the lock of a key; throws `aborted` where the caller gives up before. */
export async function withKeyLock<T>(
  locks: LocksPort,
  { key, signal }: { key: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  let lock = locks.tryAcquire(key)
  while (lock === undefined) {
    await locks.whenFree(key)
    if (signal.aborted) throw new KinoraError('aborted')
    lock = locks.tryAcquire(key)
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
