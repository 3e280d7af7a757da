import type { ReportRow } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { systemScope } from '../src/kernel/scope.ts'
import type { Database } from '../src/ports/db.ts'
import type { TitleNames } from '../src/ports/names.ts'
import { eachUsage } from '../src/reports/rows.ts'
import { databases, openTestPglite, openTestPostgres, type TestDatabase } from './database.ts'
import { costOf } from './growth.ts'
import { postgresWanted } from './postgres.ts'

const query = { type: 'contentUsage', from: '2026-01-10', to: '2026-03-20', tenantId: undefined } as const
const names = { provider: () => undefined, channel: () => '' } as unknown as TitleNames

/** Plays by chance, the same each time: most tenants have none, the seventh has those of more titles than are read at a time. */
async function fill(db: Database, tenants: number): Promise<void> {
  await db.execute(sql`SELECT setseed(0.25)`)
  await db.execute(sql`INSERT INTO tenants (tenant_id, name, customer_number, time_zone, language_tag)
    SELECT 'u' || n, 'Used ' || lpad(n::text, 6, '0'), 'U-' || n, '{}', 'en-GB' FROM generate_series(1, ${tenants}::int) n`)
  await db.execute(sql`INSERT INTO playback_days (day, tenant_id, title_tag, event_id, plays, completed, seconds, watched, watched_completed, watched_seconds, viewers)
    SELECT '2026-01-01'::date + d * 9, 'u' || n, 'class-' || lpad(t::text, 4, '0'), '', 5, 1, 50, floor(random() * 3), floor(random() * 2), 60,
      ARRAY[floor(random() * 4)::int, 4 + floor(random() * 4)::int]
    FROM generate_series(1, ${tenants}::int) n, generate_series(1, 120) t, generate_series(0, 10) d
    WHERE n <= 12 AND (n = 7 OR t <= n % 5)`)
}

async function report(db: Database): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for await (const part of eachUsage(systemScope, db, { query, names })) rows.push(...part)
  return rows
}

describe.each(databases)('C-117, C-133 usage of many tenants on %s', kind => {
  const open = kind === 'pglite' ? openTestPglite : openTestPostgres
  let database: TestDatabase
  beforeAll(async () => {
    database = await open('migrated')
    await fill(database.db, 40)
  })
  afterAll(() => database?.close())

  test('is that of each tenant and title, in their order', async () => {
    const expected = await rowsOf(
      database.db,
      sql`SELECT t.name AS tenant, title_tag AS tag, sum(watched)::float8 AS plays, sum(watched_seconds)::float8 / 60 AS minutes,
          (SELECT count(DISTINCT v)::float8 FROM playback_days o, unnest(o.viewers) v
            WHERE o.tenant_id = d.tenant_id AND o.title_tag = d.title_tag AND o.day BETWEEN ${query.from} AND ${query.to}) AS members
        FROM playback_days d JOIN tenants t USING (tenant_id) WHERE day BETWEEN ${query.from} AND ${query.to}
        GROUP BY d.tenant_id, t.name, title_tag HAVING sum(watched) > 0 ORDER BY t.name, title_tag`,
    )
    const found = await report(database.db)
    expect(
      found.map(({ tenant, tag, plays, minutes, members }) => ({ tenant, tag, plays, minutes, members })),
    ).toEqual(expected)
    expect(found.length).toBeGreaterThan(130)
  })
})

test.skipIf(!postgresWanted)(
  'C-133 among 600 tenants usage costs few statements more than among 30',
  async () => {
    const found: number[] = []
    for (const tenants of [30, 600]) {
      const database = await openTestPostgres()
      await fill(database.db, tenants)
      found.push((await costOf(database.pool, report)).statements)
      await database.close()
    }
    expect(found[1]! - found[0]!).toBeLessThan(20)
  },
)
