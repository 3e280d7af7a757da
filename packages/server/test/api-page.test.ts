import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { contract, type ErrorCode, errorTable } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../src/platform.ts'
import { DEMO_PASSWORD } from '../src/seed/accounts.ts'
import { startSeededPlatform } from './seeded-platform.ts'

const page = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)

/** Each curl of the page: its method and its path, with whatever a variable holds. */
const calls = blocks
  .join('\n')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .flatMap(line => {
    const [, flags = '', path = '', rest = ''] = /curl (.*?)"?\$KINORA([^\s"?]+)(.*)/.exec(line) ?? []
    const given = /-X (\w+)/.exec(flags + rest)?.[1]
    return path === '' ? [] : [{ path, method: given ?? (/ (--json|-F) /.test(rest) ? 'POST' : 'GET') }]
  })

const isCalled = (method: string, path: string): boolean => {
  const pattern = new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`)
  return calls.some(call => call.method === method && pattern.test(call.path))
}

describe('PKG-08 KEY-08 docs/api.md', () => {
  let platform: Platform
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-api-page-'))
    const dataDir = join(folder, 'data')
    await promisify(execFile)('mkdir', [dataDir])
    const ffmpeg = join(folder, 'no-ffmpeg')
    platform = await startSeededPlatform({
      ...{ dataDir, ffmpeg, port: 0, logLevel: 'silent', demoPassword: DEMO_PASSWORD },
    })
  })
  afterAll(async () => {
    await platform?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('its examples run, one after the other, against the demo', async () => {
    await copyFile(join(import.meta.dirname, '../assets/demo/cover-01.jpg'), join(folder, 'cover.jpg'))
    const script = ['set -euo pipefail', ...blocks, 'echo', 'echo "all of it"'].join('\n')
    const env = { ...process.env, KINORA: platform.url }
    const shell = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    expect([shell.stdout.split('\n').at(-2)?.slice(-300), shell.stderr]).toEqual(['all of it', ''])
  })

  test('has an example for every noun of the contract', () => {
    const without = Object.entries(contract).filter(
      ([, noun]) => !Object.values(noun).some(({ method, path }) => isCalled(method, path)),
    )
    expect(without.map(([name]) => name)).toEqual([])
  })

  test('names every code of an error, with its status', () => {
    const rows = [...page.matchAll(/^\| (\d+)[^|]*\| `(\w+)` \|/gm)]
    const named = new Map(rows.map(([, status, code]) => [code, Number(status)]))
    // What never comes over the wire, or comes as no error.
    const ours: readonly ErrorCode[] = ['offline', 'aborted', 'noContent']
    const codes = (Object.keys(errorTable) as ErrorCode[]).filter(code => !ours.includes(code))
    expect([...named.keys()].sort()).toEqual([...codes].sort())
    const known = { ...errorTable, clubOnly: { status: 409 }, server: { status: 503 } }
    for (const code of codes) expect([code, named.get(code)]).toEqual([code, known[code].status])
  })
})
