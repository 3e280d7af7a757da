import type { Frame } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import type { Context } from '../../kernel/handlers.ts'
import { inTurn } from '../../kernel/in-turn.ts'
import { refused } from '../../kernel/rows/refusals.ts'
import { isMediaError } from '../../ports/media.ts'
import { readTitle } from '../../stored-titles/index.ts'
import { signFrames } from '../playback/streaming-link.ts'

/** Frames of a strip. */
const COUNT = 8
/** Pixels across. */
const WIDTH = 320
/** Milliseconds that all of them may take. */
const PATIENCE = 60_000
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

/** Whoever waited for another strip may find that it was this one. */
const makeInTurn = (deps: Deps, strip: Strip): Promise<number[]> =>
  inTurn(deps.locks, { key: lockKey, signal: strip.signal }, async () => {
    const kept = await secondsIn(deps, strip.key)
    return kept.length > 0 ? kept : make(deps, strip)
  })

async function make({ blobs, media }: Deps, { key, sourceKey, signal }: Strip): Promise<number[]> {
  const source = await blobs.local(sourceKey)
  const scratch = await blobs.scratch(key.replaceAll('/', '-'))
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const made: number[] = []
  try {
    const { duration } = await media.probe(source.path, patience)
    for (const at of spread(duration)) {
      const target = `${scratch.path}/frames/${nameOf(at)}`
      const step = { source: source.path, target, at, width: WIDTH, signal: patience }
      if (await isThere(media.cover(step))) made.push(at)
    }
    if (made.length === 0) throw refused('title.noFrameForCover')
    await blobs.adopt(`${key}/`, `${scratch.path}/frames`)
    return made
  } finally {
    await source.release()
    await scratch.discard()
  }
}

/** The sound may be longer than the picture, and a part of it be damaged: the others do. */
async function isThere(frame: Promise<unknown>): Promise<boolean> {
  try {
    await frame
    return true
  } catch (error) {
    if (isMediaError(error) && (error.reason === 'unreadable' || error.reason === 'noVideo')) return false
    throw error
  }
}

/** The middle of each of `COUNT` equal parts, in milliseconds that differ. */
function spread(duration: number): number[] {
  const middles = Array.from({ length: COUNT }, (_, part) => ((part + 0.5) / COUNT) * duration)
  return [...new Set(middles.map(second => Math.round(second * 1000) / 1000))]
}
