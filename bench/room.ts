import { openPostgres } from '../packages/server/src/adapters/database/postgres.ts'
import { migrate } from '../packages/server/src/kernel/db/migrate.ts'
import { readMigrations } from '../packages/server/src/migrations.ts'
import { nouns } from '../packages/server/test/growth.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { run } from '../packages/server/test/titles/many.ts'
import type { Measured } from './measure.ts'

const ROWS = 200_000

/** Rows by the tables that grow with what people do, each with what a real one holds. */
const made: Record<string, string> = {
  members: nouns.members(1, ROWS),
  audit_entries: nouns.audit_entries(1, ROWS),
  playback_records: `INSERT INTO playback_records (tracking_id, nth, tenant_id, title_tag, user_id, started_at, seconds, completed, device, tenths, site_play_id)
    SELECT 'site', n, 'tenant-' || n % 100, 'class-' || n % 10000, 'member-' || n % 50000, timestamptz '2026-11-01' + n * interval '1 second', 900 + n % 2700, n % 2 = 0, 'web', n % 11, gen_random_uuid()
    FROM generate_series(1, ${ROWS}) n`,
  playback_days: `INSERT INTO playback_days (tenant_id, title_tag, event_id, day, plays, completed, seconds, watched, watched_completed, watched_seconds)
    SELECT 'tenant-' || n % 100, 'class-' || n % 10000, '', date '2026-01-01' + (n / 10000), 3, 1, 5400, 3, 1, 5400 FROM generate_series(1, ${ROWS}) n`,
}

/** Issue 29: bytes of a row with its indexes, beside those of the row alone; what docs/scale.md reckons with. */
export async function makingRoom(): Promise<Measured[]> {
  const cluster = await startPostgres()
  const database = openPostgres({
    url: await cluster.createDatabase(),
    connections: 1,
    statementTimeout: 0,
  })
  try {
    await migrate(database, await readMigrations())
    // What they refer to isn't there.
    await run(database.db, `SET session_replication_role = replica`)
    const rows: Measured[] = []
    for (const [table, insert] of Object.entries(made)) {
      await run(database.db, insert)
      await run(database.db, `VACUUM ANALYZE ${table}`)
      const [size] = await run<{ all: string; alone: string }>(
        database.db,
        `SELECT pg_total_relation_size('${table}') / ${ROWS} AS all, pg_relation_size('${table}') / ${ROWS} AS alone`,
      )
      rows.push({
        name: `a row of ${table}, with indexes`,
        ours: Number(size!.all),
        peer: Number(size!.alone),
        peerName: 'the row alone',
        unit: 'B',
      })
    }
    return rows
  } finally {
    await database.close()
    await cluster.stop()
  }
}
