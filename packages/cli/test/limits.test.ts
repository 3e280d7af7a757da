import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPdf } from '../../server/src/seed/documents.ts'
import { cover } from './media.ts'
import { password, sharedPlatform, type TestPlatform } from './platform.ts'
import { createShell, type Shell } from './shell.ts'

/** Told of each call before it goes on to the platform. */
let before: (path: string) => Promise<void> = async () => undefined
const between = createServer(async (asked, answer) => {
  const { method, url = '', headers } = asked
  await before(`${method} ${url}`)
  const on = request(`${platform.url}${url}`, { method, headers }, given => {
    answer.writeHead(given.statusCode ?? 500, given.headers)
    given.pipe(answer)
  })
  asked.pipe(on)
})
let platform: TestPlatform
let shell: Shell
const at = (name: string) => join(shell.folder, name)
beforeAll(async () => {
  platform = await sharedPlatform()
  await once(between.listen(0, '127.0.0.1'), 'listening')
  shell = createShell(`http://127.0.0.1:${(between.address() as AddressInfo).port}`)
  const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
  expect((await shell.run(login, { stdin: `${password}\n` })).code).toBe(0)
})
afterAll(() => {
  between.closeAllConnections()
  between.close()
})

describe('CLI --limit-rate: whatever bytes somebody sends or fetches', () => {
  const rate = 200 * 1024
  const timed = async (...args: string[]) => {
    const began = performance.now()
    const { code, stdout, stderr } = await shell.run([...args, '--limit-rate', '200K'])
    expect(code, stderr).toBe(0)
    return { stdout, seconds: (performance.now() - began) / 1000 }
  }

  test('a document takes its time on the way there and back, and a picture', async () => {
    const filler = Array.from({ length: 5000 }, (_, line) => `Line ${line} of a plan that is long enough.`)
    const pdf = plainPdf([filler])
    writeFileSync(at('plan.pdf'), pdf)
    expect(pdf.length).toBeGreaterThan(rate / 2)
    const atLeast = (pdf.length - 32_768) / rate
    const made = await timed('documents', 'create', '--title', 'Slow', '--file', at('plan.pdf'), '--json')
    expect(made.seconds).toBeGreaterThan(atLeast)
    const { documentId } = JSON.parse(made.stdout)
    const fetched = await timed('documents', 'download', documentId, '-o', at('back.pdf'))
    expect(fetched.seconds).toBeGreaterThan(atLeast)
    expect(readFileSync(at('back.pdf')).equals(Buffer.from(pdf))).toBe(true)
    await cover(at('cover.jpg'), '1920x1080')
    const picture = readFileSync(at('cover.jpg')).length
    const titled = await timed('titles', 'create', '--title', 'Slow', '--cover', at('cover.jpg'))
    expect(titled.seconds).toBeGreaterThan((picture - 32_768) / rate)
  })

  test.each([
    ['10', '10 is no rate of at least 50K'],
    ['fast', 'fast is no rate of at least 50K'],
  ])('%s is refused, of a command that sends no files too', async (given, what) => {
    const { code, stderr } = await shell.run(['titles', 'list', '--limit-rate', given])
    expect([code, stderr]).toEqual([
      2,
      `✖ Error: ${what}\n  Fix:  Pass bytes a second, such as --limit-rate 500K or --limit-rate 2M.\n`,
    ])
  })
})

describe('CLI --parallel', () => {
  test.each([1, 3])('%d: so many rows send their files at a time, and never more', async parallel => {
    const rows = Array.from({ length: 9 }, (_, row) => `p${parallel}-${row},Parallel ${row},en-GB:words.vtt`)
    writeFileSync(at('words.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')
    writeFileSync(at('parallel.csv'), ['externalId,title,captions', ...rows].join('\n'))
    let sending = 0
    let most = 0
    const waiting: (() => void)[] = []
    // None goes on before so many are under way; a row more would show.
    before = async path => {
      if (!path.startsWith('POST /v4/portal/track/create')) return
      most = Math.max(most, ++sending)
      if (sending < parallel) await new Promise<void>(resolve => waiting.push(resolve))
      else {
        for (let look = 0; look < 5; look++) await fetch(`${platform.url}/readyz`)
        for (const go of waiting.splice(0)) go()
      }
      sending--
    }
    const { code, stderr } = await shell.run([
      ...['titles', 'bulk', 'run', at('parallel.csv'), '--parallel', String(parallel)],
    ])
    before = async () => undefined
    expect(code, stderr).toBe(0)
    expect(most).toBe(parallel)
  })
})
