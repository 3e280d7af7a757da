import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { until } from '../../../scripts/patience.ts'

const execute = promisify(execFile)

export interface Cluster {
  /** Its address, with the name of no database. */
  url: string
  /** Address of a new database, a copy of another where one is named. */
  createDatabase(from?: string, name?: string): Promise<string>
  /** kill -9, so that what was not yet written is lost. */
  kill(): Promise<void>
  /** Starts it again after a kill, on the same port. */
  start(): Promise<void>
  /** Makes a server that follows another one (`startStandby`) one that takes writes. */
  promote(): Promise<void>
  /** Ends every connection and starts anew, as an administrator would. */
  restart(): Promise<void>
  stop(): Promise<void>
  /** Stops it and leaves its data in the folder, for `copyCluster`. */
  keep(folder: string): Promise<void>
}

type Run = (program: string, ...args: string[]) => Promise<unknown>

/** A new PostgreSQL server with nothing in it. */
export const createCluster = (): Promise<Cluster> =>
  startCluster('', (run, data) =>
    run('initdb', '-D', data, '-U', 'kinora', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'),
  )

/** A server that begins with the data of another; `more` adds settings of the server. */
export const copyCluster = (from: string, more = ''): Promise<Cluster> =>
  startCluster(more, (_, data) => execute('cp', ['-a', from, data]))

/** A server that follows another one and answers reads; from then on that one confirms nothing that isn’t here, too. */
export async function startStandby({ url }: Pick<Cluster, 'url'>, more = ''): Promise<Cluster> {
  const { port } = new URL(url)
  const from = ['-h', '127.0.0.1', '-p', port, '-U', 'kinora']
  const standby = await startCluster(more, (run, data) =>
    run('pg_basebackup', ...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast'),
  )
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await client.query('SELECT pg_reload_conf()')
    await until('the standby follows', async () => {
      const { rows } = await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")
      return rows.length > 0
    })
  } finally {
    await client.end()
  }
  return standby
}

async function startCluster(
  more: string,
  makeData: (run: Run, data: string) => Promise<unknown>,
): Promise<Cluster> {
  const bin = await findBinaries()
  const folder = await mkdtemp(join(tmpdir(), 'kinora-postgres-'))
  const data = join(folder, 'data')
  const as = await postgresUser()
  if (as !== undefined) await chown(folder, as.uid, as.gid)
  const run: Run = (program, ...args) => execute(join(bin, program), args, { ...as, cwd: folder })
  await makeData(run, data)
  const port = await freePort()
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c synchronous_commit=off ${more}`
  const control = (...args: string[]) => run('pg_ctl', '-D', data, ...args)
  let isUp = false
  const start = async () => {
    await control('-l', join(folder, 'log'), '-o', settings, '-w', 'start')
    isUp = true
  }
  const endAtOnce = () => {
    if (isUp) killPostmaster(data)
    isUp = false
  }
  const remove = async () => {
    isUp = false
    process.off('exit', endAtOnce)
    await rm(folder, { recursive: true, force: true })
  }
  await start()
  process.on('exit', endAtOnce)
  const url = `postgres://kinora@127.0.0.1:${port}`
  let databases = 0
  return {
    url,
    async createDatabase(from = 'template1', name = `kinora_${++databases}`) {
      await run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'kinora', '-T', from, name)
      return `${url}/${name}`
    },
    kill: async () => endAtOnce(),
    start: () => patiently(start),
    async promote() {
      await control('-w', 'promote')
    },
    async restart() {
      await control('-m', 'fast', '-w', 'stop')
      await start()
    },
    async stop() {
      // It may have been killed.
      await control('-m', 'immediate', '-w', 'stop').catch(() => undefined)
      await remove()
    },
    async keep(kept) {
      await control('-m', 'fast', '-w', 'stop')
      await execute('cp', ['-a', data, kept])
      await remove()
    },
  }
}

/** kill -9; the others of the server notice that its first process is gone, and end by themselves. */
function killPostmaster(data: string): void {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

/** Right after a kill the memory of the old server may still be in use. */
async function patiently(start: () => Promise<void>): Promise<void> {
  await until('the old server lets go', () =>
    start().then(
      () => true,
      () => false,
    ),
  )
}

/** On the PATH, or where Debian keeps it; the newest first. */
export async function findBinaries(): Promise<string> {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? (await readdir(root)).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const found = folders.find(
    folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
  )
  if (found === undefined) {
    throw new Error(
      'These tests need PostgreSQL 15 or newer: apt-get install postgresql, or set KINORA_TEST_POSTGRES=off to leave them out.',
    )
  }
  return found
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
export async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
