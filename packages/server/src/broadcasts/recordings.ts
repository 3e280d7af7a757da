import { CHUNK_SIZE, isKinoraError, Role } from '@kinora/core'
import { type Happening, onDate, wallClock } from '@kinora/core/schedule'
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { findEventById } from '../events/index.ts'
import type { StoredEvent } from '../events/tables.ts'
import { sha256 } from '../kernel/digest.ts'
import type { Caller, Context } from '../kernel/handlers.ts'
import { findCaller } from '../session/index.ts'
import { readTimeZone } from '../tenants/index.ts'
import { createTitle, encodeVideo } from '../titles/index.ts'
import { receiveChunk } from '../uploads/index.ts'
import { folderOf, type OfDate, readSendings, recordsOf } from './rows.ts'
import { type Sending, broadcastSendingsTable as t } from './tables.ts'

/** Milliseconds after the last sender, and after the end, in which it may still come back. */
const GRACE = 60_000

/**
 * LIVE-06: what was sent to occurrences that are over becomes a draft title each, by the way that every upload goes. A step that
 * fails, or a server that is killed in it, is made good by the next look.
 */
export async function keepRecordings(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const of of await findOver(deps)) {
    signal.throwIfAborted()
    await keepRecording(deps, of, signal).catch((err: unknown) => {
      signal.throwIfAborted()
      deps.log.warn({ err, ...of }, 'a recorded live event waits to become a title')
    })
  }
}

/** Occurrences that have ended, whose senders have gone for good. */
async function findOver({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<OfDate[]> {
  const now = clock.now()
  const ended = await db
    .selectDistinct({ eventId: t.eventId, date: t.date })
    .from(t)
    .where(and(isNull(t.recordedAt), lte(t.endsAt, now)))
  const gone: OfDate[] = []
  for (const of of ended) {
    const sendings = await readSendings(db, of)
    const isGone = sendings.every(
      ({ endedAt, endsAt }) =>
        endedAt !== null && endsAt <= now && endedAt.getTime() + GRACE <= now.getTime(),
    )
    if (isGone) gone.push(of)
  }
  return gone
}

async function keepRecording(deps: Deps, of: OfDate, signal: AbortSignal): Promise<void> {
  const sendings = await readSendings(deps.db, of)
  const event = await findEventById(deps.db, of.eventId)
  if (event !== undefined && sendings.some(({ width }) => width !== null))
    await toTitle(deps, { event, of, sendings, signal })
  await deps.db.update(t).set({ recordedAt: deps.clock.now() }).where(ofDate(of))
  await (await deps.blobs.scratch(recordsOf(of))).discard()
  await deps.blobs.remove(recordingOf(of))
}

const ofDate = ({ eventId, date }: OfDate) => and(eq(t.eventId, eventId), eq(t.date, date))
const recordingOf = (of: OfDate): string => `${folderOf(of)}/recording/`

interface Recorded {
  event: StoredEvent
  of: OfDate
  sendings: readonly Sending[]
  signal: AbortSignal
}

async function toTitle(deps: Deps, { event, of, sendings, signal }: Recorded): Promise<void> {
  const context = await contextOf(deps, event, signal)
  const tag = await draftOf(event, of, context)
  await deps.db.update(t).set({ titleTag: tag }).where(ofDate(of))
  const key = `${recordingOf(of)}live.mp4`
  if ((await deps.blobs.size(key)) === undefined && !(await join(deps, { of, sendings, signal }))) return
  await send(key, { tag, of }, context)
  await encodeVideo(tag, context)
}

/** All connections of it as one file, in the order in which they came. */
async function join(deps: Deps, { of, sendings, signal }: Omit<Recorded, 'event'>): Promise<boolean> {
  const records = await deps.blobs.scratch(recordsOf(of))
  const sources = sendings.map(({ nth }) => `${records.path}/${nth}.flv`)
  const folder = `${records.path}/joined`
  const isJoined = await deps.media.live?.join({ sources, target: `${folder}/live.mp4`, signal })
  if (isJoined) await deps.blobs.adopt(recordingOf(of), folder)
  return isJoined === true
}

/** Whoever made the event, while the account is there; else the platform acts for the tenant. */
async function contextOf(deps: Deps, event: StoredEvent, signal: AbortSignal): Promise<Context> {
  const { tenantId, createdBy } = event
  const found = createdBy === null ? undefined : await findCaller(deps, createdBy)
  const platform: Caller = {
    ...{ userId: '', displayName: deps.settings.productName, email: '' },
    ...{ role: Role.Tenant, providerId: null, tenantIds: [tenantId] },
  }
  const call = { client: 'api', requestId: 'live', address: 'local', signal } as const
  return {
    ...{ deps, caller: found ?? platform, scope: { kind: 'tenant', tenantId } },
    ...{ ...call, once: ask => ask() },
  }
}

/** The title by its name from outside, so that asked for again it is the same. */
async function draftOf(event: StoredEvent, of: OfDate, context: Context): Promise<string> {
  const clock = wallClock(await readTimeZone(context.deps.db, event.tenantId))
  const named = toDetails(event, onDate(clock, event, of.date))
  const title = { tenantId: event.tenantId, externalId: `live-${of.eventId}-${of.date}` }
  const className = `${named.title} (${of.date})`
  try {
    const { title: _, ...details } = named
    return (await createTitle({ ...title, ...details, className }, context)).tag
  } catch (error) {
    // What the event names may be gone by now; what was recorded is kept all the same.
    if (!isKinoraError(error) || error.code !== 'invalid') throw error
    return (await createTitle({ ...title, className }, context)).tag
  }
}

function toDetails(event: StoredEvent, one: Happening | undefined) {
  const { classCategoryId, classSubCategoryId, classLanguageCode, skill, intensity } = event
  const { equipmentIds, focusAreaIds, labelIds, imageUrl } = event
  const { title, instructor } = one?.exception?.details ?? {}
  return {
    ...{ classCategoryId, classSubCategoryId, classLanguageCode, skill, intensity },
    ...{ equipmentIds, focusAreaIds, labelIds, imageLink: imageUrl },
    title: title ?? event.title,
    instructor: instructor ?? event.instructor,
    classDescription: event.description,
  }
}

/** Chunk by chunk, as a browser would: quotas, the room on the disk and the look at the file are those of every upload. */
async function send(key: string, { tag, of }: { tag: string; of: OfDate }, context: Context): Promise<void> {
  const { blobs } = context.deps
  const totalSize = (await blobs.size(key)) ?? 0
  const totalNumberOfChunks = Math.max(1, Math.ceil(totalSize / CHUNK_SIZE))
  const identifier = `live-${of.eventId}-${of.date}`
  for (let nth = 0; nth < totalNumberOfChunks; nth++) {
    const range = { start: nth * CHUNK_SIZE, end: Math.min(totalSize, (nth + 1) * CHUNK_SIZE) }
    const bytes = new Uint8Array(await new Response(await blobs.read(key, range)).arrayBuffer())
    const about = { totalNumberOfChunks, totalSize, identifier, fileName: `live-${of.date}.mp4` }
    const chunk = { tag, ...about, chunkNumber: nth + 1, digest: await sha256(bytes) }
    await receiveChunk('video', { ...chunk, file: new Blob([bytes]) }, context)
  }
}
