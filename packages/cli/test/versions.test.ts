import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VERSION_HEADER } from '@kinora/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { password, sharedPlatform, type TestPlatform } from './platform.ts'
import { createShell, type Shell } from './shell.ts'

/** What the platform says that it is, as after an update. */
let version = '99.0.0'
let platform: TestPlatform
const updated = createServer((asked, answer) => {
  if (asked.url === '/manifest.json') {
    answer.writeHead(200, { 'content-type': 'application/json' })
    return answer.end(JSON.stringify({ name: 'Kinora', version }))
  }
  const { method, headers } = asked
  const on = request(`${platform.url}${asked.url}`, { method, headers }, given => {
    answer.writeHead(given.statusCode ?? 500, { ...given.headers, [VERSION_HEADER]: version })
    given.pipe(answer)
  })
  return asked.pipe(on)
})
let shell: Shell
beforeAll(async () => {
  platform = await sharedPlatform()
  await once(updated.listen(0, '127.0.0.1'), 'listening')
  shell = createShell(`http://127.0.0.1:${(updated.address() as AddressInfo).port}`)
})
afterAll(() => {
  updated.closeAllConnections()
  updated.close()
})

const login = ['login', '--email', 'admin@demo.kinora.test', '--password-stdin']
const signIn = () => shell.run(login, { stdin: `${password}\n` })
const wordIn = (stderr: string) => /^! The server is version (\S+), this program/m.exec(stderr)?.[1]

test('CLI versions: the first command to hear of another one says so, once for two versions and never on stdout', async () => {
  expect(wordIn((await signIn()).stderr)).toBe('99.0.0')
  expect(wordIn((await shell.run(['titles', 'list'])).stderr)).toBeUndefined()
  version = '99.1.0'
  // A shell that completes a word shows nobody what is said.
  expect((await shell.run(['completion', '--values', 'labels'])).stderr).toBe('')
  const next = await shell.run(['titles', 'list', '--quiet', '--json', 'tag'])
  expect([next.code, wordIn(next.stderr)]).toEqual([0, '99.1.0'])
  expect(JSON.parse(next.stdout)).toBeInstanceOf(Array)
  for (const again of [['titles', 'list'], ['quota']])
    expect(wordIn((await shell.run(again)).stderr)).toBeUndefined()
  version = manifest.version
  expect(wordIn((await shell.run(['titles', 'list'])).stderr)).toBeUndefined()
})

test('CLI versions: doctor says so each time and looks at the rest', async () => {
  version = '99.2.0'
  await signIn()
  const { stdout, code } = await shell.run(['doctor'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/server\t! look\t.*99\.2\.0/)
  for (const check of ['disk of the server', 'stored files', 'named files', 'references'])
    expect(stdout).toContain(`${check}\t`)
})
