import { CHUNK_SIZE, isKinoraError, Role } from '@kinora/core'
import { type Happening, onDate, wallClock } from '@kinora/core/schedule'
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { findEventById } from '../events/index.ts'
import type { StoredEvent } from '../events/tables.ts'
import { sha256 } from '../kernel/digest.ts'
import type { Caller, Context } from '../kernel/handlers.ts'
import { recordEvents } from '../kernel/rows/event-log.ts'
import type { Database } from '../ports/db.ts'
import { isMediaError, type LiveMedia } from '../ports/media.ts'
import { findCaller } from '../session/index.ts'
import { readTimeZone } from '../tenants/index.ts'
import { tenantsTable } from '../tenants/tables.ts'
import { createTitle, encodeVideo } from '../titles/index.ts'
import { receiveChunk } from '../uploads/index.ts'
import { folderOf, lockOf, type OfDate, readSendings, recordOf, recordsOf } from './rows.ts'
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

/** Milliseconds without a sign of life after which a sender is gone whose end could not be written down. */
const LOST = 600_000

/** Occurrences that have ended, whose senders have gone for good. */
async function findOver({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<OfDate[]> {
  const now = clock.now()
  const ended = await db
    .selectDistinct({ eventId: t.eventId, date: t.date })
    .from(t)
    .where(and(isNull(t.recordedAt), lte(t.endsAt, now)))
  const gone: OfDate[] = []
  for (const of of ended)
    if ((await readSendings(db, of)).every(sending => isOver(sending, now.getTime()))) gone.push(of)
  return gone
}

function isOver({ endedAt, seenAt, endsAt }: Sending, now: number): boolean {
  const until = endedAt === null ? seenAt.getTime() + LOST : endedAt.getTime() + GRACE
  return endsAt.getTime() <= now && until <= now
}

/** Nobody sends to it meanwhile. What was recorded goes before it is noted, so that no kill leaves a file that nothing names. */
async function keepRecording(deps: Deps, of: OfDate, signal: AbortSignal): Promise<void> {
  const { live } = deps.media
  const lock = deps.locks.tryAcquire(lockOf(of))
  if (live === undefined || lock === undefined) return lock?.release()
  try {
    const sendings = await readSendings(deps.db, of)
    if (!sendings.every(sending => isOver(sending, deps.clock.now().getTime()))) return
    const source = await sourceOf(deps.db, sendings)
    const records = await deps.blobs.scratch(recordsOf(of))
    const hasTitle = source !== undefined && (await hasPicture(live, { sendings, records, signal }))
    const tag = hasTitle ? await toTitle(deps, live, { source, of, sendings, signal }) : undefined
    await records.discard()
    await deps.blobs.remove(recordingOf(of))
    await noteRecorded(deps, of, tag === undefined ? undefined : { ...source!, tag })
  } finally {
    lock.release()
  }
}

/** HOOK-01: that it is recorded is told where that is noted; nothing where no title came of it. */
async function noteRecorded(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  of: OfDate,
  made: (Source & { tag: string }) | undefined,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async tx => {
    await tx.update(t).set({ recordedAt: at }).where(ofDate(of))
    if (made === undefined) return
    const { tenantId, title: name, tag: recordingTag } = made
    const about = { owner: { tenantId }, subject: of.eventId, name }
    const details = { date: of.date, recordingTag }
    await recordEvents(tx, [{ type: 'event.recorded', at, ...about, details }])
  })
}

/** Of what a title is made: the event or, where it was deleted meanwhile, what its sendings know of it; nothing of a tenant that is gone. */
type Source = Pick<StoredEvent, 'tenantId' | 'title' | 'createdBy'> & { event: StoredEvent | undefined }

async function sourceOf(db: Database, sendings: readonly Sending[]): Promise<Source | undefined> {
  const { eventId, tenantId, title, createdBy } = sendings[0]!
  const event = await findEventById(db, eventId)
  if (event !== undefined) return { ...event, event }
  const isThere = (await db.$count(tenantsTable, eq(tenantsTable.tenantId, tenantId))) > 0
  return isThere ? { tenantId, title, createdBy, event } : undefined
}

/** Of a connection that ended before it was encoded only its file says. */
async function hasPicture(
  live: LiveMedia,
  {
    sendings,
    records,
    signal,
  }: { sendings: readonly Sending[]; records: { path: string }; signal: AbortSignal },
): Promise<boolean> {
  if (sendings.some(({ width }) => width !== null)) return true
  for (const sending of sendings) {
    const found = await live.look(recordOf(records, sending), signal).catch((error: unknown) => {
      if (isMediaError(error) && (error.reason === 'unreadable' || error.reason === 'noVideo'))
        return undefined
      throw error
    })
    if (found !== undefined) return true
  }
  return false
}

const ofDate = ({ eventId, date }: OfDate) => and(eq(t.eventId, eventId), eq(t.date, date))
const recordingOf = (of: OfDate): string => `${folderOf(of)}/recording/`

interface Recorded {
  source: Source
  of: OfDate
  sendings: readonly Sending[]
  signal: AbortSignal
}

async function toTitle(
  deps: Deps,
  live: LiveMedia,
  { source, of, sendings, signal }: Recorded,
): Promise<string | undefined> {
  const context = await contextOf(deps, source, signal)
  const tag = await draftOf(source, of, context)
  await deps.db.update(t).set({ titleTag: tag }).where(ofDate(of))
  const key = `${recordingOf(of)}live.mp4`
  if ((await deps.blobs.size(key)) === undefined && !(await join(deps, live, { of, sendings, signal })))
    return undefined
  await send(key, { tag, of }, context)
  await encodeVideo(tag, context)
  return tag
}

/** All connections of it as one file, in the order in which they came. */
async function join(
  { blobs }: Deps,
  live: LiveMedia,
  { of, sendings, signal }: Omit<Recorded, 'source'>,
): Promise<boolean> {
  const records = await blobs.scratch(recordsOf(of))
  const sources = sendings.map(sending => recordOf(records, sending))
  const folder = `${records.path}/joined`
  const isJoined = await live.join({ sources, target: `${folder}/live.mp4`, signal })
  if (isJoined) await blobs.adopt(recordingOf(of), folder)
  return isJoined
}

/** Whoever made the event, while the account is there; else the platform acts for the tenant. */
async function contextOf(deps: Deps, { tenantId, createdBy }: Source, signal: AbortSignal): Promise<Context> {
  const found = createdBy === null ? undefined : await findCaller(deps, createdBy)
  const platform: Caller = {
    userId: '',
    displayName: deps.settings.productName,
    email: '',
    role: Role.Tenant,
    providerId: null,
    tenantIds: [tenantId],
  }
  const call = { client: 'api', requestId: 'live', address: 'local', signal } as const
  return {
    deps,
    caller: found ?? platform,
    scope: { kind: 'tenant', tenantId },
    ...{ ...call, once: ask => ask() },
  }
}

/** The title by its name from outside, so that asked for again it is the same. */
async function draftOf({ event, tenantId, ...known }: Source, of: OfDate, context: Context): Promise<string> {
  const clock = wallClock(await readTimeZone(context.deps.db, tenantId))
  const named = event && toDetails(event, onDate(clock, event, of.date))
  const title = { tenantId, externalId: `live-${of.eventId}-${of.date}` }
  const className = `${named?.title ?? known.title} (${of.date})`
  try {
    const { title: _, ...details } = named ?? {}
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
    classCategoryId,
    classSubCategoryId,
    classLanguageCode,
    skill,
    intensity,
    equipmentIds,
    focusAreaIds,
    labelIds,
    imageLink: imageUrl,
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
