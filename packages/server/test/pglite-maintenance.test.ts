import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPGlite } from '../src/adapters/database/pglite.ts'
import { openPgliteWith } from './database.ts'

let database: OpenPGlite
beforeAll(async () => {
  database = await openPgliteWith({ maintenance: { seconds: 0.05 } })
})
afterAll(() => database.close())

test('PGlite vacuums by itself what changed much, once it is quiet there', async () => {
  await database.client.exec(`CREATE TABLE much AS SELECT n FROM generate_series(1, 2000) n;
    CREATE TABLE little AS SELECT 1 AS n; UPDATE much SET n = n + 1`)
  const kept = async () => {
    const { rows } = await database.client.query<{ relname: string; dead: number }>(
      `SELECT relname, n_dead_tup::int AS dead FROM pg_stat_user_tables WHERE last_vacuum IS NOT NULL`,
    )
    return rows
  }
  await expect.poll(kept).toEqual([{ relname: 'much', dead: 0 }])
})
