import { en, KinoraError, type SiteDates, toSiteInstants } from '@kinora/core'
import { nextHeld, running, type Timing, wallClock } from '@kinora/core/schedule'
import { and, eq, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { hostedLink } from '../deliveries/index.ts'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import { tenantNotChosen } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { issuer, readSigned } from '../kernel/secrets.ts'
import { isOpenTo, onSiteAt, publishedTo, type SiteQuery } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { readTitle, type StoredTitle } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { readSiteMoment, readTimeZone } from '../tenants/index.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** API-23, TITLE-33: a link that plays the title for a while; anything that stands in the way says the same. */
export async function streamingLink(
  { tenant, tag }: { tenant: string; tag: string },
  { scope, deps }: Pick<Context, 'scope' | 'deps'>,
): Promise<{ streamingLink: string }> {
  if (scope.kind === 'unchosen') throw tenantNotChosen()
  // KEY-06: of what is published to a tenant too, a session for certain titles plays its own alone.
  if (scope.only !== undefined) await readTitle(scope, deps.db, tag)
  const site = await findSite(deps.db, tenant)
  const viewers: Viewer[] = site === undefined ? [] : scope.kind === 'all' ? [site] : [site, scope]
  const stream = viewers.length > 0 ? await findStream(deps, { tag, viewers }) : undefined
  return sign(tag, { stream, viewers }, deps)
}

/**
 * The same for the members of a tenant’s site: what it doesn’t show, it can’t play, nor can a member that is off. It ends with the
 * title’s dates at the latest (C-144); of an event it is for one date, as long as that is open (C-138).
 */
export async function siteStreamingLink(
  tag: string,
  { date, end, ...site }: SiteQuery & { date?: string | undefined; end?: number | undefined },
  deps: SiteLinkDeps,
): Promise<{ streamingLink: string }> {
  const viewers: Viewer[] = [{ kind: 'site', ...site }]
  const stream = await findStream(deps, { tag, viewers })
  const clock = wallClock(await readTimeZone(deps.db, site.tenantId))
  const until = stream && toSiteInstants(stream, clock).until
  // C-139: what an event plays is timed here.
  const hosted =
    stream?.tag === tag && date === undefined
      ? await hostedLink(deps, { tag, tenantId: site.tenantId, until })
      : undefined
  if (hosted !== undefined) return { streamingLink: hosted }
  return sign(tag, { stream, viewers, until, date, end }, deps)
}

/** What links of sites are made with. */
export type SiteLinkDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'secrets' | 'videoHost'>

/** What an event plays on a site now, of what the site shows. Throws `notFound` where there is nothing. */
export async function siteStreamOf(
  eventId: string,
  site: SiteQuery,
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<{ tag: string; streamKey: string }> {
  const stream = await findStream(deps, { tag: eventId, viewers: [{ kind: 'site', ...site }] })
  if (stream?.streamKey == null) throw streamMissing('notFound', true)
  return { tag: stream.tag, streamKey: stream.streamKey }
}

interface Signed extends Pick<StreamGrant, 'viewers' | 'date'> {
  stream: Stream | undefined
  /** An instant that it is good until at the most, and one that it is good until at least, as far as that allows. */
  until?: number | undefined
  end?: number | undefined
}

async function sign(
  tag: string,
  { stream, viewers, until, date, end }: Signed,
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
): Promise<{ streamingLink: string }> {
  if (stream?.streamKey == null)
    throw streamMissing('notFound', (await rowsOf(deps.db, eventOf(tag, viewers))).length > 0)
  const grant = { tag, played: stream.tag, key: stream.streamKey, viewers, date }
  return { streamingLink: `/streams/${await signStream(grant, deps, { until, end })}/master.m3u8` }
}

/** A link to the frames of a title for who may change it: whom they belong to is asked again with each of them. */
export async function signFrames(
  key: string,
  title: Pick<StoredTitle, 'tag' | 'tenantId' | 'providerId'>,
  deps: Pick<Deps, 'clock' | 'settings'>,
): Promise<string> {
  const { tag, tenantId, providerId } = title
  const owner: Viewer =
    tenantId === null ? { kind: 'provider', providerId: providerId ?? '' } : { kind: 'tenant', tenantId }
  return `/streams/${await signStream({ tag, played: tag, key, viewers: [owner] }, deps)}`
}

/**
 * What a link opens, as long as those whom it was made for are shown the title, and when it ends in seconds since 1970. Throws
 * `forbidden`.
 */
export async function openStream(deps: Deps, token: string): Promise<StreamGrant & { exp: number }> {
  const { clock, settings } = deps
  const signed = await readSigned(token, { secret: settings.secret, audience, now: clock.now() })
  const grant = signed as (StreamGrant & { exp: number }) | undefined
  const shown = grant === undefined ? [] : await shownStreams(deps, grant)
  if (grant === undefined || !shown.some(({ tag }) => tag === grant.played)) throw streamMissing('forbidden')
  return grant
}

/** C-32, EVENT-33: a class of an event can be exchanged for another, a title can't. */
const streamMissing = (code: 'notFound' | 'forbidden', ofEvent = false) =>
  new KinoraError(code, { detail: ofEvent ? en['title.classIssue'] : en['title.streamMissing'] })

/** Law 16: an event is its tenant’s alone; to others its id is that of nothing, whatever of its classes they are shown. */
function eventOf(tag: string, viewers: readonly Viewer[]): SQL {
  const tenants = viewers.flatMap(viewer => ('tenantId' in viewer ? [viewer.tenantId] : []))
  return sql`SELECT content_id, exceptions FROM events
    WHERE event_id = ${tag} AND tenant_id = ALL(${sql.param(tenants)}::text[])`
}

/** C-74: the segment names a tenant, else a provider; a tenant's own provider stands for the tenant. */
async function findSite(db: Database, segment: string): Promise<Viewer | undefined> {
  const { tenantId } = tenantsTable
  const [tenant] = await db.select({ tenantId }).from(tenantsTable).where(eq(tenantId, segment))
  if (tenant !== undefined) return { kind: 'tenant', tenantId: segment }
  const { tag, tenantId: owner } = providersTable
  const [provider] = await db.select({ owner }).from(providersTable).where(eq(tag, segment))
  if (provider?.owner) return { kind: 'tenant', tenantId: provider.owner }
  return provider && { kind: 'provider', providerId: segment }
}

/** API-87, C-150: the stream of a title; an event's is that of the class of the date that runs or comes next, else of its own video, else of its class. */
async function findStream(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  wanted: Pick<StreamGrant, 'tag' | 'viewers'>,
): Promise<Stream | undefined> {
  const shown = await shownStreams({ db, clock }, wanted)
  const isAlone = shown.every(({ tag }) => tag === wanted.tag)
  const tags = isAlone ? [wanted.tag] : await playedBy(db, wanted.tag, clock.now().getTime())
  return tags.flatMap(tag => shown.find(one => one.tag === tag) ?? [])[0]
}

type Stream = SiteDates & { tag: string; streamKey: string | null }

/** The streams of a title, or of an event with its classes, that all of them own or are shown on their site. */
async function shownStreams(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tag, viewers }: Pick<StreamGrant, 'tag' | 'viewers'>,
): Promise<Stream[]> {
  const { streamKey, scheduleDate, startDate, endDate } = t
  const now = clock.now()
  const shownTo = await Promise.all(viewers.map(viewer => isShownTo(db, viewer, now)))
  const ofEvent = sql`${t.tag} = ANY(ARRAY(
    WITH event AS (${eventOf(tag, viewers)}) SELECT content_id FROM event
    UNION ALL SELECT jsonb_path_query(exceptions, '$.*.details.contentId') #>> '{}' FROM event))`
  return db
    .select({ tag: t.tag, streamKey, scheduleDate, startDate, endDate })
    .from(t)
    .where(and(or(eq(t.tag, tag), ofEvent), not(t.isDelete), ...shownTo, isNotNull(streamKey)))
}

/** The titles that an event plays, the first that is shown. */
async function playedBy(db: Database, tag: string, now: number): Promise<string[]> {
  const [event] = await rowsOf<Timing & { contentId: string | null; timeZone: string | null }>(
    db,
    sql`SELECT e.type, e.schedule, e.schedule_time, e.duration_second AS "durationSecond", e.starts_on AS "startsOn",
        e.ends_on AS "endsOn", e.exceptions, e.content_id AS "contentId", tenants.time_zone ->> 'offsetName' AS "timeZone"
      FROM events e JOIN tenants ON tenants.tenant_id = e.tenant_id WHERE e.event_id = ${tag}`,
  )
  if (event === undefined) return [tag]
  const clock = wallClock(event.timeZone || 'UTC')
  const one = running(clock, event, now) ?? nextHeld(clock, event, now)
  return [one?.exception?.details.contentId, tag, event.contentId].filter(played => played != null)
}

async function isShownTo(db: Database, viewer: Viewer, now: Date): Promise<SQL | undefined> {
  if (viewer.kind === 'provider') return eq(t.providerId, viewer.providerId)
  const { tenantId } = viewer
  if (viewer.kind === 'tenant') return or(eq(t.tenantId, tenantId), publishedTo(tenantId))
  const moment = await readSiteMoment(db, tenantId, now)
  return or(onSiteAt(viewer, moment), and(ofActiveEvent(tenantId), isOpenTo(viewer)))
}

/** The own video of an event is shown on the site as long as the event is active; a class must be published itself. */
const ofActiveEvent = (tenantId: string): SQL | undefined =>
  and(
    ...[eq(t.isEvent, true), eq(t.tenantId, tenantId)],
    sql`EXISTS (SELECT 1 FROM events WHERE event_id = ${t.tag} AND active)`,
  )

/** Whether there is such a title, for those who have an address of it that can't be guessed. */
export async function isThere(db: Database, tag: string): Promise<boolean> {
  const found = await db
    .select({ tag: t.tag })
    .from(t)
    .where(and(eq(t.tag, tag), not(t.isDelete)))
  return found.length > 0
}

/** OPS-08: whether a title that isn’t deleted plays the stream that a file belongs to. */
export async function plays(db: Database, key: string): Promise<boolean> {
  const [kind, tag, job] = key.split('/')
  const found = await db
    .select({ tag: t.tag })
    .from(t)
    .where(and(eq(t.tag, tag ?? ''), eq(t.streamKey, `${kind}/${tag}/${job}`), not(t.isDelete)))
  return found.length > 0
}

/** A tenant or a provider that must be shown the title; a `site` shows what is published to it and nothing else, to its `member` where one is named. */
type Viewer = Extract<Scope, { kind: 'tenant' | 'provider' }> | ({ kind: 'site' } & SiteQuery)

/** What a playback link opens: everything below one prefix, as long as its viewers are shown the title. */
type StreamGrant = {
  tag: string
  /** The title whose stream it is: of an event, its class or its own video. */
  played: string
  key: string
  /** The site that the link names, and who asked for it; staff sees what the site sees. */
  viewers: readonly Viewer[]
  /** Of an event on a site: the day of the series that it is for. */
  date?: string | undefined
}

/** Names the purpose of the token; has another number with each shape of the grant, so that links of an earlier one count as expired. */
const audience = 'kinora-stream-5'

/**
 * A path segment that opens one stream for a while. It stands in front of the file's name, so that the addresses in a playlist,
 * which are relative, carry it along.
 */
function signStream(
  { tag, played, key, viewers, date }: StreamGrant,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { until = Number.POSITIVE_INFINITY, end = 0 }: Pick<Signed, 'until' | 'end'> = {},
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  const lasts = Math.max(now + settings.playbackLifetime, Math.ceil(end / 1000))
  const expires = Math.min(lasts, Math.floor(until / 1000))
  return new SignJWT({ tag, played, key, viewers, date })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(settings.secret)
}
