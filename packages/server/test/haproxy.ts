import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../scripts/patience.ts'
import { end } from './child.ts'
import { freePort } from './cluster.ts'

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
  const folder = await mkdtemp(join(tmpdir(), 'kinora-haproxy-'))
  const port = await freePort()
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, await configurationFor(port, web))
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy has a web server', () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return {
    url,
    async stop() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
