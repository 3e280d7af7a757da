import { REACH_PARTS, type SitePlay } from '@kinora/core'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { newTag, stampNew } from '../kernel/rows/audit.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import {
  playbackDaysTable as days,
  playbackRecordsTable as records,
  playbackUploadsTable as uploads,
} from './tables.ts'
import { lockUpload } from './uploads.ts'

export type NewRecord = Omit<typeof records.$inferInsert, 'startedAt'> & { startedAt: string }

/** A completed play reached the end, whatever it left out; one of a video without a length is of no part. */
const tenths = sql`CASE WHEN t.duration_second > 0 THEN
  CASE WHEN completed THEN ${REACH_PARTS}::integer
  ELSE least(${REACH_PARTS}::integer, floor(seconds * ${REACH_PARTS}::integer / t.duration_second)) END END`

/** In one statement with one parameter, however many there are. */
export async function insertRecords(db: Database, rows: readonly NewRecord[]): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`INSERT INTO playback_records
    (tracking_id, nth, tenant_id, title_tag, event_id, user_id, started_at, seconds, completed, device, site_play_id, tenths)
    SELECT "trackingId", nth, "tenantId", "titleTag", "eventId", "userId", "startedAt", seconds, completed, device, "sitePlayId", ${tenths}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row ("trackingId" text, nth integer, "tenantId" text,
      "titleTag" text, "eventId" text, "userId" text, "startedAt" timestamptz, seconds numeric, completed boolean, device text, "sitePlayId" text)
      LEFT JOIN titles t ON t.tag = "titleTag"`)
}

/** C-133: reports leave out what was watched for less than a second. */
const isWatched = sql`seconds >= 1`
const parts = Array.from({ length: REACH_PARTS + 1 }, (_, part) => part)
const reached = sql.raw(
  `ARRAY[${parts.map(part => `count(*) FILTER (WHERE seconds >= 1 AND tenths = ${part})::integer`).join(', ')}]`,
)
/** By title or event, tenant and day of UTC (C-118). */
const sums = sql`SELECT tenant_id, coalesce(title_tag, '') AS title_tag, coalesce(event_id, '') AS event_id,
  (started_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS plays,
  count(*) FILTER (WHERE completed)::integer AS completed, sum(seconds) AS seconds,
  count(*) FILTER (WHERE ${isWatched})::integer AS watched,
  count(*) FILTER (WHERE ${isWatched} AND completed)::integer AS watched_completed,
  coalesce(sum(seconds) FILTER (WHERE ${isWatched}), 0) AS watched_seconds, ${reached} AS reached,
  coalesce(array_agg(DISTINCT viewer) FILTER (WHERE ${isWatched}), '{}') AS viewers
  FROM playback_records LEFT JOIN playback_viewers USING (tenant_id, user_id)`
const groups = sql`GROUP BY 1, 2, 3, 4`

/** Adds the records of an upload to the days, or those behind the first of them. */
export async function addToDays(tx: Database, trackingId: string, behind = 0): Promise<void> {
  const added = sql`tracking_id = ${trackingId} AND nth > ${behind}`
  // In one order, so that two who add the same ones wait for each other rather than lock each other up.
  await tx.execute(sql`INSERT INTO playback_viewers (tenant_id, user_id)
    SELECT DISTINCT tenant_id, user_id FROM playback_records r WHERE ${added} AND ${isWatched} AND NOT EXISTS (
      SELECT FROM playback_viewers v WHERE v.tenant_id = r.tenant_id AND v.user_id = r.user_id)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING`)
  await tx.execute(sql`INSERT INTO playback_days (tenant_id, title_tag, event_id, day, plays, completed, seconds,
      watched, watched_completed, watched_seconds, reached, viewers)
    ${sums} WHERE ${added} ${groups} ORDER BY 4, 1, 2, 3
    ON CONFLICT (day, tenant_id, title_tag, event_id) DO UPDATE SET plays = playback_days.plays + excluded.plays,
      completed = playback_days.completed + excluded.completed, seconds = playback_days.seconds + excluded.seconds,
      watched = playback_days.watched + excluded.watched,
      watched_completed = playback_days.watched_completed + excluded.watched_completed,
      watched_seconds = playback_days.watched_seconds + excluded.watched_seconds,
      reached = ARRAY(SELECT before + more FROM unnest(playback_days.reached, excluded.reached)
        WITH ORDINALITY AS part(before, more, nth) ORDER BY nth),
      viewers = ARRAY(SELECT unnest(playback_days.viewers) UNION SELECT unnest(excluded.viewers) ORDER BY 1)`)
}

export async function dropRecords(tx: Database, trackingId: string): Promise<void> {
  await tx.delete(records).where(eq(records.trackingId, trackingId))
}

