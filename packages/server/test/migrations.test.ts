import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { openPglite } from '../src/adapters/database/pglite.ts'
import { openPostgres } from '../src/adapters/database/postgres.ts'
import { type Migration, migrate } from '../src/kernel/db/migrate.ts'
import type { OpenDatabase } from '../src/ports/db.ts'
import { createPostgres, databases } from './database.ts'

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
  const patience = { lockTimeout: 50, pause: 50, deadline: 60_000 }
  const held: { migrating?: Promise<string[]> } = {}
  await two.exclusive(async run => {
    await run('SELECT tag FROM titles')
    await expect(migrate(one, wanted, { ...patience, deadline: 0 })).rejects.toThrow(
      'another connection holds',
    )
    held.migrating = migrate(one, wanted, patience)
    for (let count = 0; count < 5; count++) await two.db.execute(sql`SELECT tag FROM titles`)
  })
  expect(await held.migrating).toHaveLength(1)
  const undone = `ALTER TABLE titles DROP wide; DELETE FROM kinora_migrations WHERE name = 'extra'`
  await one.exclusive(run => run(undone))
}

describe.each(databases)('migrations on %s', db => {
  it('run once, also when two processes start together, and are remembered', async () => {
    const { one, two, close } = await open(db)
    try {
      const ran = await Promise.all([migrate(one, migrations), migrate(two, migrations)])
      expect(ran.flat()).toHaveLength(migrations.length)
      expect(await migrate(one, migrations)).toEqual([])
      const rows = await one.exclusive(run => run('SELECT id, checksum FROM kinora_migrations ORDER BY id'))
      expect(rows.map(row => row.id)).toEqual(migrations.map(migration => migration.id))
      const extra = (sql: string): Migration => ({ id: migrations.at(-1)!.id + 1, name: 'extra', sql })
      const half = [...migrations, extra('CREATE TABLE half (id int); SELECT nonsense')]
      await expect(migrate(one, half)).rejects.toThrow('nonsense')
      expect(await one.exclusive(run => run("SELECT to_regclass('half') AS half"))).toEqual([{ half: null }])
      if (db === 'postgres')
        await letOthersRead(one, two, [...migrations, extra('ALTER TABLE titles ADD wide int')])
      expect(await migrate(one, [...migrations, extra('CREATE TABLE whole (id int)')])).toHaveLength(1)
      const changed = [...migrations, extra('CREATE TABLE other (id int)')]
      await expect(migrate(one, changed)).rejects.toThrow('was changed after it had run')
    } finally {
      await close()
    }
  })
})
