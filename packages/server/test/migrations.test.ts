import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openPglite } from '../src/adapters/database/pglite.ts'
import { openPostgres } from '../src/adapters/database/postgres.ts'
import { type Migration, migrate } from '../src/kernel/db/migrate.ts'
import { readMigrations } from '../src/migrations.ts'
import type { OpenDatabase } from '../src/ports/db.ts'
import { createPostgres, databases } from './database.ts'

const migrations = await readMigrations()

/** Two handles on one empty database; PGlite has but one. */
async function open(
  db: 'pglite' | 'postgres',
): Promise<{ one: OpenDatabase; two: OpenDatabase; close(): Promise<void> }> {
  if (db === 'pglite') {
    const one = await openPglite()
    return { one, two: one, close: one.close }
  }
  const url = await createPostgres()
  const [one, two] = [openPostgres({ url }), openPostgres({ url })]
  return {
    one,
    two,
    async close() {
      await Promise.all([one.close(), two.close()])
    },
  }
}

/** A table that somebody reads for long is asked for in turns: others read it meanwhile. */
async function letOthersRead(one: OpenDatabase, two: OpenDatabase, wanted: readonly Migration[]) {
  const lockTimeouts = { lockTimeout: 50, pause: 50, deadline: 60_000 }
  const held: { migrating?: Promise<string[]> } = {}
  await two.exclusive(async run => {
    await run('SELECT tag FROM titles')
    await expect(migrate(one, wanted, { ...lockTimeouts, deadline: 0 })).rejects.toThrow(
      'another connection holds',
    )
    held.migrating = migrate(one, wanted, lockTimeouts)
    for (let count = 0; count < 5; count++) await two.db.execute(sql`SELECT tag FROM titles`)
  })
  expect(await held.migrating).toHaveLength(1)
  await one.exclusive(run => run(`${viewsGone}; ALTER TABLE titles DROP wide; ${forgotten}`))
}

/** A call that holds one table and asks for the one that the migration has already taken: the migration starts again. */
async function letOthersFinish(one: OpenDatabase, two: OpenDatabase, wanted: readonly Migration[]) {
  const held: { migrating?: Promise<string[]> } = {}
  await two.exclusive(async run => {
    await run("SET LOCAL deadlock_timeout = '1h'; SELECT track_id FROM captions")
    held.migrating = migrate(one, wanted, { lockTimeout: 5000, pause: 50, deadline: 60_000 })
    const isWaiting = async () =>
      (await two.db.execute(sql`SELECT FROM pg_locks WHERE NOT granted`)) as unknown as { rows: unknown[] }
    while ((await isWaiting()).rows.length === 0);
    await run('SELECT tag FROM titles')
  })
  expect(await held.migrating).toHaveLength(1)
  await one.exclusive(run =>
    run(`${viewsGone}; ALTER TABLE titles DROP wide; ALTER TABLE captions DROP wide; ${forgotten}`),
  )
}

/** 0086: what was stored before a rule keeps to it, and what is right stays. */
async function mendStored(one: OpenDatabase) {
  const { sql: script } = migrations.find(({ id }) => id === 86)!
  const descriptions = [
    '<TBD>',
    '<p><img src="a.png"></p>',
    '<p><strong>&nbsp;</strong><br/></p>',
    '<p>Hi</p>',
  ]
  const found = await one.exclusive(async run => {
    for (const id of ['unasked', 'chosen'])
      await run(`INSERT INTO tenants (tenant_id, name, customer_number, time_zone, language_tag, is_platform_owned_categories)
        VALUES ('${id}', E'North\\r\\nern \\u202elights\\u202c', '1', '{}', 'en-GB', true)`)
    await run(`INSERT INTO audit_entries (at, user_id, display_name, client, noun, row_id, version, verb, changes) VALUES
      (now(), 'u', 'U', 'api', 'tenants', 'chosen', 2, 'update', '[{"path": "isPlatformOwnedCategories", "before": false, "after": true}]')`)
    await run(`INSERT INTO site_configurations (tag, tenant_id, configuration_type, settings)
      VALUES ('s', 'chosen', 'general', '{"appTitle": "a\\nb", "contactEmail": "a@b.test"}')`)
    await run(`INSERT INTO taxonomies (id, kind, name) VALUES ('mat', 'label', '{"en-GB": "gpj.\u202eexe"}')`)
    for (const [index, text] of descriptions.entries())
      await run(
        `INSERT INTO titles (tag, class_name, class_description) VALUES ('t${index}', 'Yoga', '${text}')`,
      )
    await run(script.slice(script.indexOf('UPDATE')))
    const rows = await run(`SELECT
      (SELECT json_agg(json_build_array(name, is_platform_owned_categories) ORDER BY tenant_id) FROM tenants) AS tenants,
      (SELECT settings FROM site_configurations) AS site, (SELECT name FROM taxonomies WHERE id = 'mat') AS label,
      (SELECT json_agg(class_description ORDER BY tag) FROM titles) AS descriptions`)
    await run(
      "DELETE FROM titles; DELETE FROM taxonomies WHERE id = 'mat'; DELETE FROM tenants; DELETE FROM audit_entries",
    )
    return rows[0]
  })
  expect(found).toEqual({
    tenants: [
      ['North ern lights\u202c', true],
      ['North ern lights\u202c', false],
    ],
    site: { appTitle: 'a b', contactEmail: 'a@b.test' },
    label: { 'en-GB': 'gpj.exe' },
    descriptions: ['<TBD>', '<p><img src="a.png"></p>', '', '<p>Hi</p>'],
  })
}

