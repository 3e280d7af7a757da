import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../scripts/patience.ts'
import { freePort } from './cluster.ts'
import { end } from './server-process.ts'

export const hasHaproxy = spawnSync('sh', ['-c', 'command -v haproxy']).status === 0

/** Said in the name of what is left out. */
export const inHaproxy = hasHaproxy ? '' : ' (left out: HAProxy isn’t installed)'

/** The configuration that people copy, in front of these web servers; without certificate and live streams. */
export async function configurationFor(port: number, web: readonly [number, number]): Promise<string> {
  const copied = await readFile(join(import.meta.dirname, '../../../deploy/haproxy/haproxy.cfg'), 'utf8')
  const changes: [RegExp, string][] = [
    [/^ {4}bind :80$/m, `    bind 127.0.0.1:${port}`],
    [/^ {4}bind :443 .*\n/m, ''],
    [/^ {4}http-request redirect scheme .*\n/m, ''],
    [/10\.0\.0\.11:4700/, `127.0.0.1:${web[0]}`],
    [/10\.0\.0\.12:4700/, `127.0.0.1:${web[1]}`],
    [/^listen live[\s\S]*/m, ''],
  ]
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`deploy/haproxy/haproxy.cfg has no ${from}`)
    return text.replace(from, to)
  }, copied)
}

export interface Haproxy {
  url: string
  stop(): Promise<void>
}

export async function startHaproxy(web: readonly [number, number]): Promise<Haproxy> {
  const port = await freePort()
  const stop = await run(await configurationFor(port, web))
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy has a web server', () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return { url, stop }
}

/** One address of two PostgreSQL servers: the second is asked once the first is gone. */
export async function startDatabaseProxy(ports: readonly [number, number]): Promise<Haproxy> {
  const port = await freePort()
  const stop = await run(`
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
listen postgres
    bind 127.0.0.1:${port}
    default-server check inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
    server primary 127.0.0.1:${ports[0]}
    server standby 127.0.0.1:${ports[1]} backup
`)
  return { url: `postgres://kinora@127.0.0.1:${port}`, stop }
}

async function run(configuration: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-haproxy-'))
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, configuration)
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' })
  return async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
}
