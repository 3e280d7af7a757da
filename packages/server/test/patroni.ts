import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../../../scripts/patience.ts'
import { findBinaries, freePort, postgresUser } from './cluster.ts'
import { copied, has } from './copied.ts'
import { hasHaproxy, runHaproxy } from './haproxy.ts'
import { end } from './server-process.ts'

export const hasPatroni = has('patroni') && has('etcd') && hasHaproxy

/** Said in the name of what is left out. */
export const inPatroni = hasPatroni ? '' : ' (left out: Patroni, etcd or HAProxy isn’t installed)'

type Name = 'db1' | 'db2'

export interface Patroni {
  /** Of the database `kinora`, at HAProxy. */
  url: string
  /** Which of the two takes writes. */
  primary(): Promise<Name>
  /** kill -9 of a whole machine: of its Patroni and its PostgreSQL. */
  killMachine(name: Name): Promise<void>
  /** kill -9 of PostgreSQL alone, under its Patroni. */
  killPostgres(name: Name): void
  startMachine(name: Name): void
  /** Waits until the other one has all that is confirmed. */
  whenInStep(): Promise<void>
  stop(): Promise<void>
}

interface Machine {
  postgres: number
  rest: number
  data: string
  child: ChildProcess | undefined
}

/** Two servers of PostgreSQL under Patroni with etcd, by the configurations that people copy. */
export async function startPatroni(): Promise<Patroni> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-patroni-'))
  const as = await postgresUser()
  if (as !== undefined) await chown(folder, as.uid, as.gid)
  const quiet: SpawnOptions = { ...as, cwd: folder, stdio: 'ignore' }
  const etcd = await startEtcd(folder, quiet)
  const machines = { db1: await makeMachine('db1'), db2: await makeMachine('db2') }
  const names = ['db1', 'db2'] as const
  const ofEach = { ...quiet, env: { ...process.env, PGDATABASE: 'postgres' } }

  async function makeMachine(name: Name): Promise<Machine> {
    const [postgres, rest, home] = [await freePort(), await freePort(), join(folder, name)]
    await mkdir(home)
    if (as !== undefined) await chown(home, as.uid, as.gid)
    const text = await copied('patroni/patroni.yml', [
      [/^name: db1$/m, `name: ${name}`],
      [/^ {2}listen: 10\.0\.0\.31:8008$/m, `  listen: 127.0.0.1:${rest}`],
      [/^ {2}connect_address: 10\.0\.0\.31:8008$/m, `  connect_address: 127.0.0.1:${rest}`],
      [/^ {2}hosts: .*$/m, `  hosts: 127.0.0.1:${etcd.port}`],
      [/^ {2}listen: 10\.0\.0\.31:5432$/m, `  listen: 127.0.0.1:${postgres}`],
      [/^ {2}connect_address: 10\.0\.0\.31:5432$/m, `  connect_address: 127.0.0.1:${postgres}`],
      [/\/usr\/lib\/postgresql\/15\/bin/, await findBinaries()],
      [/\/var\/lib\/postgresql\/15\/kinora$/m, join(home, 'data')],
      [/\/var\/lib\/postgresql\/15\/kinora\.pgpass/, join(home, 'pgpass')],
      [/\/var\/run\/postgresql/, home],
      [/^(.*replication replicator )10\.0\.0\.0\/24/m, '$1127.0.0.0/8'],
      [/^(.*host all all )10\.0\.0\.0\/24/m, '$1127.0.0.0/8'],
    ])
    await writeFile(join(home, 'patroni.yml'), text)
    return { postgres, rest, data: join(home, 'data'), child: undefined }
  }

  function startMachine(name: Name): void {
    machines[name].child = spawn('patroni', [join(folder, name, 'patroni.yml')], ofEach)
  }

  const killPostgres = (name: Name) => {
    const [pid] = readFileSync(join(machines[name].data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  }

  async function killMachine(name: Name): Promise<void> {
    const { child } = machines[name]
    if (child !== undefined) await end(child)
    killPostgres(name)
  }

  const isPrimary = (name: Name) =>
    fetch(`http://127.0.0.1:${machines[name].rest}/primary`, { method: 'OPTIONS' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const isInStep = (name: Name) =>
    fetch(`http://127.0.0.1:${machines[name].rest}/synchronous`).then(
      ({ status }) => status === 200,
      () => false,
    )
  const oneOf = async (is: (name: Name) => Promise<boolean>) => {
    for (const name of names) if (await is(name)) return name
    return undefined
  }
  const primary = () => until('one of them takes writes', () => oneOf(isPrimary))
  const whenInStep = async () => void (await until('the other one is in step', () => oneOf(isInStep)))

  const endAtOnce = () => {
    for (const name of names) {
      machines[name].child?.kill('SIGKILL')
      try {
        killPostgres(name)
      } catch {
        // It isn't running.
      }
    }
    etcd.child.kill('SIGKILL')
  }
  process.on('exit', endAtOnce)

  startMachine('db1')
  await primary()
  startMachine('db2')
  await whenInStep()
  const port = await freePort()
  const stopHaproxy = await runHaproxy(
    await copied('patroni/haproxy.cfg', [
      [/bind 10\.0\.0\.2:5432/, `bind 127.0.0.1:${port}`],
      [/check port 8008 /, 'check '],
      [
        /server db1 10\.0\.0\.31:5432/,
        `server db1 127.0.0.1:${machines.db1.postgres} port ${machines.db1.rest}`,
      ],
      [
        /server db2 10\.0\.0\.32:5432/,
        `server db2 127.0.0.1:${machines.db2.postgres} port ${machines.db2.rest}`,
      ],
    ]),
  )
  await makeDatabase(`postgres://postgres:CHANGE-ME-1@127.0.0.1:${port}/postgres`)
  return {
    url: `postgres://kinora:secret@127.0.0.1:${port}/kinora`,
    primary,
    killMachine,
    killPostgres,
    startMachine,
    whenInStep,
    async stop() {
      process.off('exit', endAtOnce)
      await stopHaproxy()
      endAtOnce()
      await Promise.all([etcd.child, machines.db1.child, machines.db2.child].map(each => each && end(each)))
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function startEtcd(
  folder: string,
  quiet: SpawnOptions,
): Promise<{ port: number; child: ChildProcess }> {
  const [port, peers] = [await freePort(), await freePort()]
  const [clients, own] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`]
  const child = spawn(
    'etcd',
    [
      ...[
        '--data-dir',
        join(folder, 'etcd'),
        '--listen-client-urls',
        clients,
        '--advertise-client-urls',
        clients,
      ],
      ...[
        '--listen-peer-urls',
        own,
        '--initial-advertise-peer-urls',
        own,
        '--initial-cluster',
        `default=${own}`,
      ],
    ],
    quiet,
  )
  await until('etcd answers', () =>
    fetch(`${clients}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { port, child }
}

async function makeDatabase(connectionString: string): Promise<void> {
  const client = await until('HAProxy leads to the primary', async () => {
    const trying = new pg.Client({ connectionString })
    return trying.connect().then(
      () => trying,
      () => undefined,
    )
  })
  await client.query("CREATE ROLE kinora LOGIN PASSWORD 'secret'")
  await client.query('CREATE DATABASE kinora OWNER kinora')
  await client.end()
}
