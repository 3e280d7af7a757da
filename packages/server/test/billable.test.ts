import { monthAfter, type ReportRow } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { systemScope } from '../src/kernel/scope.ts'
import type { Database } from '../src/ports/db.ts'
import { eachBillable, eachBillableSum } from '../src/reports/billable.ts'
import { databases, openTestPglite, openTestPostgres, type TestDatabase } from './database.ts'
import { costOf } from './growth.ts'
import { postgresWanted } from './postgres.ts'

const query = { type: 'billableUser', from: '2025-11-15', to: '2026-04-02', tenantId: undefined } as const
const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04']

/** Members with items, days off and visits by chance, the same each time, in as many tenants. */
async function fill(db: Database, tenants: number, members: number): Promise<void> {
  await db.execute(sql`SELECT setseed(0.25)`)
  await db.execute(sql`INSERT INTO tenants (tenant_id, name, customer_number, time_zone, language_tag)
    SELECT 'b' || n, 'Billed ' || lpad(n::text, 6, '0'), 'K-' || n, '{}', 'en-GB' FROM generate_series(1, ${tenants}::int) n`)
  await db.execute(sql`INSERT INTO members (user_id, tenant_id, external_user_id, name, email, created_at)
    SELECT 'bm' || n, 'b' || (1 + n % ${tenants}::int), n::text, 'M', n || '@example.com', '2025-10-01'::timestamptz + random() * interval '220 days'
    FROM generate_series(1, ${members}::int) n`)
  await db.execute(sql`INSERT INTO member_subscriptions
      (id, user_id, title, status, source, start_date, end_date, trial_start, trial_end, cancelled_dates, created_at, updated_at)
    SELECT 'bs' || n, 'bm' || (1 + n % ${members}::int), n::text,
      (ARRAY['active', 'trial', 'cancelled', 'expired'])[1 + floor(random() * 4)::int],
      (ARRAY['stripe', 'mms', 'pseudosso', 'flatfile', 'apple', 'other'])[1 + floor(random() * 6)::int],
      CASE WHEN random() < 0.7 THEN '2025-10-01'::date + (random() * 200)::int END,
      CASE WHEN random() < 0.4 THEN '2025-11-01'::date + (random() * 200)::int END,
      CASE WHEN random() < 0.3 THEN '2025-10-01'::date + (random() * 200)::int END,
      CASE WHEN random() < 0.3 THEN '2025-11-01'::date + (random() * 200)::int END,
      CASE WHEN random() < 0.3 THEN ARRAY['2025-11-01'::date + (random() * 200)::int, '2025-11-01'::date + (random() * 200)::int] ELSE '{}' END,
      '2025-10-01'::timestamptz + random() * interval '220 days', '2025-11-01'::timestamptz + random() * interval '220 days'
    FROM generate_series(1, ${members * 2}::int) n`)
  await db.execute(sql`INSERT INTO member_off_days (user_id, off_from, off_to)
    SELECT 'bm' || n, off, CASE WHEN random() < 0.5 THEN off + 60 ELSE 'infinity' END FROM
      (SELECT n, '2025-10-15'::date + (random() * 150)::int AS off FROM generate_series(1, ${members}::int, 4) n) AS days`)
  await db.execute(sql`INSERT INTO member_visits (user_id, day, has_signed_in)
    SELECT 'bm' || n, '2025-10-15'::date + (random() * 180)::int, true FROM generate_series(1, ${members}::int, 2) n`)
}

async function report(db: Database): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for await (const part of eachBillable(systemScope, db, { query })) rows.push(...part)
  return rows
}

describe.each(databases)('C-117, C-133 billable users of many tenants on %s', kind => {
  const open = kind === 'pglite' ? openTestPglite : openTestPostgres
  let database: TestDatabase
  beforeAll(async () => {
    database = await open('migrated')
    await fill(database.db, 12, 400)
  })
  afterAll(() => database?.close())

  test('are those of each tenant and month by itself', async () => {
    const expected: ReportRow[] = []
    for (const [at, name] of Array.from(
      { length: 12 },
      (_each, n) => `Billed ${String(n + 1).padStart(6, '0')}`,
    ).entries())
      for (const month of months) {
        const row = await billableOf(database.db, `b${at + 1}`, month)
        if (Object.values(row).some(value => value > 0)) expected.push({ tenant: name, month, ...row })
      }
    const found = await report(database.db)
    expect(found).toEqual(expected)
    expect(found.length).toBeGreaterThan(60)
  })

  test('are added up for a plot as they stand in the rows', async () => {
    const sums = []
    for await (const part of eachBillableSum(systemScope, database.db, { query })) sums.push(...part)
    const rows = (await report(database.db)).filter(({ billable }) => Number(billable) > 0)
    const order = (one: { tenant?: unknown; month?: unknown }) => `${one.tenant} ${one.month}`
    expect(sums.sort((one, other) => (order(one) < order(other) ? -1 : 1))).toEqual(
      rows.map(({ tenant, month, billable }) => ({ tenant, month, billable })),
    )
  })
})

test.skipIf(!postgresWanted)('C-133 among 300 tenants they cost as many statements as among 3', async () => {
  const found: number[] = []
  for (const tenants of [3, 300]) {
    const database = await openTestPostgres()
    await fill(database.db, tenants, 300)
    const { statements } = await costOf(database.pool, report)
    found.push(statements)
    await database.close()
  }
  expect(found[1]).toBe(found[0])
  expect(found[1]).toBeLessThan(10)
})

const items = sql`SELECT s.user_id, s.source, s.cancelled_dates, s.status,
  coalesce(s.start_date, s.trial_start, (s.created_at AT TIME ZONE 'UTC')::date) AS starts,
  coalesce(s.end_date, CASE
    WHEN s.status = 'trial' THEN s.trial_end
    WHEN s.status = 'cancelled' THEN coalesce((SELECT max(d) FROM unnest(s.cancelled_dates) d), (s.updated_at AT TIME ZONE 'UTC')::date)
    WHEN s.status = 'expired' THEN (s.updated_at AT TIME ZONE 'UTC')::date
  END, 'infinity'::date) AS ends
  FROM member_subscriptions s JOIN members m USING (user_id)`

/** The same by one statement for one tenant and month, as it was asked for before. */
async function billableOf(db: Database, tenantId: string, month: string): Promise<Record<string, number>> {
  const first = sql`${`${month}-01`}::date`
  const last = sql`${`${monthAfter(month)}-01`}::date - 1`
  const isOff = (from: typeof first, to: typeof first) => sql`EXISTS (SELECT FROM member_off_days o
    WHERE o.user_id = items.user_id AND o.off_from <= ${from} AND o.off_to >= ${to})`
  const active = (source: string) =>
    sql`count(DISTINCT user_id) FILTER (WHERE is_last AND source = ${source})::float8`
  const [row] = await rowsOf<Record<string, number>>(
    db,
    sql`WITH items AS (${items} WHERE m.tenant_id = ${tenantId}),
    month AS (SELECT *,
      starts <= ${last} AND ends >= ${first} AND NOT ${isOff(sql`greatest(starts, ${first})`, sql`least(ends, ${last})`)} AS is_active,
      starts <= ${last} AND ends >= ${last} AND NOT ${isOff(last, last)} AS is_last,
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
      count(DISTINCT user_id) FILTER (WHERE is_active)::float8 AS billable,
      (SELECT count(DISTINCT v.user_id)::float8 FROM member_visits v JOIN members m USING (user_id)
        WHERE m.tenant_id = ${tenantId} AND v.day BETWEEN ${first} AND ${last}) AS visited
    FROM month`,
  )
  return row!
}
