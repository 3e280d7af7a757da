import type { ReportRow } from '@kinora/core'
import { type SQL, sql } from 'drizzle-orm'
import { everything, rowsOf } from '../kernel/db/queries.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { monthsOf, type ReportQuery, type ReportTenant, reportTenants } from './rows.ts'

type BillableRow = {
  [K in
    | 'members'
    | 'activeStripe'
    | 'activeMms'
    | 'activePseudosso'
    | 'activeFlatfile'
    | 'activeApple'
    | 'activeOther'
    | 'new'
    | 'cancelled'
    | 'billable'
    | 'visited']: number
}

/** Members of all tenants of a statement, each counted for every month that it asks for: a statement keeps the embedded database for about half a second of work. */
const MEMBER_MONTHS = 25_000
/** Of the first statement, which is all that a preview's rows need. */
const FIRST_MEMBER_MONTHS = 2500
/** Of a statement that asks for the billable ones alone, which takes as long. */
const BILLABLE_MEMBER_MONTHS = 250_000

/**
 * C-117, C-133: BillableUserReport, by tenant and month; whole months, those that the days touch. As many tenants are asked for at
 * a time as their members allow, so that the number of statements is that of the members and not of the tenants (decision 0183).
 */
export async function* eachBillable(
  scope: Scope,
  db: Database,
  { query }: { query: ReportQuery },
): AsyncGenerator<ReportRow[]> {
  const months = monthsOf(query)
  const sizes = [FIRST_MEMBER_MONTHS, MEMBER_MONTHS]
  for (const lot of lotsOf(await withMembers(scope, db, query), months.length, sizes)) {
    const found = new Map<string, ReportRow>()
    for (const asked of monthsOfLot(lot, months, MEMBER_MONTHS))
      for (const { tenantId, month, ...row } of await readBillable(db, lot.tenants, asked))
        found.set(`${tenantId} ${month}`, row)
    const rows = lot.tenants.flatMap(({ tenantId, name: tenant }) =>
      months.flatMap(month => {
        const row = found.get(`${tenantId} ${month}`)
        return row === undefined ? [] : [{ tenant, month, ...row }]
      }),
    )
    if (rows.length > 0) yield rows
  }
}

export interface BillableSum {
  tenant: string
  /** `2026-11`. */
  month: string
  billable: number
}

/** C-133: what {@link eachBillable} calls billable, and nothing else of its rows, at a tenth of the work: a plot is made of it. */
export async function* eachBillableSum(
  scope: Scope,
  db: Database,
  { query }: { query: ReportQuery },
): AsyncGenerator<BillableSum[]> {
  const months = monthsOf(query)
  const sizes = [BILLABLE_MEMBER_MONTHS]
  for (const lot of lotsOf(await withMembers(scope, db, query), months.length, sizes)) {
    const names = new Map(lot.tenants.map(({ tenantId, name }) => [tenantId, name]))
    for (const asked of monthsOfLot(lot, months, BILLABLE_MEMBER_MONTHS))
      yield (await readBillableSums(db, lot.tenants, asked)).map(({ tenantId, ...sum }) => ({
        ...sum,
        tenant: names.get(tenantId)!,
      }))
  }
}

interface Lot {
  tenants: ReportTenant[]
  members: number
}

/** Tenants in their order with how many members they have; those without any stand in no row. */
async function withMembers(scope: Scope, db: Database, query: ReportQuery) {
  const tenants = await reportTenants(scope, db, query)
  const counts = await rowsOf<{ id: string; members: number }>(
    db,
    sql`SELECT tenant_id AS id, count(*)::float8 AS members FROM members
      WHERE ${query.tenantId === undefined ? everything : sql`tenant_id = ${query.tenantId}`} GROUP BY tenant_id`,
  )
  const membersOf = new Map(counts.map(({ id, members }) => [id, members]))
  return tenants.flatMap(tenant => {
    const members = membersOf.get(tenant.tenantId)
    return members === undefined ? [] : [{ ...tenant, members }]
  })
}

/** Tenants in their order, as many at a time as their members allow; the last of the sizes is that of all further lots. */
function lotsOf(
  tenants: Awaited<ReturnType<typeof withMembers>>,
  months: number,
  sizes: readonly number[],
): Lot[] {
  const lots: Lot[] = []
  for (const { members, ...tenant } of tenants) {
    const lot = lots.at(-1)
    const size = sizes[lots.length - 1] ?? sizes.at(-1)!
    if (lot === undefined || (lot.members + members) * months > size)
      lots.push({ tenants: [tenant], members })
    else {
      lot.tenants.push(tenant)
      lot.members += members
    }
  }
  return lots
}

/** All months at once, or a few at a time of one tenant that is too large for it. */
function* monthsOfLot({ members }: Lot, months: readonly string[], size: number): Generator<string[]> {
  const asked = Math.max(1, Math.floor(size / members))
  for (let at = 0; at < months.length; at += asked) yield months.slice(at, at + asked)
}

/**
 * Items whose import names no start begin with their row. One without an end goes on, but for those that are over: a cancelled
 * one ends with its last cancellation, a trial with its trial, any other that is over when that was written.
 */
