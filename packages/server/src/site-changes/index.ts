import {
  SITE_CHANGE_NAMES,
  type SiteChange,
  type SiteChangeKind,
  type SiteChanges,
  siteMoment,
  toPage,
  toWireDate,
} from '@kinora/core'
import { DAY, toDate, wallClock } from '@kinora/core/schedule'
import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { alphabetical, rowsOf } from '../kernel/db/queries.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { datesAt, isOpenTo, publishedTo } from '../on-site/index.ts'
import type { Database } from '../ports/db.ts'
import { titlesTable as t } from '../stored-titles/tables.ts'
import { readTimeZone } from '../tenants/index.ts'

interface ChangesQuery {
  now: number
  days: number
  kind?: SiteChangeKind | undefined
  page: number
  take: number
}

interface Found {
  tag: string
  className: string
  classLanguageCode: string | null
  kind: SiteChangeKind
  at: string | Date
}

/** Decision 0137: what the dates of titles change on a site within some days, the next first. */
export async function listSiteChanges(
  site: OfTenant,
  db: Database,
  { now, days, kind, page, take }: ChangesQuery,
): Promise<SiteChanges> {
  const { tenantId } = site
  const timeZone = await readTimeZone(db, tenantId)
  const until = now + days * DAY
  const all = changesOf(tenantId, { now, until, timeZone })
  const wanted = kind === undefined ? sql`true` : sql`kind = ${kind}`
  const [counts] = await rowsOf<Record<SiteChangeKind, number>>(
    db,
    sql`${all} SELECT (count(*) FILTER (WHERE kind = 'comes'))::int AS comes,
      (count(*) FILTER (WHERE kind = 'leaves'))::int AS leaves FROM changes`,
  )
  const rows = await rowsOf<Found>(
    db,
    sql`${all} SELECT tag, class_name AS "className", class_language_code AS "classLanguageCode", kind, at FROM changes
      WHERE ${wanted} ORDER BY at, kind DESC, sort_name, tag LIMIT ${take} OFFSET ${(page - 1) * take}`,
  )
  const { comes, leaves } = counts!
  const total = kind === undefined ? comes + leaves : counts![kind]
  const touched = await readTouched(site, db, { tags: rows.map(({ tag }) => tag), now })
  const data = rows.map(
    ({ at, ...row }): SiteChange => ({ ...row, at: toWireDate(new Date(at)), ...touched(row.tag) }),
  )
  return {
    ...toPage(data, total, { page, take }),
    comes,
    leaves,
    until: toWireDate(new Date(until)),
    timeZone,
  }
}

/** C-144: the instants of `toSiteInstants` in core, set by set; when each day begins in the zone is told by core alone. */
function changesOf(
  tenantId: string,
  { now, until, timeZone }: { now: number; until: number; timeZone: string },
): SQL {
  const clock = wallClock(timeZone)
  const moment = siteMoment(clock, now)
  const last = siteMoment(clock, until).day
  const days = Array.from({ length: last - moment.day + 2 }, (_, nth) => moment.day + nth)
  const begins = days.map(day => new Date(clock.at(day, 0)).toISOString())
  const { on, notYet } = datesAt(moment)
  const instant = new Date(until)
  const listed = sql`${sql.param(days.map(toDate))}::date[]`
  const moves = or(
    lte(t.lastDay, toDate(last)),
    ...[t.releasedAt, t.publishedDate].map(at => gt(at, new Date(now))),
    gt(t.firstDay, toDate(moment.day)),
  )
  const comesInTime = and(
    notYet,
    ...[t.releasedAt, t.publishedDate].map(at => sql`(${at} IS NULL OR ${lte(at, instant)})`),
    sql`(${t.firstDay} IS NULL OR ${lte(t.firstDay, toDate(last))})`,
  )
  const ofSite = and(
    eq(t.isEvent, false),
    publishedTo(tenantId),
    isOpenTo({ tenantId }),
    moves,
    or(on, comesInTime),
  )
  return sql`WITH days AS (SELECT * FROM unnest(${listed}, ${sql.param(begins)}::timestamptz[]) AS d (day, begins)),
    dated AS (
      SELECT ${t.tag}, ${t.className}, ${t.classLanguageCode}, ${t.sortName}, ends.begins AS leaves,
        CASE WHEN ${notYet} THEN greatest(${t.releasedAt}, ${t.publishedDate}, starts.begins) END AS comes
      FROM ${t} LEFT JOIN days starts ON starts.day = ${t.firstDay} LEFT JOIN days ends ON ends.day = ${t.lastDay} + 1
      WHERE ${ofSite}
    ),
    -- What ends before it begins is never shown.
    shown AS (SELECT * FROM dated WHERE comes IS NULL OR leaves IS NULL OR comes < leaves),
    changes AS (
      SELECT tag, class_name, class_language_code, sort_name, 'comes' AS kind, comes AS at FROM shown WHERE comes <= ${instant.toISOString()}::timestamptz
      UNION ALL
      SELECT tag, class_name, class_language_code, sort_name, 'leaves', leaves FROM shown WHERE leaves <= ${instant.toISOString()}::timestamptz
    )`
}

