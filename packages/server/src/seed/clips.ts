import { CHUNK_SIZE, type FileRole, Role, TitleStatus, VideoStatus } from '@kinora/core'
import { and, eq, inArray, isNotNull, isNull, like, or } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { sha256 } from '../kernel/digest.ts'
import type { Context } from '../kernel/handlers.ts'
import { systemScope } from '../kernel/scope.ts'
import { sizeOfStream } from '../pipeline/index.ts'
import type { FilesPort } from '../ports/files.ts'
import { changeTitle } from '../stored-titles/index.ts'
import { type NewTitleRow, titlesTable as t } from '../stored-titles/tables.ts'
import { encodeTrailer, encodeVideo } from '../titles/index.ts'
import { receiveChunk } from '../uploads/index.ts'
import { uploadsTable as uploads } from '../uploads/tables.ts'
import { demoAccounts } from './accounts.ts'
import { demoLines } from './title-catalogue.ts'

/** Begins the identifiers of the demo's own uploads. */
const IDENTIFIER = 'demo-'

interface DemoClip {
  file: string
  trailer?: string
  title: NewTitleRow
}

const clip = (number: number, title: Omit<NewTitleRow, 'tag'>, trailer?: string): DemoClip => ({
  file: `clip-${((number - 1) % 3) + 1}.mp4`,
  trailer,
  title: { ...common, ...title, tag: `demo-clip-${number}` },
})

const common = {
  scheduleDate: '2026-11-20T09:00:00',
  focusAreaIds: ['focus-full-body'],
  intensity: 5,
  skill: 4,
  isAutoPublish: true,
} satisfies Partial<NewTitleRow>

const ironside = {
  providerId: 'ironside',
  channelId: 'ironside-strength',
  classCategoryId: 'strength',
  classLanguageCode: 'en-GB',
}
const lumen = {
  providerId: 'lumen-yoga',
  channelId: 'lumen-flow',
  classCategoryId: 'yoga',
  classLanguageCode: 'en-US',
  equipmentIds: ['equipment-mat'],
}
const pulse = {
  providerId: 'tenant-pulsehouse',
  tenantId: 'pulsehouse',
  channelId: 'pulse-house-originals',
  classCategoryId: 'pulse-signature',
  classLanguageCode: 'en-GB',
}

/** Six titles with real clips; the first has a trailer too, the last waits for a person to publish it. */
export const demoClips: readonly DemoClip[] = [
  clip(
    1,
    {
      ...ironside,
      className: 'One Bell, Five Moves',
      classDescription: 'A short taste of Ironside Strength.',
      instructor: 'Jo Ironside',
      equipmentIds: ['equipment-kettlebell'],
    },
    'clip-2.mp4',
  ),
  clip(2, {
    ...ironside,
    className: 'Bodyweight Wake-Up',
    classDescription: 'No equipment, no excuses.',
    instructor: 'Marcus Bell',
    equipmentIds: ['equipment-none'],
  }),
  clip(3, {
    ...lumen,
    className: 'Flow with the Waves',
    classDescription: 'Breathe with the movement on the screen.',
    instructor: 'Priya Raman',
  }),
  clip(4, {
    ...lumen,
    className: 'Evening Wind-Down',
    classDescription: 'Let the day go.',
    instructor: 'Priya Raman',
  }),
  clip(5, {
    ...pulse,
    className: 'Pulse House Welcome',
    classDescription: 'What waits for you in the studio.',
    instructor: 'Nina Vogt',
    equipmentIds: ['equipment-none'],
  }),
  clip(6, {
    ...pulse,
    className: 'Interval Primer',
    classDescription: 'Find your pace before the first class.',
    instructor: 'Nina Vogt',
    equipmentIds: ['equipment-pulse-sled'],
    isAutoPublish: false,
  }),
]

/**
 * Sends the clips that are still missing through upload and pipeline, as a client would; a start that was cut short, at
 * whatever point, is made good by the next one.
 */
