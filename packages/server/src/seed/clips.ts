import { CHUNK_SIZE, type FileRole, Role, TitleStatus } from '@kinora/core'
import { and, eq, inArray, isNull, like, or } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { sha256 } from '../kernel/digest.ts'
import type { Context } from '../kernel/handlers.ts'
import type { FilesPort } from '../ports/files.ts'
import { type NewTitleRow, titlesTable as t } from '../stored-titles/tables.ts'
import { encodeTrailer, encodeVideo } from '../titles/index.ts'
import { receiveChunk } from '../uploads/index.ts'
import { uploadsTable as uploads } from '../uploads/tables.ts'
import { demoAccounts } from './accounts.ts'

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
export async function startDemoClips(deps: Deps, assets: FilesPort, signal: AbortSignal): Promise<void> {
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
  return { deps, caller, scope: { kind: 'all' }, ...call }
}
