import { type Parsed, RECENT_DAYS, type RecentPlays, type TitleNumbers, type titles } from '@kinora/core'
import { and, avg, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { everything, rowsOf } from '../kernel/db/queries.ts'
import type { Context } from '../kernel/handlers.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { reviewsTable as r } from '../reviews/tables.ts'
import { inScope, readTitle } from '../stored-titles/index.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'

const DAY = 86_400_000
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days up to today, the oldest first. */
const lastDays = (now: Date, length: number): string[] =>
  Array.from({ length }, (_, index) => toDay(now.getTime() - (length - 1 - index) * DAY))

/** F-2, as of reviews: a tenant reads what happened on its site, who supplies a title what happened on all of them. */
const onSite = (scope: Scope, tenantId: SQL | PgColumn): SQL =>
  scope.kind === 'tenant' ? sql`${tenantId} = ${scope.tenantId}` : everything

const toMinutes = (seconds: number): number => Math.round((seconds / 60) * 100) / 100

/** What the plays of one group add up to. */
const sums = sql`sum(watched)::integer AS plays, sum(watched_completed)::integer AS completed,
  sum(watched_seconds)::float8 AS seconds`
interface Sums {
  plays: number
  completed: number
  seconds: number
}

/** † The last days of each of these titles, from what reports keep of playback; those out of reach are left out. */
export async function recentPlays(
  { titleTags }: Parsed<typeof titles.plays>,
  { scope, deps: { db, clock } }: Context,
): Promise<RecentPlays[]> {
  const found = await db
    .select({ tag: t.tag })
    .from(t)
    .where(and(inScope(scope), inArray(t.tag, titleTags)))
  const tags = found.map(({ tag }) => tag)
  const days = lastDays(clock.now(), RECENT_DAYS)
  const rows = await rowsOf<Sums & { tag: string; day: string }>(
    db,
    sql`SELECT title_tag AS tag, day::text AS day, ${sums} FROM playback_days
      WHERE title_tag <> '' AND title_tag = ANY(${sql.param(tags)}::text[]) AND ${onSite(scope, sql`tenant_id`)}
        AND day BETWEEN ${days[0]}::date AND ${days.at(-1)}::date
      GROUP BY 1, 2`,
  )
  const byTag = new Map(tags.map(tag => [tag, [] as typeof rows]))
  for (const row of rows) byTag.get(row.tag)?.push(row)
  return tags.map(tag => {
    const own = byTag.get(tag) ?? []
    const plays = new Map(own.map(row => [row.day, row.plays]))
    return { tag, ...added(own), days: days.map(day => plays.get(day) ?? 0) }
  })
}

const added = (rows: readonly Sums[]) => ({
  plays: rows.reduce((sum, { plays }) => sum + plays, 0),
  completed: rows.reduce((sum, { completed }) => sum + completed, 0),
  minutes: toMinutes(rows.reduce((sum, { seconds }) => sum + seconds, 0)),
})

/** † A title's own numbers: its plays by day and by site, how far people get, and its reviews. */
export async function titleNumbers(
  { tag, days: length }: Parsed<typeof titles.numbers>,
  { scope, deps: { db, clock } }: Context,
): Promise<TitleNumbers> {
  const { durationSecond } = await readTitle(scope, db, tag)
  const days = lastDays(clock.now(), length)
  const [from, to] = [days[0]!, days.at(-1)!]
  const asked = sql`title_tag = ${tag} AND title_tag <> '' AND ${onSite(scope, sql`tenant_id`)}
    AND day BETWEEN ${from}::date AND ${to}::date`
  const byDay = await rowsOf<{ day: string; plays: number }>(
    db,
    sql`SELECT day::text AS day, sum(watched)::integer AS plays FROM playback_days WHERE ${asked} GROUP BY 1`,
  )
  const plays = new Map(byDay.map(row => [row.day, row.plays]))
  const sites = await readSites(db, asked)
  const all = added(sites)
  const seconds = sites.reduce((sum, site) => sum + site.seconds, 0)
  return {
    from,
    to,
    ...all,
    members: sites.reduce((sum, { members }) => sum + members, 0),
    reach: all.plays === 0 || durationSecond === 0 ? null : Math.min(1, seconds / all.plays / durationSecond),
    reached: await readReached(db, asked),
    days: days.map(day => ({ day, plays: plays.get(day) ?? 0 })),
    sites: sites.map(({ seconds, ...site }) => ({ ...site, minutes: toMinutes(seconds) })),
    reviews: await readReviews(scope, db, tag),
  }
}

const readSites = (db: Database, asked: SQL): Promise<(Sums & TitleNumbers['sites'][number])[]> =>
  rowsOf(
    db,
    sql`WITH site AS (
      SELECT tenant_id, ${sums} FROM playback_days WHERE ${asked} GROUP BY 1 HAVING sum(watched) > 0)
    SELECT tenant_id AS "tenantId", coalesce(tenants.name, tenant_id) AS name, plays, completed, seconds,
      (SELECT count(DISTINCT viewer)::integer FROM playback_days d, unnest(d.viewers) AS viewer
        WHERE ${asked} AND d.tenant_id = site.tenant_id) AS members
    FROM site LEFT JOIN tenants USING (tenant_id) ORDER BY plays DESC, tenant_id`,
  )

/** How many plays got at least so far, by tenths of the video. */
async function readReached(db: Database, asked: SQL): Promise<number[]> {
  const rows = await rowsOf<{ plays: number }>(
    db,
    sql`SELECT sum(part.plays)::integer AS plays
      FROM playback_days, unnest(reached) WITH ORDINALITY AS part(plays, nth) WHERE ${asked} GROUP BY nth ORDER BY nth`,
  )
  const atLeast = rows.map((_, tenth) => rows.slice(tenth).reduce((sum, { plays }) => sum + plays, 0))
  return atLeast[0] ? atLeast : []
}

async function readReviews(scope: Scope, db: Database, tag: string): Promise<TitleNumbers['reviews']> {
  const average = avg(r.rating).mapWith(Number)
  const [row] = await db
    .select({ count: count(), average })
    .from(r)
    .where(and(eq(r.titleTag, tag), onSite(scope, r.tenantId)))
  return { count: row?.count ?? 0, average: row?.count ? row.average : null }
}
