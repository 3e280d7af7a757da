import { type ChannelKind, EventType, isExternal, OPENS_BEFORE, type SiteStream } from '@kinora/core'
import { type Happening, nextHeld, onDate, openAt, toDate, wallClock } from '@kinora/core/schedule'
import { SignJWT } from 'jose'
import type { Deps } from '../deps.ts'
import { findEvent } from '../events/index.ts'
import type { StoredEvent } from '../events/tables.ts'
import { newTag } from '../kernel/rows/audit.ts'
import { notFound, refused } from '../kernel/rows/refusals.ts'
import { issuer, readSigned } from '../kernel/secrets.ts'
import type { SiteQuery } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import { readTimeZone } from '../tenants/index.ts'
import { type SiteLinkDeps, siteStreamingLink, siteStreamOf } from '../titles/index.ts'
import type { OnAir } from './parts.ts'

/** What a link to the stream of one occurrence opens. */
export type LiveGrant = {
  eventId: string
  /** The day of the series. */
  date: string
  tenantId: string
  member?: string | undefined
  isMember?: boolean | undefined
  product?: ChannelKind | undefined
  /** Names the link among others: one that watches. */
  viewer: string
  /** Staff see what a sender sends as soon as it is taken (LIVE-06). */
  isPreview?: boolean
}

const audience = 'kinora-live-1'

/**
 * LIVE-04, C-138: what plays on a site by the tag of a title or the id of an event. An event’s is given from ten minutes before
 * an occurrence until its end; asked for outside, the refusal says when the next one opens.
 */
export async function siteLink(tag: string, site: SiteQuery, deps: SiteLinkDeps): Promise<SiteStream> {
  const event = await findEvent(deps.db, { eventId: tag, tenantId: site.tenantId })
  if (event === undefined)
    return { ...(await siteStreamingLink(tag, site, deps)), startsAt: null, endsAt: null }
  if (!event.active) throw notFound()
  const clock = wallClock(await readTimeZone(deps.db, site.tenantId))
  const now = deps.clock.now().getTime()
  const one = openAt(clock, event, now)
  if (one === undefined) throw notOpen(nextHeld(clock, event, now), now)
  const date = toDate(one.day)
  const { streamingLink } = await linkOf(event, { ...site, date, end: one.end }, deps)
  return { streamingLink, startsAt: toInstant(one.start), endsAt: toInstant(one.end) }
}

async function linkOf(
  event: StoredEvent,
  { date, end, ...site }: SiteQuery & { date: string; end: number },
  deps: SiteLinkDeps,
): Promise<{ streamingLink: string }> {
  if (isExternal(event)) return { streamingLink: event.liveStreamingLink }
  const { eventId } = event
  if (event.type === EventType.Scheduled) return siteStreamingLink(eventId, { ...site, date, end }, deps)
  if (event.type === EventType.Simulated) await siteStreamOf(eventId, site, deps)
  const token = await sign({ eventId, date, ...site, viewer: newTag() }, { end, deps })
  return { streamingLink: `/streams/${token}/master.m3u8` }
}

/** LIVE-06: staff see what is sent to an event of theirs before members do; nobody counts them as watching. */
export async function previewLink(
  { eventId, tenantId }: Pick<StoredEvent, 'eventId' | 'tenantId'>,
  { date, end }: { date: string; end: number },
  deps: Pick<Deps, 'clock' | 'settings'>,
): Promise<string> {
  const token = await sign({ eventId, date, tenantId, viewer: newTag(), isPreview: true }, { end, deps })
  return `/streams/${token}/master.m3u8`
}

/** One refusal: `opensAt` and `startsAt` of the next one, and the seconds until then in `retry-after`. */
function notOpen(next: Happening | undefined, now: number): Error {
  if (next === undefined) return refused('event.noneAhead', undefined, 'tag')
  const opens = next.start - OPENS_BEFORE
  const params = { opensAt: toInstant(opens), startsAt: toInstant(next.start) }
  return refused('event.notOpen', params, 'tag', (opens - now) / 1000)
}

const toInstant = (at: number): string => new Date(at).toISOString()

/** It may be made longer while it runs, so the link is good for a while past its end; what it opens closes with it. */
function sign(
  grant: LiveGrant,
  { end, deps: { clock, settings } }: { end: number; deps: Pick<Deps, 'clock' | 'settings'> },
): Promise<string> {
  return new SignJWT(grant)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(Math.floor(clock.now().getTime() / 1000))
    .setExpirationTime(Math.floor(end / 1000) + settings.playbackLifetime)
    .sign(settings.secret)
}

/** What a link opens, where it is one to a live occurrence. */
export async function readLiveGrant(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  token: string,
): Promise<LiveGrant | undefined> {
  const signed = await readSigned(token, { secret: settings.secret, audience, now: clock.now() })
  return signed as LiveGrant | undefined
}

export type Air = OnAir & {
  state: 'waiting' | 'running' | 'ended'
  /** The cover of an event that is sent to the platform; undefined of one of another type. */
  sent?: { imageUrl: string | null } | undefined
}

interface AirQuery extends Pick<LiveGrant, 'eventId' | 'tenantId' | 'date'> {
  now: number
  /** Milliseconds after its end until it closes, and before its start from which it is open. */
  closesAfter: number
  opensBefore?: number
}

/**
 * The occurrence of one date as it is by now, wherever it was moved. Throws where the event is off, or the occurrence is cancelled,
 * not open yet, or closed.
 */
export async function readAir(
  db: Database,
  { eventId, tenantId, date, now, closesAfter, opensBefore = OPENS_BEFORE }: AirQuery,
): Promise<Air> {
  const event = await findEvent(db, { eventId, tenantId })
  if (!event?.active) throw notFound()
  const clock = wallClock(await readTimeZone(db, tenantId))
  const one = onDate(clock, event, date)
  const isHeld = one !== undefined && one.exception?.isCancelled !== true
  if (!isHeld || one.end + closesAfter <= now) throw notOpen(nextHeld(clock, event, now), now)
  if (one.start - opensBefore > now) throw notOpen(one, now)
  const { start, end } = one
  const state = now < start ? 'waiting' : now < end ? 'running' : 'ended'
  const { type, imageUrl } = event
  return { eventId, date, start, end, state, ...(type === EventType.Live && { sent: { imageUrl } }) }
}

/** C-138: the files of a class that an event plays close with the occurrence; resolves to its end in milliseconds, of an event's. */
export async function assertOpen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tag: eventId, viewers, date }: { tag: string; viewers: readonly object[]; date?: string | undefined },
): Promise<number | undefined> {
  const [site] = viewers as readonly { tenantId?: string }[]
  if (date === undefined || site?.tenantId === undefined) return undefined
  const asked = { eventId, date, tenantId: site.tenantId }
  const { end } = await readAir(db, { ...asked, now: clock.now().getTime(), closesAfter: 0 })
  return end
}
