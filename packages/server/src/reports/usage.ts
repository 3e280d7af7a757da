import type { ReportRow } from '@kinora/core'
import { asc, sql } from 'drizzle-orm'
import { alphabetical } from '../kernel/db/conditions.ts'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { TitleNames } from '../ports/names.ts'
import { providersTable } from '../providers/tables.ts'
import { type ReportQuery, reportTenants } from './query.ts'

/** Titles of a tenant that are read at a time: few, since their viewers are told apart one by one. */
const PART = 50
/** Titles of a provider that are looked up at a time. */
const TITLES = 500

interface Usage {
  tag: string
  title: string | null
  provider_id: string | null
  channel_id: string | null
  plays: number
  completed: number
  seconds: number
  members: number
}

interface Needs {
  query: ReportQuery
  names: TitleNames
}

/** C-117, C-133: ContentUsageReport, by tenant and title. Plays of events are of no title and stand in no report. */
export async function* eachUsage(
  scope: Scope,
  db: Database,
  { query, names }: Needs,
): AsyncGenerator<ReportRow[]> {
  for (const { tenantId, name } of await reportTenants(scope, db, query))
    for (let after = ''; ; ) {
      const rows = await readUsage(db, query, { tenantId, after })
      if (rows.length > 0) yield rows.map(row => toUsage(row, name, names))
      if (rows.length < PART) break
      after = rows.at(-1)!.tag
    }
}

const readUsage = (
  db: Database,
  { from, to }: ReportQuery,
  { tenantId, after }: { tenantId: string; after: string },
): Promise<Usage[]> => {
  const days = sql`tenant_id = ${tenantId} AND title_tag <> '' AND day BETWEEN ${from}::date AND ${to}::date`
  return rowsOf<Usage>(
    db,
    sql`WITH part AS (
      SELECT title_tag, sum(watched)::float8 AS plays, sum(watched_completed)::float8 AS completed,
        sum(watched_seconds)::float8 AS seconds
      FROM playback_days WHERE ${days} AND title_tag > ${after}
      GROUP BY title_tag HAVING sum(watched) > 0 ORDER BY title_tag LIMIT ${PART})
    SELECT part.title_tag AS tag, t.class_name AS title, t.provider_id, t.channel_id, plays, completed, seconds,
      (SELECT count(DISTINCT viewer)::float8 FROM playback_days d, unnest(d.viewers) AS viewer
        WHERE ${days} AND d.title_tag = part.title_tag) AS members
    FROM part LEFT JOIN titles t ON t.tag = part.title_tag ORDER BY part.title_tag`,
  )
}

const toUsage = (row: Usage, tenant: string, names: TitleNames): ReportRow => ({
  tenant,
  tag: row.tag,
  title: row.title ?? '',
  provider: names.provider(row.provider_id)?.name ?? '',
  channel: names.channel(row.channel_id),
  plays: row.plays,
  members: row.members,
  minutes: toMinutes(row.seconds),
  completion: Math.round((row.completed / row.plays) * 1000) / 10,
})

/** C-133: with two decimals. */
export const toMinutes = (seconds: number): number => Math.round((seconds / 60) * 100) / 100

interface Tracked {
  tag: string
  title: string
  channel_id: string | null
  tenant_id: string
  plays: number
  seconds: number
}

/** C-117: OnDemandTrackingReport, by provider and title; titles of no provider come last. */
export async function* eachTracked(
  scope: Scope,
  db: Database,
  { query, names }: Needs,
): AsyncGenerator<ReportRow[]> {
  const tenants = new Map(
    (await reportTenants(scope, db, query)).map(({ tenantId, name }) => [tenantId, name]),
  )
  if (tenants.size === 0) return
  const { tag, displayName } = providersTable
  const providers = await db
    .select({ id: tag, name: displayName })
    .from(providersTable)
    .orderBy(alphabetical(displayName), asc(tag))
  for (const provider of [...providers, { id: null, name: '' }])
    for (let after = ''; ; ) {
      const { rows, last } = await readTracked(db, query, { provider: provider.id, after })
      const known = rows.flatMap(row => {
        const tenant = tenants.get(row.tenant_id)
        return tenant === undefined ? [] : [toTracked(row, { provider: provider.name, tenant, names })]
      })
      if (known.length > 0) yield known
      if (last === undefined) break
      after = last
    }
}

/** What some titles of a provider were played, and the last of these titles where more may follow. */
async function readTracked(
  db: Database,
  { from, to, tenantId }: ReportQuery,
  { provider, after }: { provider: string | null; after: string },
): Promise<{ rows: Tracked[]; last: string | undefined }> {
  const titles = await rowsOf<{ tag: string }>(
    db,
    sql`SELECT tag FROM titles WHERE provider_id IS NOT DISTINCT FROM ${provider} AND NOT is_event AND tag > ${after}
      ORDER BY tag LIMIT ${TITLES}`,
  )
  if (titles.length === 0) return { rows: [], last: undefined }
  const ofTenant = tenantId === undefined ? sql`` : sql`AND d.tenant_id = ${tenantId}`
  const tags = JSON.stringify(titles.map(({ tag }) => tag))
  const rows = await rowsOf<Tracked>(
    db,
    sql`SELECT t.tag, t.class_name AS title, t.channel_id, d.tenant_id, sum(d.watched)::float8 AS plays,
      sum(d.watched_seconds)::float8 AS seconds
    FROM jsonb_array_elements_text(${tags}::jsonb) AS asked (tag) JOIN titles t ON t.tag = asked.tag
      JOIN playback_days d ON d.title_tag = t.tag
    WHERE d.title_tag <> '' AND d.day BETWEEN ${from}::date AND ${to}::date ${ofTenant}
    GROUP BY t.tag, t.class_name, t.channel_id, d.tenant_id HAVING sum(d.watched) > 0 ORDER BY t.tag, d.tenant_id`,
  )
  return { rows, last: titles.length < TITLES ? undefined : titles.at(-1)!.tag }
}

interface Named {
  provider: string
  tenant: string
  names: TitleNames
}

const toTracked = (row: Tracked, { provider, tenant, names }: Named): ReportRow => ({
  provider,
  channel: names.channel(row.channel_id),
  tag: row.tag,
  title: row.title,
  tenant,
  plays: row.plays,
  minutes: toMinutes(row.seconds),
})
