import {
  type Delivery,
  type DeliveryState,
  DeliveryStatus,
  type Page,
  TitleStatus,
  toPage,
  toWireDate,
} from '@kinora/core'
import { type SQL, sql } from 'drizzle-orm'
import { exactly, totalOf } from '../kernel/db/pages.ts'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'

/** One row as the work on it reads it, with the title as it is now. */
export interface StoredDelivery {
  titleTag: string
  tenantId: string
  status: DeliveryStatus
  siteId: string | null
  mediaId: string | null
  sourceKey: string | null
  askedAt: string | null
  tries: number
  /** Of the title; null where it is gone. */
  className: string | null
  providerId: string | null
  currentKey: string | null
}
export type DeliveryKey = Pick<StoredDelivery, 'titleTag' | 'tenantId'>

/** What JW Player is to have: the published titles of sites on media platform 1. */
const wanted = sql`SELECT t.tag AS title_tag, n.tenant_id FROM tenants n JOIN titles t ON t.tenants @> ARRAY[n.tenant_id]
  WHERE n.media_platform = 1 AND n.deleted_at IS NULL AND t.status = ${TitleStatus.Published} AND NOT t.is_delete AND NOT t.is_event`

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/**
 * C-139: brings the rows to what is wanted, whichever write has changed that: publishing, unpublishing, deleting, another file,
 * another media platform, other credentials.
 */
export async function reconcile(
  db: Database,
  { now, isReady }: { now: Date; isReady: boolean },
): Promise<void> {
  const at = instant(now)
  const anew = sql`status = 'waiting', tries = 0, next_at = ${at}, updated_at = ${at}`
  await db.execute(sql`INSERT INTO deliveries AS d (title_tag, tenant_id, status, next_at, updated_at)
    SELECT w.title_tag, w.tenant_id, 'waiting', ${at}, ${at} FROM (${wanted}) w
    ON CONFLICT (title_tag, tenant_id) DO UPDATE SET ${anew}, problem = NULL, detail = '' WHERE d.status = 'leaving'`)
  await db.execute(sql`UPDATE deliveries d SET status = 'leaving', tries = 0, next_at = ${at}, updated_at = ${at}
    WHERE d.status <> 'leaving' AND NOT EXISTS (
      SELECT FROM (${wanted}) w WHERE w.title_tag = d.title_tag AND w.tenant_id = d.tenant_id)`)
  await db.execute(sql`UPDATE deliveries d SET ${anew} FROM titles t
    WHERE t.tag = d.title_tag AND d.status IN ('processing', 'ready', 'failed') AND d.source_key IS DISTINCT FROM t.source_key
      AND t.source_key IS NOT NULL`)
  // Whoever mends the credentials has mended these.
  await db.execute(sql`UPDATE deliveries d SET ${anew}
    WHERE d.status = 'failed' AND d.problem IN ('noCredentials', 'refused', 'siteUnknown', 'noAddress') AND (
      (d.problem = 'noAddress' AND ${isReady})
      OR EXISTS (SELECT FROM tenants n WHERE n.tenant_id = d.tenant_id AND n.updated_at > d.updated_at)
      OR EXISTS (SELECT FROM providers p LEFT JOIN titles t ON t.tag = d.title_tag
        WHERE (p.tenant_id = d.tenant_id OR p.tag = t.provider_id) AND p.updated_at > d.updated_at))`)
}

/** Those whose moment has come. */
export const dueDeliveries = (db: Database, now: Date): Promise<DeliveryKey[]> =>
  rowsOf<DeliveryKey & Record<string, unknown>>(
    db,
    sql`SELECT title_tag AS "titleTag", tenant_id AS "tenantId" FROM deliveries WHERE next_at <= ${instant(now)} ORDER BY next_at LIMIT 500`,
  )

export async function isDue(db: Database, key: DeliveryKey, now: Date): Promise<boolean> {
  const due = await rowsOf(
    db,
    sql`SELECT 1 FROM deliveries WHERE ${ofKey(key)} AND next_at <= ${instant(now)}`,
  )
  return due.length > 0
}

const ofKey = ({ titleTag, tenantId }: DeliveryKey): SQL =>
  sql`deliveries.title_tag = ${titleTag} AND deliveries.tenant_id = ${tenantId}`

export async function readDelivery(db: Database, key: DeliveryKey): Promise<StoredDelivery | undefined> {
  const [row] = await rowsOf<StoredDelivery & Record<string, unknown>>(
    db,
    sql`SELECT deliveries.title_tag AS "titleTag", deliveries.tenant_id AS "tenantId", deliveries.status, deliveries.site_id AS "siteId", deliveries.media_id AS "mediaId",
      deliveries.source_key AS "sourceKey", deliveries.asked_at::text AS "askedAt", deliveries.tries, t.class_name AS "className", t.provider_id AS "providerId",
      t.source_key AS "currentKey"
    FROM deliveries LEFT JOIN titles t ON t.tag = deliveries.title_tag WHERE ${ofKey(key)}`,
  )
  return row
}

/** What a step has come to. */
export interface Moved {
  status?: Exclude<DeliveryStatus, 'leaving'>
  siteId?: string
  mediaId?: string | null
  sourceKey?: string | null
  askedAt?: Date | null
  problem?: string | null
  detail?: string
  tries?: number
  nextAt: Date | null
}