/** 0096, decision 0131: plays from before get as far as the length that the video has by then says. */
async function countReach(one: OpenDatabase) {
  const { sql: script } = migrations.find(({ id }) => id === 96)!
  const found = await one.exclusive(async run => {
    await run(
      `INSERT INTO titles (tag, class_name, duration_second) VALUES ('flow', 'Flow', 600), ('draft', 'Draft', 0)`,
    )
    await run(`INSERT INTO playback_uploads (tracking_id, status, file_name, created_at, updated_at)
      VALUES ('counts', 'committed', 'a.json', now(), now()), ('waits', 'uploaded', 'b.json', now(), now())`)
    await run(`INSERT INTO playback_records (tracking_id, nth, tenant_id, title_tag, user_id, started_at, seconds, completed) VALUES
      ('counts', 1, 't', 'flow', 'u', '2026-11-20', 0.5, false), ('counts', 2, 't', 'flow', 'u', '2026-11-20', 59, false),
      ('counts', 3, 't', 'flow', 'u', '2026-11-20', 300, false), ('counts', 4, 't', 'flow', 'u', '2026-11-20', 60, true),
      ('counts', 5, 't', 'draft', 'u', '2026-11-20', 60, true), ('waits', 1, 't', 'flow', 'u', '2026-11-20', 600, false)`)
    await run(`INSERT INTO playback_days (tenant_id, title_tag, day, plays, completed, seconds)
      VALUES ('t', 'flow', '2026-11-20', 4, 1, 419.5), ('t', 'draft', '2026-11-20', 1, 1, 60)`)
    for (const [statement] of script.matchAll(/UPDATE[^;]+/g)) await run(statement)
    const rows = await run(`SELECT
      (SELECT json_agg(tenths ORDER BY tracking_id, nth) FROM playback_records) AS tenths,
      (SELECT json_agg(reached ORDER BY title_tag) FROM playback_days) AS days`)
    await run(
      'DELETE FROM titles; DELETE FROM playback_records; DELETE FROM playback_uploads; DELETE FROM playback_days',
    )
    return rows[0]
  })
  const none = Array.from({ length: 11 }, () => 0)
  expect(found).toEqual({
    tenths: [0, 0, 5, 10, null, 10],
    days: [none, none.with(0, 1).with(5, 1).with(10, 1)],
  })
}

/** The views that mirror tables depend on their columns. */
const viewsGone = 'SELECT kinora_before_migrations()'
const forgotten = `DELETE FROM kinora_migrations WHERE name = 'extra'`

describe.each(databases)('migrations on %s', db => {
  test('OPS-07 run once, also when two processes start together, and are remembered', async () => {
    const { one, two, close } = await open(db)
    try {
      const ran = await Promise.all([migrate(one, migrations), migrate(two, migrations)])
      expect(ran.flat()).toHaveLength(migrations.length)
      expect(await migrate(one, migrations)).toEqual([])
      const rows = await one.exclusive(run => run('SELECT id, checksum FROM kinora_migrations ORDER BY id'))
      expect(rows.map(row => row.id)).toEqual(migrations.map(migration => migration.id))
      if (db === 'pglite') {
        await mendStored(one)
        await countReach(one)
      }
      const extra = (sql: string): Migration => ({ id: migrations.at(-1)!.id + 1, name: 'extra', sql })
      const half = [...migrations, extra('CREATE TABLE half (id int); SELECT nonsense')]
      await expect(migrate(one, half)).rejects.toThrow('nonsense')
      expect(await one.exclusive(run => run("SELECT to_regclass('half') AS half"))).toEqual([{ half: null }])
      if (db === 'postgres') {
        const wide = 'ALTER TABLE titles ADD wide int'
        await letOthersRead(one, two, [...migrations, extra(wide)])
        const crossed = `SET LOCAL deadlock_timeout = '300ms'; ${wide}; ALTER TABLE captions ADD wide int`
        await letOthersFinish(one, two, [...migrations, extra(crossed)])
      }
      expect(await migrate(one, [...migrations, extra('CREATE TABLE whole (id int)')])).toHaveLength(1)
      const changed = [...migrations, extra('CREATE TABLE other (id int)')]
      await expect(migrate(one, changed)).rejects.toThrow('was changed after it had run')
      // OPS-07: this program is the older one now.
      await expect(migrate(one, migrations)).rejects.toMatchObject({
        code: 'conflict',
        detail: expect.stringContaining('The database belongs to a newer Kinora'),
      })
    } finally {
      await close()
    }
  })
})
