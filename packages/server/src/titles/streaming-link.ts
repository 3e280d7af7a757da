import { en, KinoraError, TitleStatus } from '@kinora/core'
import { nextHeld, running, type Timing, wallClock } from '@kinora/core/schedule'
import { and, eq, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import type { Deps } from '../deps.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import { tenantNotChosen } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { issuer, readSigned } from '../kernel/secrets.ts'
import { membersTable } from '../members/tables.ts'
import type { Database } from '../ports/db.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { overlaps, type StoredTitle } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** API-23, TITLE-33: a link that plays the title for a while; anything that stands in the way says the same. */
export async function streamingLink(
  { tenant, tag }: { tenant: string; tag: string },
  { scope, deps }: Context,
): Promise<{ streamingLink: string }> {
  if (scope.kind === 'unchosen') throw tenantNotChosen()
  const site = await findSite(deps.db, tenant)
  const viewers: Viewer[] = site === undefined ? [] : scope.kind === 'all' ? [site] : [site, scope]
  const key = viewers.length > 0 ? await findStream(deps, { tag, viewers }) : null
  return sign(tag, { key, viewers }, deps)
}

/** The same for the members of a tenant’s site: what it doesn’t show, it can’t play, nor can a member that is off. */
export async function siteStreamingLink(
  tag: string,
  { tenantId, member }: { tenantId: string; member?: string | undefined },
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
): Promise<{ streamingLink: string }> {
  const viewers: Viewer[] = [{ kind: 'site', tenantId, member }]
  return sign(tag, { key: await findStream(deps, { tag, viewers }), viewers }, deps)
}

async function sign(
  tag: string,
  { key, viewers }: { key: string | null; viewers: Viewer[] },
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
): Promise<{ streamingLink: string }> {
  if (key === null) throw streamMissing('notFound', await isEvent(deps.db, tag))
  return { streamingLink: `/streams/${await signStream({ tag, key, viewers }, deps)}/master.m3u8` }
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
  return `/streams/${await signStream({ tag, key, viewers: [owner] }, deps)}`
}

/** What a link opens, as long as those whom it was made for are shown the title. Throws `forbidden`. */
export async function openStream({ db, clock, settings }: Deps, token: string): Promise<StreamGrant> {
  const signed = await readSigned(token, { secret: settings.secret, audience, now: clock.now() })
  const grant = signed as StreamGrant | undefined
  if (grant === undefined || (await shownStreams(db, grant)).length === 0) throw streamMissing('forbidden')
  return grant
}

/** C-32, EVENT-33: a class of an event can be exchanged for another, a title can't. */
const streamMissing = (code: 'notFound' | 'forbidden', ofEvent = false) =>
  new KinoraError(code, { detail: ofEvent ? en['title.classIssue'] : en['title.streamMissing'] })

async function isEvent(db: Database, tag: string): Promise<boolean> {
  return (await rowsOf(db, sql`SELECT 1 FROM events WHERE event_id = ${tag}`)).length > 0
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
): Promise<string | null> {
  const shown = await shownStreams(db, wanted)
  const isAlone = shown.every(({ tag }) => tag === wanted.tag)
  const tags = isAlone ? [wanted.tag] : await playedBy(db, wanted.tag, clock.now().getTime())
  const keys = tags.flatMap(tag => shown.find(one => one.tag === tag)?.streamKey ?? [])
  return keys[0] ?? null
}

/** The streams of a title, or of an event with its classes, that all of them own or are shown on their site. */
function shownStreams(
  db: Database,
  { tag, viewers }: Pick<StreamGrant, 'tag' | 'viewers'>,
): Promise<{ tag: string; streamKey: string | null }[]> {
  const { streamKey } = t
  const ofEvent = sql`${t.tag} = ANY(ARRAY(
    SELECT content_id FROM events WHERE event_id = ${tag}
    UNION ALL SELECT jsonb_path_query(exceptions, '$.*.details.contentId') #>> '{}' FROM events WHERE event_id = ${tag}))`
  return db
    .select({ tag: t.tag, streamKey })
    .from(t)
    .where(and(or(eq(t.tag, tag), ofEvent), not(t.isDelete), ...viewers.map(isShownTo), isNotNull(streamKey)))
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

function isShownTo(viewer: Viewer): SQL | undefined {
  if (viewer.kind === 'provider') return eq(t.providerId, viewer.providerId)
  const published = and(eq(t.status, TitleStatus.Published), overlaps(t.tenants, [viewer.tenantId]))
  if (viewer.kind === 'site')
    return and(or(published, ofActiveEvent(viewer.tenantId)), isNotDeleted(viewer.tenantId), isNotOff(viewer))
  return or(eq(t.tenantId, viewer.tenantId), published)
}

/** The own video of an event is shown on the site as long as the event is active; a class must be published itself. */
const ofActiveEvent = (tenantId: string): SQL | undefined =>
  and(
    ...[eq(t.isEvent, true), eq(t.tenantId, tenantId)],
    sql`EXISTS (SELECT 1 FROM events WHERE event_id = ${t.tag} AND active)`,
  )

/** A deleted tenant’s site shows nothing any more (C-98). */
const isNotDeleted = (tenantId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tenantsTable} WHERE ${tenantsTable.tenantId} = ${tenantId} AND ${tenantsTable.deletedAt} IS NULL)`

/** A link that names a member ends when the member is turned off (decision 0120). */
const isNotOff = ({
  tenantId,
  member,
}: {
  tenantId: string
  member?: string | undefined
}): SQL | undefined =>
  member === undefined
    ? undefined
    : sql`NOT EXISTS (SELECT 1 FROM ${membersTable} WHERE ${membersTable.tenantId} = ${tenantId}
        AND ${membersTable.externalUserId} = ${member} AND ${membersTable.disabledAt} IS NOT NULL)`

/** Whether there is such a title, for those who have an address of it that can't be guessed. */
export async function isThere(db: Database, tag: string): Promise<boolean> {
  const found = await db
    .select({ tag: t.tag })
    .from(t)
    .where(and(eq(t.tag, tag), not(t.isDelete)))
  return found.length > 0
}

/** A tenant or a provider that must be shown the title; a `site` shows what is published to it and nothing else, to its `member` where one is named. */
type Viewer =
  | Extract<Scope, { kind: 'tenant' | 'provider' }>
  | { kind: 'site'; tenantId: string; member?: string | undefined }

/** What a playback link opens: everything below one prefix, as long as its viewers are shown the title. */
type StreamGrant = {
  tag: string
  key: string
  /** The site that the link names, and who asked for it; staff sees what the site sees. */
  viewers: readonly Viewer[]
}

/** Names the purpose of the token; has another number with each shape of the grant, so that links of an earlier one count as expired. */
const audience = 'kinora-stream-3'

/**
 * A path segment that opens one stream. It stands in front of the file's name, so that the addresses in a playlist,
 * which are relative, carry it along.
 */
function signStream(
  { tag, key, viewers }: StreamGrant,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT({ tag, key, viewers })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + settings.playbackLifetime)
    .sign(settings.secret)
}
