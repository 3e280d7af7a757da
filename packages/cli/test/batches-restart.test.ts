import { writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { columns } from '@kinora/core/bulk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pause } from '../../../scripts/patience.ts'
import { password, startTestPlatform, type TestPlatform } from './platform.ts'
import { createShell, type Shell } from './shell.ts'

let platform: TestPlatform
let gateway: Server
let shell: Shell
/** Whether the server is away, as while it is started again. */
let isAway = false
/** How many calls it refuses before it is there again. */
let refusals = Infinity

beforeAll(async () => {
  platform = await startTestPlatform()
  gateway = createServer((asked, answer) => {
    if (isAway) {
      refusals -= 1
      isAway = refusals > 0
      return void asked.socket.destroy()
    }
    const { method, headers, url } = asked
    const passed = request(`${platform.url}${url}`, { method, headers }, given => {
      answer.writeHead(given.statusCode!, given.headers)
      given.pipe(answer)
    })
    asked.pipe(passed)
  })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  shell = createShell(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`)
  await shell.run(['login', '--email', 'provider@demo.kinora.test', '--password-stdin'], { stdin: password })
})
afterAll(async () => {
  gateway.closeAllConnections()
  gateway.close()
  await platform.close()
})

function write(name: string, count: number): string {
  const names = columns.map(column => column.name)
  const rows = Array.from({ length: count }, (_, row) =>
    names
      .map(column => (column === 'externalId' ? `${name}-${row}` : column === 'title' ? 'Class' : ''))
      .join(),
  )
  const path = join(shell.folder, `${name}.csv`)
  writeFileSync(path, `${[names.join(), ...rows].join('\n')}\n`)
  return path
}

/** The server goes away once the batch has begun. */
const leave = (chunk: string) => {
  if (chunk.includes('Bulk upload processing')) isAway = true
}

describe('following a batch while the server is started again', () => {
  test('goes on once it answers', async () => {
    refusals = 3
    const { code, stdout } = await shell.run(
      ['batches', 'add', write('back', 3), '--process', '--json', 'status'],
      { onError: leave },
    )
    refusals = Infinity
    expect([code, JSON.parse(stdout)]).toEqual([0, { status: 'Complete' }])
  })

  test('ends after one to two minutes with exit code 5 and says that the batch goes on', async () => {
    let now = 0
    const clock = {
      now: () => now,
      sleep: async (milliseconds: number) => {
        now += milliseconds
        await pause()
      },
    }
    const { code, stdout, stderr } = await shell.run(['batches', 'add', write('away', 3), '--process'], {
      onError: leave,
      clock,
    })
    isAway = false
    const id = stdout.trim().split('\t')[1]
    expect(code).toBe(5)
    expect(Math.round(now / 60_000)).toBeOneOf([1, 2])
    expect(stderr).toMatch(/Why: {2}.*The work continues on its own\.\n/)
    expect(stderr).toContain(`Fix:  Follow progress with: kinora batches watch ${id}\n`)
  })

  test('watch of a server that is not there fails at once', async () => {
    isAway = true
    const { code, stderr } = await shell.run(['batches', 'watch', 'any'])
    isAway = false
    expect([code, stderr]).toEqual([5, expect.stringContaining('kinora doctor')])
  })

  test('Ctrl-C stops nothing and says so', async () => {
    const stop = new AbortController()
    const { code, stderr } = await shell.run(['batches', 'add', write('left', 400), '--process'], {
      signal: stop.signal,
      onError: chunk => {
        if (chunk.includes('Bulk upload processing')) stop.abort(new DOMException('', 'AbortError'))
      },
    })
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(/The server continues on its own\n {2}Fix: .*batches watch /),
    ])
  })
})
