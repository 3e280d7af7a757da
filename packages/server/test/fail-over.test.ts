import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../src/adapters/database/postgres.ts'
import { isNeverSent, isUnreachable } from '../src/ports/db.ts'
import { type Cluster, startStandby } from './cluster.ts'
import { postgresWanted, startPostgres, type TestCluster } from './postgres.ts'

describe.skipIf(!postgresWanted)('OPS-06 PostgreSQL fails over to its standby', () => {
  let primary: TestCluster
  let standby: Cluster
  beforeAll(async () => {
    // Confirmed is what both have.
    primary = await startPostgres('-c synchronous_commit=on')
    standby = await startStandby(primary)
  })
  afterAll(async () => {
    await standby?.stop()
    await primary?.stop()
  })

  test('a standby is as good as no server, until it is promoted; what was confirmed is there', async () => {
    const before = openPostgres({ url: `${primary.url}/postgres` })
    await before.pool.query('CREATE TABLE kept AS SELECT 1 AS row')
    await before.close()
    const database = openPostgres({ url: `${standby.url}/postgres`, connections: 2 })
    try {
      const read = () => database.pool.query('SELECT row FROM kept')
      for (let tries = 0; tries < 3; tries += 1) {
        const refused: unknown = await read().catch((error: unknown) => error)
        expect([isUnreachable(refused), isNeverSent(refused)]).toEqual([true, true])
      }
      expect(database.pool.totalCount).toBe(0)
      await primary.kill()
      await standby.promote()
      expect((await read()).rows).toEqual([{ row: 1 }])
    } finally {
      await database.close()
    }
  })
})