/** What is kept of a day beside what its committed records add up to. */
export interface Difference {
  tenantId: string
  titleTag: string
  eventId: string
  day: string
  kept: Sums | null
  counted: Sums | null
}
interface Sums {
  plays: number
  completed: number
  seconds: number
}

const counted = sql`SELECT * FROM (${sums} WHERE tracking_id IN
  (SELECT tracking_id FROM playback_uploads WHERE status = 'committed' AND repeats IS NULL) ${groups}) AS sums`

/** The days whose numbers aren't those of their records. */
export const differences = sql`SELECT tenant_id AS "tenantId", title_tag AS "titleTag", event_id AS "eventId",
  day::text AS day,
  CASE WHEN d.plays IS NOT NULL THEN json_build_object('plays', d.plays, 'completed', d.completed, 'seconds', d.seconds) END AS kept,
  CASE WHEN c.plays IS NOT NULL THEN json_build_object('plays', c.plays, 'completed', c.completed, 'seconds', c.seconds) END AS counted
  FROM ${days} d FULL JOIN (${counted}) c USING (tenant_id, title_tag, event_id, day)
  WHERE (d.plays, d.completed, d.seconds, d.watched, d.watched_completed, d.watched_seconds, d.reached, d.viewers)
    IS DISTINCT FROM (c.plays, c.completed, c.seconds, c.watched, c.watched_completed, c.watched_seconds, c.reached, c.viewers)
  ORDER BY day, 1, 2, 3 LIMIT 1000`

export const totals = sql`SELECT (SELECT count(*) FROM playback_days)::integer AS days,
  (SELECT count(*) FROM playback_records WHERE tracking_id IN
    (SELECT tracking_id FROM playback_uploads WHERE status = 'committed' AND repeats IS NULL))::integer AS records`

/** What a play tells, to tell whether it was handed in before. */
export const playText = (play: Omit<SitePlay, 'playId'>): string => {
  const {
    titleTag = null,
    eventId = null,
    device = null,
    userId,
    startedAt,
    secondsWatched,
    completed,
  } = play
  const at = new Date(startedAt).getTime()
  return JSON.stringify([titleTag, eventId, userId, at, secondsWatched, completed, device])
}

/** What those of these ids tell that the site has handed in. */
export async function findSitePlays(
  { tenantId }: OfTenant,
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(records)
    .where(and(eq(records.tenantId, tenantId), inArray(records.sitePlayId, [...ids])))
  return new Map(
    rows.map(({ sitePlayId, titleTag, eventId, device, startedAt, seconds, userId, completed }) => [
      sitePlayId!,
      playText({
        titleTag: titleTag ?? undefined,
        eventId: eventId ?? undefined,
        device: device ?? undefined,
        userId,
        completed,
        startedAt: startedAt.toISOString(),
        secondsWatched: seconds,
      }),
    ]),
  )
}

/**
 * C-119, C-120: adds plays that are new to the numbers; their times are instants. All that a site hands in on one day is one
 * committed upload, whose row lock makes submissions of the same time wait.
 */
export async function insertSitePlays(
  { tenantId }: OfTenant,
  tx: Database,
  { plays, now }: { plays: readonly SitePlay[]; now: Date },
): Promise<void> {
  if (plays.length === 0) return
  const day = now.toISOString().slice(0, 10)
  const trackingId = `site-${day}-${tenantId}`
  await tx
    .insert(uploads)
    .values({ trackingId, fileName: trackingId, status: 'committed', ...stampNew(now, null) })
    .onConflictDoNothing()
  const { good } = await lockUpload(tx, trackingId)
  await insertRecords(
    tx,
    plays.map(({ playId: sitePlayId, secondsWatched: seconds, ...play }, index) => ({
      ...play,
      trackingId,
      nth: good + index + 1,
      tenantId,
      sitePlayId,
      seconds,
    })),
  )
  await tx
    .update(uploads)
    .set({ good: sql`${uploads.good} + ${plays.length}`, updatedAt: now })
    .where(eq(uploads.trackingId, trackingId))
  await addToDays(tx, trackingId, good)
}

/**
 * Plays of a member stay, and name nobody any more: one random id takes the place of theirs in records and in what reports
 * keep, so that plays and viewers are counted as before (decision 0065).
 */
export async function anonymiseViewer(
  tx: Database,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  // Plays of a large tenant are looked through once.
  await tx.execute(sql`SET LOCAL statement_timeout = '10min'`)
  const nobody = `erased-${newTag()}`
  for (const table of [sql`playback_records`, sql`playback_viewers`])
    await tx.execute(
      sql`UPDATE ${table} SET user_id = ${nobody} WHERE tenant_id = ${tenantId} AND user_id = ${userId}`,
    )
}
