import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../scripts/patience.ts'
import { freePort } from './cluster.ts'
import { copied, has } from './copied.ts'
import { end } from './server-process.ts'

export const hasHaproxy = has('haproxy')

/** Said in the name of what is left out. */
export const inHaproxy = hasHaproxy ? '' : ' (left out: HAProxy isn’t installed)'

/** The configuration that people copy, in front of these web servers; without certificate and live streams. */
const configurationFor = (port: number, web: readonly [number, number]) =>
  copied('haproxy/haproxy.cfg', [
    [/^ {4}bind :80$/m, `    bind 127.0.0.1:${port}`],
    [/^ {4}bind :443 .*\n/m, ''],
    [/^ {4}http-request redirect scheme .*\n/m, ''],
    [/10\.0\.0\.11:4700/, `127.0.0.1:${web[0]}`],
    [/10\.0\.0\.12:4700/, `127.0.0.1:${web[1]}`],
    [/^listen live[\s\S]*/m, ''],
  ])

export interface Haproxy {
  url: string
  /** From where callers are sent to the encrypted address, if that is one. */
  plain?: string
  stop(): Promise<void>
}

export async function startHaproxy(web: readonly [number, number]): Promise<Haproxy> {
  const port = await freePort()
  const stop = await runHaproxy(await configurationFor(port, web))
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
  const stop = await runHaproxy(`
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

export async function runHaproxy(configuration: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-haproxy-'))
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, configuration)
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' })
  const endAtOnce = () => void child.kill('SIGKILL')
  process.on('exit', endAtOnce)
  return async () => {
    process.off('exit', endAtOnce)
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
}
