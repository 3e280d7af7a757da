import { VideoStatus } from '@kinora/core'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { systemScope } from '../kernel/scope.ts'
import { sizeOfStream } from '../pipeline/index.ts'
import { changeTitle } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { demoClips } from './clips.ts'
import { demoLines } from './title-catalogue.ts'

/** How often it is looked whether a clip is finished, and for how long before it is left to the next start. */
const LOOK = 2_000
const LOOKS = 300

type Needs = Pick<Deps, 'db' | 'blobs'>

/**
 * Every class of the demo that has a video plays: as soon as a clip is finished, each gets its stream under a name of its
 * own. It is seconds long, whatever length the class has in lists. A start that was cut short is made good by the next.
 */
export async function startDemoStreams(deps: Needs, signal: AbortSignal): Promise<void> {
  const waiting = await findWaiting(deps)
  if (waiting.length === 0) return
  for (let look = 0; look < LOOKS; look++) {
    const from = await findFinished(deps)
    if (from !== null) return giveStreams(deps, { from, tags: waiting, signal })
    await pause(signal)
  }
}

/** Rejects once the signal says so. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, LOOK)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })

const tags = demoLines.flatMap(line => line.names).map((_, index) => toDemoTag(index))

/** `demo-07` */
export function toDemoTag(index: number): string {
  return `demo-${String(index + 1).padStart(2, '0')}`
}

/** Only of the demo's own: a title that somebody has given a file is none of them. */
const isWaiting = and(
  eq(t.videoStatus, VideoStatus.Completed),
  isNull(t.streamKey),
  isNull(t.sourceKey),
  isNull(t.jobId),
  eq(t.isDelete, false),
)!

async function findWaiting({ db }: Needs): Promise<string[]> {
  const rows = await db
    .select({ tag: t.tag })
    .from(t)
    .where(and(inArray(t.tag, tags), isWaiting))
    .orderBy(t.tag)
  return rows.map(({ tag }) => tag)
}

async function findFinished({ db }: Needs): Promise<string | null> {
  const clips = demoClips.map(({ title }) => title.tag)
  const [found] = await db
    .select({ streamKey: t.streamKey })
    .from(t)
    .where(and(inArray(t.tag, clips), isNotNull(t.streamKey)))
    .limit(1)
  return found?.streamKey ?? null
}

async function giveStreams(
  { db, blobs }: Needs,
  given: { from: string; tags: readonly string[]; signal: AbortSignal },
): Promise<void> {
  for (const tag of given.tags) {
    given.signal.throwIfAborted()
    const streamKey = `streams/${tag}/demo`
    await blobs.copy(`${given.from}/`, `${streamKey}/`)
    const streamBytes = await sizeOfStream(blobs, streamKey)
    await changeTitle(systemScope, db, { tag, set: { streamKey, streamBytes }, and: isWaiting })
  }
}
