import {
  en,
  fillText,
  monthAfter,
  type ReportFilter,
  type ReportRow,
  type ReportType,
  reportTexts,
  toReportDay,
  toStatusKey,
  toWireDate,
  VideoStatus,
} from '@kinora/core'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { alphabetical, eachPortion, everything, nothing, PORTION, rowsOf } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { TitleNames } from '../ports/names.ts'
import { providersTable } from '../stored-providers/tables.ts'
import { tenantsTable as t } from '../tenants/tables.ts'

/** What a report is asked for; days of UTC, both included (C-118). */
export interface ReportQuery {
  type: ReportType
  from: string
  to: string
  /** Every tenant unless one is named. */
  tenantId: string | undefined
}

export const toQuery = (type: ReportType, { startDate, endDate, tenantId }: ReportFilter): ReportQuery => ({
  type,
  from: toReportDay(startDate),
  to: toReportDay(endDate),
  tenantId: tenantId || undefined,
})

/** `2026-11`, for each month that a day of the report lies in. */
export function monthsOf({ from, to }: Pick<ReportQuery, 'from' | 'to'>): string[] {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAfter(month)) months.push(month)
  return months
}

export interface ReportTenant {
  tenantId: string
  name: string
}

/** The tenants that a report is about, by their names; deleted ones too, since what happened has happened. */
export async function reportTenants(
  scope: Scope,
  db: Database,
  { tenantId }: Pick<ReportQuery, 'tenantId'>,
): Promise<ReportTenant[]> {
  const reach = scope.kind === 'all' ? everything : nothing
  return db
    .select({ tenantId: t.tenantId, name: t.name })
    .from(t)
    .where(tenantId === undefined ? reach : scope.kind === 'all' ? eq(t.tenantId, tenantId) : nothing)
    .orderBy(alphabetical(t.name), asc(t.tenantId))
}

interface Upload {
  tag: string
  title: string
  provider_id: string | null
  channel_id: string | null
  /** Milliseconds since 1970. */
  at: number
  uploaded_by: string | null
  status: number
  is_delete: boolean
  duration: number
  size: number | null
}

/** When the file that a title has now was complete; titles from before that was kept count by their creation. */
const uploadedAt = sql`coalesce(u.updated_at, t.created_at)`
/** Titles with a file, also those that were deleted since; the videos of events are no titles. */
export const uploaded = sql`FROM titles t
  LEFT JOIN uploads u ON u.title_tag = t.tag AND u.role = 'video' AND u.state = 'complete'
  LEFT JOIN users author ON author.user_id = coalesce(u.created_by, t.created_by)
  WHERE NOT t.is_event AND (u.id IS NOT NULL OR t.video_status BETWEEN ${VideoStatus.Uploaded} AND ${VideoStatus.Failed})`
export const uploadedOn = sql`(${uploadedAt} AT TIME ZONE 'UTC')::date`

/** C-117: TenantUploadReport, by tenant and time; titles of providers without a tenant come last. */
export async function* eachUpload(
  scope: Scope,
  db: Database,
  { query, names }: { query: ReportQuery; names: TitleNames },
): AsyncGenerator<ReportRow[]> {
  const tenants = await reportTenants(scope, db, query)
  const owners = [
    ...tenants.map(({ tenantId, name }) => ({ name, where: sql`t.tenant_id = ${tenantId}` })),
    ...(query.tenantId === undefined && scope.kind === 'all'
      ? [{ name: '', where: sql`t.tenant_id IS NULL` }]
      : []),
  ]
  for (const { name, where } of owners)
    for await (const part of eachPart(db, query, where)) yield part.map(upload => toRow(upload, name, names))
}

function eachPart(db: Database, { from, to }: ReportQuery, owner: SQL): AsyncGenerator<Upload[]> {
  const behind = ({ tag }: Upload) =>
    sql`AND (${uploadedAt}, t.tag) > (SELECT ${uploadedAt}, t.tag ${uploaded} AND t.tag = ${tag})`
  const read = (last?: Upload) =>
    rowsOf<Upload>(
      db,
      sql`SELECT t.tag, t.class_name AS title, t.provider_id, t.channel_id,
        extract(epoch FROM ${uploadedAt})::float8 * 1000 AS at, author.display_name AS uploaded_by, t.status, t.is_delete,
        t.duration_second AS duration, coalesce(t.file_size, u.size)::float8 AS size
        ${uploaded} AND ${owner} AND ${uploadedOn} BETWEEN ${from}::date AND ${to}::date ${last === undefined ? sql`` : behind(last)}
        ORDER BY ${uploadedAt}, t.tag LIMIT ${PORTION}`,
    )
  return eachPortion(read)
}

