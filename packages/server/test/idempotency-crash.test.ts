import { newIdempotencyKey } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { openPostgres } from '../src/adapters/database/postgres.ts'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { createChildren } from './child.ts'
import { createPostgres } from './database.ts'
import { failure } from './refusals.ts'

const start = await createChildren('tenant')
/** Any number will do. */
const LOCK = 164

test('KEY-08 killed with -9 between commit and answer, a server makes nothing twice', async () => {
  const url = await createPostgres('seeded')
  const { db, close } = await openPostgres({ url, connections: 2 })
  try {
    const server = await start({ DATABASE_URL: url })
    // Answers wait behind a lock: what was to be made is committed, and nobody has heard of it.
    await db.execute(sql`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(164); RETURN NEW; END'`)
    await db.execute(
      sql`CREATE TRIGGER hold BEFORE UPDATE OF answer ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION hold()`,
    )
    const labels = async () =>
      rowsOf<{ id: string }>(db, sql`SELECT id FROM taxonomies WHERE name ->> 'en-GB' = 'Killed'`)
    const draft = { tenantId: 'pulsehouse', name: { 'en-GB': 'Killed' }, isActive: true }
    const idempotencyKey = newIdempotencyKey()
    await db.transaction(async tx => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)
      const lost = failure(server.api.labels.create(draft, { idempotencyKey }))
      await until('it is made', async () => (await labels()).length === 1)
      await server.kill()
      expect((await lost).code).toBe('offline')
      // Else the database would still do what the dead server asked of it last.
      await tx.execute(
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'update "idempotency_keys"%'`,
      )
    })
    await db.execute(sql`DROP TRIGGER hold ON idempotency_keys`)
    // As long as a try without a sign of life is waited for.
    await db.execute(sql`UPDATE idempotency_keys SET leased_until = now()`)
    const next = await start({ DATABASE_URL: url })
    const refused = await failure(next.api.labels.create(draft, { idempotencyKey }))
    const [made, ...more] = await labels()
    expect([refused.code, more]).toEqual(['conflict', []])
    expect(refused.detail).toContain(`labels ${made!.id}`)
    await next.kill()
  } finally {
    await close()
  }
})
