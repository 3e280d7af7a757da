import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChildren, type StartedChild } from './child.ts'
import { type Cluster, createCluster, findBinaries, postgresUser } from './cluster.ts'
import { copied, has } from './copied.ts'
import { postgresWanted } from './postgres.ts'
import { clip, sendFile, viewTitle } from './titles/support.ts'

const hasPgbackrest = has('pgbackrest')
const leftOut = hasPgbackrest ? '' : ' (left out: pgBackRest isn’t installed)'

describe.skipIf(!hasPgbackrest || !postgresWanted)(`OPS-03 pgBackRest${leftOut}`, () => {
  let folder: string
  let cluster: Cluster
  let databaseUrl: string
  let archive: (...args: string[]) => Promise<unknown>
  let shutDown: () => Promise<unknown>
  beforeAll(async () => {
    cluster = await createCluster()
    databaseUrl = await cluster.createDatabase()
    const data = await ask<{ data_directory: string }>('SHOW data_directory')
    folder = await mkdtemp(join(tmpdir(), 'kinora-pgbackrest-'))
    const config = join(folder, 'pgbackrest.conf')
    const paths = ['repo', 'log', 'lock'].map(name => join(folder, name))
    const as = await postgresUser()
    for (const path of [folder, ...paths]) {
      await mkdir(path, { recursive: true })
      if (as !== undefined) await chown(path, as.uid, as.gid)
    }
    const [repo, log, lock] = paths
    const more = [
      `pg1-port=${new URL(cluster.url).port}`,
      `pg1-socket-path=${dirname(data.data_directory)}`,
      ...['pg1-user=kinora', 'pg1-database=postgres'],
    ]
    await writeFile(
      config,
      await copied('pgbackrest/pgbackrest.conf', [
        [/repo1-path=.*/, `repo1-path=${repo}\nlog-path=${log}\nlock-path=${lock}`],
        [/pg1-path=.*/, `pg1-path=${data.data_directory}`],
        [/pg1-port=.*/, more.join('\n')],
      ]),
    )
    archive = (...args) =>
      promisify(execFile)('pgbackrest', [`--config=${config}`, '--stanza=kinora', ...args], {
        ...as,
        cwd: folder,
      })
    const control = join(await findBinaries(), 'pg_ctl')
    shutDown = () =>
      promisify(execFile)(control, ['-D', data.data_directory, '-m', 'fast', '-w', 'stop'], {
        ...as,
        cwd: folder,
      })
    await ask("ALTER SYSTEM SET archive_mode = 'on'")
    await ask(
      `ALTER SYSTEM SET archive_command = 'pgbackrest --config=${config} --stanza=kinora archive-push %p'`,
    )
    await cluster.restart()
    await archive('stanza-create')
    await archive('check')
  })
  afterAll(async () => {
    await cluster?.stop()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  async function ask<R extends pg.QueryResultRow>(statement: string): Promise<R> {
    const client = new pg.Client({ connectionString: `${cluster.url}/postgres` })
    await client.connect()
    try {
      return (await client.query<R>(statement)).rows[0]!
    } finally {
      await client.end()
    }
  }

  const start = async (): Promise<StartedChild> =>
    (await createChildren('provider'))({
      DATABASE_URL: databaseUrl,
      KINORA_SECRET: 'the secret of all servers of a test',
      KINORA_SECRET_KEY: 'the key of all servers of one test',
      KINORA_DEMO_CLIPS: 'off',
    })

  test('goes back to the moment before a mistake, with what came after the backup, and Kinora goes on there', async () => {
    const server = await start()
    const make = async (className: string) => (await server.api.titles.create({ className })).tag
    const early = await make('Before the backup')
    await archive('--type=full', 'backup')
    const late = await make('After the backup')
    const { moment } = await ask<{ moment: string }>('SELECT now()::text AS moment')
    await server.api.titles.remove({ tags: [early] })
    const mistaken = await make('After the moment')
    await ask('SELECT pg_switch_wal()')
    await server.kill()

    await shutDown()
    await archive('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
    await cluster.start()
    const again = await start()
    const tags = (await again.api.titles.find({ titleTags: [early, late, mistaken] })).data.map(
      ({ tag }) => tag,
    )
    expect(tags.sort()).toEqual([early, late].sort())
    await sendFile(again.api, late, await clip())
    expect((await viewTitle(again.api, late)).fileName).toBeTruthy()
    await again.kill()
  })
})
