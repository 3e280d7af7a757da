import { VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { openDatabase } from '../src/adapters/database/open.ts'
import { createChildren, type StartedChild } from './child.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { hasPgbouncer, inPgbouncer, type Pgbouncer, startPgbouncer } from './pgbouncer.ts'
import { postgresWanted } from './postgres.ts'
import { clip, ready, sendFile, viewTitle } from './titles/support.ts'

describe.skipIf(!hasPgbouncer || !postgresWanted)(`OPS-06 behind PgBouncer${inPgbouncer}`, () => {
  let cluster: Cluster
  let pooler: Pgbouncer
  let server: StartedChild
  beforeAll(async () => {
    cluster = await createCluster()
    await cluster.createDatabase('template0', 'kinora')
    pooler = await startPgbouncer(cluster)
    server = await start()
  })
  afterAll(async () => {
    await server?.kill()
    await pooler?.stop()
    await cluster?.stop()
  })

  /** With a folder of its own. */
  const start = async () =>
    (await createChildren('provider'))({
      DATABASE_URL: pooler.url,
      KINORA_SECRET: 'the secret of all servers of a test',
      KINORA_SECRET_KEY: 'the key of all servers of one test',
      KINORA_DEMO_CLIPS: 'off',
    })

  const publish = async (className: string) => {
    const { api } = server
    const { tag } = await api.titles.create({ ...ready, imageLink: null, IsAutoPublish: true, className })
    await sendFile(api, tag, await clip())
    await api.titles.encodeVideo({ tag })
    await until(
      'it is processed',
      async () => (await viewTitle(api, tag)).videoStatus === VideoStatus.Completed,
    )
  }

  test('a new platform starts on an empty database, takes a film and processes it', () => publish('Pooled'))

  test('it goes on by itself when PgBouncer was killed', async () => {
    await pooler.restart()
    await until('the database is asked again', async () => {
      const { status } = await fetch(`${server.url}/readyz`)
      return status === 200
    })
    await publish('Pooled anew')
  })

  test('a second server finds connections beside the first', async () => {
    const other = await start()
    expect((await other.api.titles.search({})).data.length).toBeGreaterThan(0)
    await other.kill()
  })

  test('pool_mode = transaction is refused at the start, in words', async () => {
    const wrong = await startPgbouncer(cluster, 'transaction')
    try {
      await expect(openDatabase({ databaseUrl: wrong.url }, '', () => undefined)).rejects.toThrow(
        expect.objectContaining({ detail: expect.stringContaining('pool_mode = session') }),
      )
    } finally {
      await wrong.stop()
    }
  })
})
