import { spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../../../scripts/patience.ts'
import { type Cluster, freePort, postgresUser } from './cluster.ts'
import { copied, has } from './copied.ts'
import { end } from './server-process.ts'

export const hasPgbouncer = has('pgbouncer')

/** Said in the name of what is left out. */
export const inPgbouncer = hasPgbouncer ? '' : ' (left out: PgBouncer isn’t installed)'

export interface Pgbouncer {
  /** Of the database `kinora`. */
  url: string
  /** kill -9, and a new start. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The configuration that people copy, before a server of PostgreSQL; in another mode than there is written, if one is named. */
export async function startPgbouncer(cluster: Pick<Cluster, 'url'>, mode = 'session'): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-pgbouncer-'))
  const port = await freePort()
  const users = join(folder, 'userlist.txt')
  const path = join(folder, 'pgbouncer.ini')
  await writeFile(users, '"kinora" "secret"\n')
  await writeFile(
    path,
    await copied('pgbouncer/pgbouncer.ini', [
      [/host=10\.0\.0\.31 port=5432/, `host=127.0.0.1 port=${new URL(cluster.url).port}`],
      [/listen_addr = 10\.0\.0\.30/, 'listen_addr = 127.0.0.1'],
      [/listen_port = 6432/, `listen_port = ${port}`],
      [/\/etc\/pgbouncer\/userlist\.txt/, users],
      [/pool_mode = session/, `pool_mode = ${mode}`],
    ]),
  )
  // It refuses to run as root, as PostgreSQL does.
  const as = await postgresUser()
  if (as !== undefined) for (const each of [folder, users, path]) await chown(each, as.uid, as.gid)
  const url = `postgres://kinora:secret@127.0.0.1:${port}/kinora`
  const start = async () => {
    const child = spawn('pgbouncer', ['-q', path], { ...as, cwd: folder, stdio: 'ignore' })
    await until('PgBouncer leads to the database', () => answers(url))
    return child
  }
  let child = await start()
  const endAtOnce = () => void child.kill('SIGKILL')
  process.on('exit', endAtOnce)
  return {
    url,
    async restart() {
      await end(child)
      child = await start()
    },
    async stop() {
      process.off('exit', endAtOnce)
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a database can be asked there. */
export async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query('SELECT 1')).rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