const items = sql`SELECT m.tenant_id, s.user_id, s.source, s.cancelled_dates, s.status,
  coalesce(s.start_date, s.trial_start, (s.created_at AT TIME ZONE 'UTC')::date) AS starts,
  coalesce(s.end_date, CASE
    WHEN s.status = 'trial' THEN s.trial_end
    WHEN s.status = 'cancelled' THEN coalesce((SELECT max(d) FROM unnest(s.cancelled_dates) d), (s.updated_at AT TIME ZONE 'UTC')::date)
    WHEN s.status = 'expired' THEN (s.updated_at AT TIME ZONE 'UTC')::date
  END, 'infinity'::date) AS ends
  FROM member_subscriptions s JOIN members m USING (user_id)`

/** Whether the member was off on all of these days (decision 0120): nobody is billed for them. */
const isOff = (from: SQL, to: SQL): SQL => sql`EXISTS (SELECT FROM member_off_days o
  WHERE o.user_id = items.user_id AND o.off_from <= ${from} AND o.off_to >= ${to})`

const active = (source: string) =>
  sql`count(DISTINCT user_id) FILTER (WHERE is_last AND source = ${source})::float8`

const idsOf = (tenants: readonly ReportTenant[]): SQL =>
  sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(tenants.map(({ tenantId }) => tenantId))}::jsonb))`

const firstAndLast = (months: readonly string[]): SQL =>
  sql`SELECT month, (month || '-01')::date AS first, ((month || '-01')::date + interval '1 month')::date - 1 AS last
      FROM jsonb_array_elements_text(${JSON.stringify(months)}::jsonb) AS asked (month)`

const isActive = sql`starts <= last AND ends >= first AND NOT ${isOff(sql`greatest(starts, first)`, sql`least(ends, last)`)}`

const readBillableSums = (db: Database, tenants: readonly ReportTenant[], months: readonly string[]) =>
  rowsOf<Omit<BillableSum, 'tenant'> & { tenantId: string }>(
    db,
    sql`WITH months AS MATERIALIZED (${firstAndLast(months)}),
    items AS MATERIALIZED (${items} WHERE m.tenant_id = ANY(${idsOf(tenants)})),
    billed AS (SELECT tenant_id, user_id, month FROM items JOIN months ON ${isActive} GROUP BY 1, 2, 3)
    SELECT tenant_id AS "tenantId", month, count(*)::float8 AS billable FROM billed GROUP BY 1, 2`,
  )

/** A row for each of the tenants and months in which anything can be told. */
async function readBillable(
  db: Database,
  tenants: readonly ReportTenant[],
  months: readonly string[],
): Promise<(BillableRow & { tenantId: string; month: string })[]> {
  const ids = idsOf(tenants)
  const rows = await rowsOf<BillableRow & { tenantId: string; month: string }>(
    db,
    sql`WITH months AS MATERIALIZED (${firstAndLast(months)}),
    items AS (SELECT *, min(starts) OVER (PARTITION BY user_id) AS joined FROM (${items} WHERE m.tenant_id = ANY(${ids})) each),
    told AS (SELECT items.*, month, joined BETWEEN first AND last AS is_new,
      ${isActive} AS is_active,
      starts <= last AND ends >= last AND NOT ${isOff(sql`last`, sql`last`)} AS is_last,
      CASE WHEN cancelled_dates = '{}' THEN status = 'cancelled' AND ends BETWEEN first AND last
        ELSE EXISTS (SELECT FROM unnest(cancelled_dates) d WHERE d BETWEEN first AND last) END AS is_cancelled
      FROM items CROSS JOIN months),
    sums AS (SELECT tenant_id, month,
      ${active('stripe')} AS "activeStripe", ${active('mms')} AS "activeMms", ${active('pseudosso')} AS "activePseudosso",
      ${active('flatfile')} AS "activeFlatfile", ${active('apple')} AS "activeApple",
      count(DISTINCT user_id) FILTER (WHERE is_last AND source NOT IN ('stripe', 'mms', 'pseudosso', 'flatfile', 'apple'))::float8 AS "activeOther",
      count(DISTINCT user_id) FILTER (WHERE is_new)::float8 AS new,
      count(DISTINCT user_id) FILTER (WHERE is_cancelled)::float8 AS cancelled,
      count(DISTINCT user_id) FILTER (WHERE is_active)::float8 AS billable
      FROM told GROUP BY tenant_id, month),
    added AS (SELECT tenant_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS members FROM members
      WHERE tenant_id = ANY(${ids}) GROUP BY 1, 2),
    here AS (SELECT tenant_id, month, sum(members)::float8 AS members FROM added JOIN months ON day <= last GROUP BY 1, 2),
    seen AS (SELECT m.tenant_id, month, count(DISTINCT v.user_id)::float8 AS visited FROM months
      JOIN member_visits v ON v.day BETWEEN first AND last JOIN members m USING (user_id) WHERE m.tenant_id = ANY(${ids}) GROUP BY 1, 2)
    SELECT tenant_id AS "tenantId", month, ${numbers} FROM (unnest(${ids}) AS asked (tenant_id) CROSS JOIN months)
      LEFT JOIN sums USING (tenant_id, month) LEFT JOIN here USING (tenant_id, month) LEFT JOIN seen USING (tenant_id, month)`,
  )
  return rows.filter(({ tenantId: _, month: __, ...row }) => Object.values(row).some(value => value > 0))
}

const numbers = sql.raw(
  [
    ...[
      'members',
      'activeStripe',
      'activeMms',
      'activePseudosso',
      'activeFlatfile',
      'activeApple',
      'activeOther',
    ],
    ...['new', 'cancelled', 'billable', 'visited'],
  ]
    .map(name => `coalesce("${name}", 0)::float8 AS "${name}"`)
    .join(', '),
)