async function startDemoClips(deps: Deps, assets: FilesPort, signal: AbortSignal): Promise<void> {
  const open = await findUnfinished(deps)
  const context = toContext(deps, signal)
  for (const { file, trailer, title } of demoClips) {
    const found = open.get(title.tag)
    if (signal.aborted || found === undefined) continue
    const { tag } = title
    // The video comes last: its job is what tells that a clip is finished.
    if (trailer !== undefined && found.awaitsTrailer)
      if (await send(assets, { tag, role: 'trailer', file: trailer }, context))
        await encodeTrailer(tag, context)
    if (await send(assets, { tag, role: 'video', file }, context)) await encodeVideo(tag, context)
  }
}

/** The clips that nobody has given another file and whose processing was never asked for. */
async function findUnfinished(deps: Deps): Promise<Map<string, { awaitsTrailer: boolean }>> {
  const tags = demoClips.map(demo => demo.title.tag)
  const isUnprocessed = inArray(t.status, [
    TitleStatus.Incomplete,
    TitleStatus.Uploading,
    TitleStatus.Uploaded,
  ])
  const rows = await deps.db
    .select({ tag: t.tag, trailerJobId: t.trailerJobId, trailerWebKey: t.trailerWebKey })
    .from(t)
    .leftJoin(uploads, and(eq(uploads.titleTag, t.tag), eq(uploads.role, 'video')))
    .where(
      and(
        inArray(t.tag, tags),
        eq(t.isDelete, false),
        isNull(t.jobId),
        isUnprocessed,
        or(isNull(uploads.id), like(uploads.identifier, `${IDENTIFIER}%`)),
      ),
    )
  return new Map(
    rows.map(row => [row.tag, { awaitsTrailer: row.trailerJobId === null && row.trailerWebKey === null }]),
  )
}

async function send(
  assets: FilesPort,
  { tag, role, file }: { tag: string; role: FileRole; file: string },
  context: Context,
): Promise<boolean> {
  const found = await assets.read(`/${file}`)
  if (found === undefined || found.bytes.length > CHUNK_SIZE) return false
  const digest = await sha256(found.bytes)
  const about = {
    chunkNumber: 1,
    totalNumberOfChunks: 1,
    totalSize: found.bytes.length,
    digest,
    identifier: `${IDENTIFIER}${digest.slice(0, 32)}`,
  }
  await receiveChunk(role, { tag, fileName: file, ...about, file: new Blob([found.bytes]) }, context)
  return true
}

function toContext(deps: Deps, signal: AbortSignal): Context {
  const { userId, displayName, email } = demoAccounts.admin
  const caller = { userId, displayName, email, role: Role.Admin, providerId: null, tenantIds: [] }
  const call = { client: 'api', requestId: 'demo', address: 'local', signal } as const
  return { deps, caller, scope: { kind: 'all' }, ...call, once: ask => ask() }
}

/** Processes the demo's clips and gives its classes their streams, in the background; the function given back ends it. */
export function runDemoMedia(deps: Deps, assets: FilesPort): () => Promise<void> {
  const stopping = new AbortController()
  const making = async () => {
    await startDemoClips(deps, assets, stopping.signal)
    await startDemoStreams(deps, stopping.signal)
  }
  const running = making().catch((err: unknown) => {
    if (!stopping.signal.aborted) deps.log.warn({ err }, 'the media of the demo could not be made')
  })
  return async () => {
    stopping.abort()
    await running
  }
}

/** How often it is looked whether a clip is finished, and for how long before it is left to the next start. */
const POLL_INTERVAL = 2_000
const LOOKS = 300

type Needs = Pick<Deps, 'db' | 'blobs'>

/**
 * Every class of the demo that has a video plays: as soon as a clip is finished, each gets its stream under a name of its
 * own. It is seconds long, whatever length the class has in lists. A start that was cut short is made good by the next.
 */
async function startDemoStreams(deps: Needs, signal: AbortSignal): Promise<void> {
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
    }, POLL_INTERVAL)
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
