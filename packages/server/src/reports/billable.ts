import type { ReportRow } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/rows-of.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { type ReportQuery, reportTenants } from './query.ts'

export type BillableRow = {
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
    | 'billable']: number
}

/** C-117, C-133: BillableUserReport, by tenant and month; whole months, those that the days touch. */
export async function* eachBillable(
  scope: Scope,
  db: Database,
  { query }: { query: ReportQuery },
): AsyncGenerator<ReportRow[]> {
  for (const { tenantId, name } of await reportTenants(scope, db, query)) {
    const rows: ReportRow[] = []
    for (const month of monthsOf(query)) {
      const row = await readBillable(db, tenantId, month)
      if (row !== undefined) rows.push({ tenant: name, month, ...row })
    }
    if (rows.length > 0) yield rows
  }
}

/** `2026-11`, for each month that a day of the report lies in. */
export function monthsOf({ from, to }: Pick<ReportQuery, 'from' | 'to'>): string[] {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month)
  return months
}

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/**
 * Items whose import names no start begin with their row. One without an end goes on, but for those that are over: a cancelled
 * one ends with its last cancellation, a trial with its trial, any other that is over when that was written.
 */
const items = sql`SELECT s.user_id, s.source, s.cancelled_dates, s.status,
  coalesce(s.start_date, s.trial_start, (s.created_at AT TIME ZONE 'UTC')::date) AS starts,
  coalesce(s.end_date, CASE
    WHEN s.status = 'trial' THEN s.trial_end
    WHEN s.status = 'cancelled' THEN coalesce((SELECT max(d) FROM unnest(s.cancelled_dates) d), (s.updated_at AT TIME ZONE 'UTC')::date)
    WHEN s.status = 'expired' THEN (s.updated_at AT TIME ZONE 'UTC')::date
  END, 'infinity'::date) AS ends
  FROM member_subscriptions s JOIN members m USING (user_id)`

/** Undefined where the tenant had no member yet. */
async function readBillable(db: Database, tenantId: string, month: string): Promise<BillableRow | undefined> {
  const first = sql`${`${month}-01`}::date`
  const last = sql`${`${nextMonth(month)}-01`}::date - 1`
  const active = (source: string) =>
    sql`count(DISTINCT user_id) FILTER (WHERE is_last AND source = ${source})::float8`
  const [row] = await rowsOf<BillableRow>(
    db,
    sql`WITH items AS (${items} WHERE m.tenant_id = ${tenantId}),
    month AS (SELECT *, starts <= ${last} AND ends >= ${first} AS is_active, starts <= ${last} AND ends >= ${last} AS is_last,
      min(starts) OVER (PARTITION BY user_id) AS joined,
      CASE WHEN cancelled_dates = '{}' THEN status = 'cancelled' AND ends BETWEEN ${first} AND ${last}
        ELSE EXISTS (SELECT FROM unnest(cancelled_dates) d WHERE d BETWEEN ${first} AND ${last}) END AS is_cancelled
      FROM items)
    SELECT (SELECT count(*)::float8 FROM members
        WHERE tenant_id = ${tenantId} AND (created_at AT TIME ZONE 'UTC')::date <= ${last}) AS members,
      ${active('stripe')} AS "activeStripe", ${active('mms')} AS "activeMms", ${active('pseudosso')} AS "activePseudosso",
      ${active('flatfile')} AS "activeFlatfile", ${active('apple')} AS "activeApple",
      count(DISTINCT user_id) FILTER (WHERE is_last AND source NOT IN ('stripe', 'mms', 'pseudosso', 'flatfile', 'apple'))::float8 AS "activeOther",
      count(DISTINCT user_id) FILTER (WHERE joined BETWEEN ${first} AND ${last})::float8 AS new,
      count(DISTINCT user_id) FILTER (WHERE is_cancelled)::float8 AS cancelled,
      count(DISTINCT user_id) FILTER (WHERE is_active)::float8 AS billable
    FROM month`,
  )
  return row !== undefined && Object.values(row).some(value => value > 0) ? row : undefined
}