const column = (name: string, value: unknown): SQL =>
  value instanceof Date
    ? sql`${sql.identifier(name)} = ${instant(value)}`
    : sql`${sql.identifier(name)} = ${value as string | number | null}`

/** Writes it; the status of a row that is to leave by now stays, so that nothing that was made is forgotten. */
export async function moveDelivery(db: Database, key: DeliveryKey, moved: Moved, now: Date): Promise<void> {
  const { status, siteId, mediaId, sourceKey, askedAt, problem, detail, tries, nextAt } = moved
  const named = Object.entries({
    site_id: siteId,
    media_id: mediaId,
    source_key: sourceKey,
    asked_at: askedAt,
    problem,
    detail,
    tries,
    updated_at: now,
  })
  const sets = named.flatMap(([name, value]) => (value === undefined ? [] : [column(name, value)]))
  const next = nextAt === null ? sql`NULL` : instant(nextAt)
  await db.execute(sql`UPDATE deliveries SET ${sql.join(sets, sql`, `)},
      next_at = CASE WHEN status = 'leaving' THEN coalesce(${next}, ${instant(now)}) ELSE ${next} END,
      status = CASE WHEN status = 'leaving' THEN status ELSE coalesce(${status ?? null}, status) END
    WHERE ${ofKey(key)}`)
}

/** One that JW Player has let go, unless it is wanted again by now. */
export async function dropDelivery(db: Database, key: DeliveryKey): Promise<void> {
  await db.execute(sql`DELETE FROM deliveries WHERE ${ofKey(key)} AND status = 'leaving'`)
}

/** JW Player counts calls by site: the others of it wait as well. */
export async function delaySite(db: Database, siteId: string, until: Date): Promise<void> {
  await db.execute(
    sql`UPDATE deliveries SET next_at = ${instant(until)} WHERE site_id = ${siteId} AND next_at < ${instant(until)}`,
  )
}

/** A tenant sees what its own site has, a provider its own titles. */
function inScope(scope: Scope): SQL {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'tenant') return sql`d.tenant_id = ${scope.tenantId}`
  if (scope.kind === 'provider') return sql`t.provider_id = ${scope.providerId}`
  return sql`false`
}

interface DeliveriesQuery {
  titleTag?: string | undefined
  tenantId?: string | undefined
  status?: DeliveryStatus | undefined
  page: number
  take: number
}

/** † C-139: the failed first, then by title. */
export async function listDeliveries(
  scope: Scope,
  db: Database,
  asked: DeliveriesQuery,
): Promise<Page<Delivery>> {
  const { titleTag, tenantId, status, page, take } = asked
  const all = sql`FROM deliveries d JOIN tenants n ON n.tenant_id = d.tenant_id JOIN titles t ON t.tag = d.title_tag
    WHERE ${inScope(scope)} AND ${titleTag === undefined ? sql`true` : sql`d.title_tag = ${titleTag}`}
      AND ${tenantId === undefined ? sql`true` : sql`d.tenant_id = ${tenantId}`}
      AND ${status === undefined ? sql`true` : sql`d.status = ${status}`}`
  const limit = take < 1 ? sql`` : sql`LIMIT ${take + 1} OFFSET ${(page - 1) * take}`
  const rows = await rowsOf<Listed>(
    db,
    sql`SELECT d.title_tag AS "titleTag", t.class_name AS "className", t.class_language_code AS "classLanguageCode",
      d.tenant_id AS "tenantId", n.name AS "tenantName", d.status, d.site_id AS "siteId", d.media_id AS "mediaId", d.problem,
      d.detail, d.tries, d.next_at::text AS "nextAt", d.updated_at::text AS "updatedAt"
    ${all} ORDER BY (d.status = 'failed') DESC, t.sort_name, d.title_tag, n.name, d.tenant_id ${limit}`,
  )
  const place = { before: (page - 1) * take, read: rows.length, take }
  const total =
    take < 1 ? rows.length : await totalOf(exactly(db.$count(sql`(SELECT 1 ${all}) AS found`)), place)
  return toPage((take < 1 ? rows : rows.slice(0, take)).map(toDelivery), total, { page, take })
}

type Listed = Omit<Delivery, 'nextDate' | 'updatedDate'> & { nextAt: string | null; updatedAt: string }

const toDelivery = ({ nextAt, updatedAt, ...row }: Listed): Delivery => ({
  ...row,
  nextDate: nextAt === null ? null : toWireDate(new Date(nextAt)),
  updatedDate: toWireDate(new Date(updatedAt)),
})

export async function countDeliveries(db: Database): Promise<DeliveryState['counts']> {
  const rows = await rowsOf<{ status: DeliveryStatus; total: number }>(
    db,
    sql`SELECT status, count(*)::integer AS total FROM deliveries GROUP BY status`,
  )
  const counts = new Map(rows.map(({ status, total }) => [status, total]))
  return Object.fromEntries(
    DeliveryStatus.options.map(status => [status, counts.get(status) ?? 0]),
  ) as DeliveryState['counts']
}