type Touched = Pick<SiteChange, 'collections' | 'events'>
interface Named {
  tag: string
  id: string
  name: string
  total: number
}

/** The active collections that have these titles, and the active events to come that play them. */
async function readTouched(
  { tenantId }: OfTenant,
  db: Database,
  { tags, now }: { tags: readonly string[]; now: number },
): Promise<(tag: string) => Touched> {
  const wanted = sql`${sql.param([...tags])}::text[]`
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const none = { collections: { total: 0, data: [] }, events: { total: 0, data: [] } }
  if (tags.length === 0) return () => none
  const [collections, events] = [
    await firstOfEach(
      db,
      sql`SELECT i.title_tag AS tag, c.collection_tag AS id, c.name FROM collection_items i JOIN collections c USING (collection_tag)
        WHERE c.tenant_id = ${tenantId} AND c.is_active AND i.title_tag = ANY(${wanted})`,
    ),
    // C-150: the class of one date, too. A live event plays none.
    await firstOfEach(
      db,
      sql`SELECT DISTINCT played.tag, e.event_id AS id, e.title AS name FROM events e CROSS JOIN LATERAL (
          SELECT e.content_id AS tag
          UNION ALL SELECT jsonb_path_query(e.exceptions, '$.*.details.contentId') #>> '{}') played
        WHERE e.tenant_id = ${tenantId} AND e.active AND e.type <> 2 AND played.tag = ANY(${wanted})
          AND CASE WHEN e.schedule IS NULL THEN e.schedule_time::timestamptz >= ${at}
            ELSE e.ends_on IS NULL OR e.ends_on::date >= (${at} AT TIME ZONE 'UTC')::date - 1 END`,
    ),
  ]
  return tag => ({
    collections: toSome(collections.get(tag), ({ id, name }) => ({ collectionTag: id, name })),
    events: toSome(events.get(tag), ({ id, name }) => ({ eventId: id, title: name })),
  })
}

async function firstOfEach(db: Database, all: SQL): Promise<Map<string, Named[]>> {
  const order = sql`PARTITION BY tag ORDER BY ${alphabetical(sql`name`)}, id`
  const rows = await rowsOf<Named>(
    db,
    sql`SELECT tag, id, name, total FROM (
        SELECT tag, id, name, (count(*) OVER (PARTITION BY tag))::int AS total, row_number() OVER (${order}) AS nth FROM (${all}) each
      ) numbered WHERE nth <= ${SITE_CHANGE_NAMES} ORDER BY nth`,
  )
  const found = new Map<string, Named[]>()
  for (const row of rows) found.set(row.tag, [...(found.get(row.tag) ?? []), row])
  return found
}

const toSome = <T>(rows: readonly Named[] = [], to: (row: Named) => T) => ({
  total: rows[0]?.total ?? 0,
  data: rows.map(to),
})