const toRow = (upload: Upload, tenant: string, names: TitleNames): ReportRow => ({
  tenant,
  provider: names.provider(upload.provider_id)?.name ?? '',
  channel: names.channel(upload.channel_id),
  tag: upload.tag,
  title: upload.title,
  uploadedBy: upload.uploaded_by ?? '',
  uploadedAt: toWireDate(new Date(upload.at)),
  status: upload.is_delete ? fillText(reportTexts['report.deleted']) : en[toStatusKey(upload.status)],
  duration: upload.duration,
  size: upload.size,
})

/** Titles of a tenant that are read at a time: few, since their viewers are told apart one by one. */
const TITLES_OF_TENANT = 50
/** Titles of all tenants of a statement, as far as the one before it lets them be guessed. */
const TITLES_OF_LOT = 100
/** Tenants of a statement, whatever those before it had. */
const MOST_TENANTS = 32
/** Titles of a provider that are looked up at a time. */
const TITLES = 500

interface Usage {
  tenant_id: string
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

/**
 * C-117, C-133: ContentUsageReport, by tenant and title. Plays of events are of no title and stand in no report. Tenants with few
 * titles are asked for together, so that those without a play don't cost a statement each.
 */
export async function* eachUsage(
  scope: Scope,
  db: Database,
  { query, names }: Needs,
): AsyncGenerator<ReportRow[]> {
  const tenants = await reportTenants(scope, db, query)
  const nameOf = new Map(tenants.map(({ tenantId, name }) => [tenantId, name]))
  const rowsFrom = (found: Usage[]) => found.map(row => toUsage(row, nameOf.get(row.tenant_id)!, names))
  for (let at = 0, count = 1; at < tenants.length; ) {
    const lot = tenants.slice(at, at + count)
    at += count
    const found = await readUsage(db, query, { tenants: lot, after: '' })
    count = Math.min(
      MOST_TENANTS,
      count * 2,
      Math.max(1, Math.floor((count * TITLES_OF_LOT) / (found.length || 1))),
    )
    for (const { tenantId } of lot)
      for (let rows = found.filter(row => row.tenant_id === tenantId); rows.length > 0; ) {
        yield rowsFrom(rows)
        if (rows.length < TITLES_OF_TENANT) break
        rows = await readUsage(db, query, { tenants: [{ tenantId }], after: rows.at(-1)!.tag })
      }
  }
}

/** The titles of each of these tenants that follow one, at most as many as are read of a tenant at a time. */
const readUsage = (
  db: Database,
  { from, to }: ReportQuery,
  { tenants, after }: { tenants: readonly Pick<ReportTenant, 'tenantId'>[]; after: string },
): Promise<Usage[]> => {
  const days = sql`d.tenant_id = asked.tenant_id AND d.title_tag <> '' AND d.day BETWEEN ${from}::date AND ${to}::date`
  const ids = JSON.stringify(tenants.map(({ tenantId }) => tenantId))
  return rowsOf<Usage>(
    db,
    sql`SELECT asked.tenant_id, part.title_tag AS tag, t.class_name AS title, t.provider_id, t.channel_id, plays, completed, seconds,
      (SELECT count(DISTINCT viewer)::float8 FROM playback_days d, unnest(d.viewers) AS viewer
        WHERE ${days} AND d.title_tag = part.title_tag) AS members
    FROM jsonb_array_elements_text(${ids}::jsonb) WITH ORDINALITY AS asked (tenant_id, place)
      CROSS JOIN LATERAL (SELECT d.title_tag, sum(d.watched)::float8 AS plays, sum(d.watched_completed)::float8 AS completed,
          sum(d.watched_seconds)::float8 AS seconds
        FROM playback_days d WHERE ${days} AND d.title_tag > ${after}
        GROUP BY d.title_tag HAVING sum(d.watched) > 0 ORDER BY d.title_tag LIMIT ${TITLES_OF_TENANT}) part
      LEFT JOIN titles t ON t.tag = part.title_tag ORDER BY asked.place, part.title_tag`,
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
