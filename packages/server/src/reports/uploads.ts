import { fillText, type ReportRow, reportTexts, titleStatusName, toWireDate, VideoStatus } from '@kinora/core'
import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import type { TitleNames } from '../ports/names.ts'
import { type ReportQuery, reportTenants } from './query.ts'

/** Rows that are read at a time. */
const PART = 1000

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

async function* eachPart(db: Database, { from, to }: ReportQuery, owner: SQL): AsyncGenerator<Upload[]> {
  let after: SQL = sql``
  for (;;) {
    const rows = await rowsOf<Upload>(
      db,
      sql`SELECT t.tag, t.class_name AS title, t.provider_id, t.channel_id,
        extract(epoch FROM ${uploadedAt})::float8 * 1000 AS at, author.display_name AS uploaded_by, t.status, t.is_delete,
        t.duration_second AS duration, coalesce(t.file_size, u.size)::float8 AS size
        ${uploaded} AND ${owner} AND ${uploadedOn} BETWEEN ${from}::date AND ${to}::date ${after}
        ORDER BY ${uploadedAt}, t.tag LIMIT ${PART}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < PART) return
    after = sql`AND (${uploadedAt}, t.tag) > (SELECT ${uploadedAt}, t.tag ${uploaded} AND t.tag = ${rows.at(-1)!.tag})`
  }
}

const toRow = (upload: Upload, tenant: string, names: TitleNames): ReportRow => ({
  tenant,
  provider: names.provider(upload.provider_id)?.name ?? '',
  channel: names.channel(upload.channel_id),
  tag: upload.tag,
  title: upload.title,
  uploadedBy: upload.uploaded_by ?? '',
  uploadedAt: toWireDate(new Date(upload.at)),
  status: upload.is_delete ? fillText(reportTexts['report.deleted']) : titleStatusName(upload.status),
  duration: upload.duration,
  size: upload.size,
})
