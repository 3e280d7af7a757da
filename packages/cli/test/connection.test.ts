import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { memberColumns } from '@kinora/core/bulk'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../src/adapters/system.ts'
import { daysAhead } from './days-ahead.ts'
import { clip, mediaFolder } from './media.ts'
import { password, sharedPlatform, type TestPlatform } from './platform.ts'
import { createShell } from './shell.ts'

let server: TestPlatform
beforeAll(async () => {
  server = await sharedPlatform()
})

const [ahead] = daysAhead(2)
const open = new Set<() => void>()
afterEach(() => {
  for (const close of open) close()
  open.clear()
})

async function serve(listener: RequestListener): Promise<string> {
  const other = createServer(listener)
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  open.add(() => {
    other.closeAllConnections()
    other.close()
  })
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`
}

const pass: RequestListener = (asked, answer) => {
  const { method, url, headers } = asked
  const on = request(`${server.url}${url}`, { method, headers }, given => {
    answer.writeHead(given.statusCode ?? 500, given.headers)
    given.pipe(answer)
  })
  asked.pipe(on)
}

/** Hands everything on; the server's first answer to each call is lost on its way back. */
const losing = (): RequestListener => {
  const lost = new Set<string>()
  return (asked, answer) => {
    const { method, url, headers } = asked
    const key = `${method} ${url}`
    const on = request(`${server.url}${url}`, { method, headers }, given => {
      if (lost.has(key) || url?.startsWith('/identity')) {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.pipe(answer)
        return
      }
      lost.add(key)
      given.resume()
      asked.socket.destroy()
    })
    on.on('error', () => asked.socket.destroy())
    asked.pipe(on)
  }
}

describe('CLI connection: what is wrong with the way to the server is said as it is', () => {
  const said = async (url: string, args = ['titles', 'list']) => {
    const { code, stderr } = await createShell(url).run(args, { env: { KINORA_TOKEN: 'x' } })
    return { code, stderr }
  }
  test('a name that no host has', async () => {
    const { code, stderr } = await said('http://no-such-host.invalid')
    expect(code).toBe(5)
    expect(stderr).toContain('No host is named no-such-host.invalid.')
  })
  test.each([
    [['titles', 'list']],
    // Though it waits for a server that goes meanwhile.
    [['titles', 'watch', 'T']],
  ])('a refused connection: %j', async args => {
    const { code, stderr } = await said('http://127.0.0.1:9', args)
    expect(code).toBe(5)
    expect(stderr).toContain('Nothing answers at 127.0.0.1:9: the connection was refused.')
  })
  test.each([200, 404, 501])('another server that answers %d', async status => {
    const url = await serve((_, answer) => answer.writeHead(status).end('<html>Welcome</html>'))
    const { code, stderr } = await said(url)
    expect(code).toBe(5)
    expect(stderr).toContain(`${url} answers, but not as a Kinora server`)
  })
  test.each([502, 503])('a server that is starting, or a proxy without one: %d', async status => {
    const url = await serve((_, answer) => answer.writeHead(status).end('<html>Bad gateway</html>'))
    const { code, stderr } = await said(url)
    expect(code).toBe(5)
    expect(stderr).toContain(`Can’t reach ${url}\n  Why:  It answers ${status}: `)
  })
  test('a path that Kinora has nothing at', async () => {
    const { code, stderr } = await said(`${server.url}/sub`)
    expect(code).toBe(5)
    expect(stderr).toContain('Check the host, port and path of the address')
  })
  test('nobody is signed in: no token has expired', async () => {
    const { code, stderr } = await createShell(server.url).run(['titles', 'list'])
    expect(code).toBe(4)
    expect(stderr).toContain(`✖ Error: Not signed in at ${server.url}\n`)
    expect(stderr).not.toContain('expired')
  })
})

describe('CLI connection: a server that refuses for load is asked again from the first call on', () => {
  const clock = { ...systemClock, sleep: async () => undefined }
  const refusing = (status: number, retryAfter: string, requestId?: string, times = 3) => {
    let refused = 0
    const listener: RequestListener = (asked, answer) => {
      if (refused < times) {
        refused++
        asked.resume()
        answer.writeHead(status, { 'retry-after': retryAfter, 'content-type': 'application/json' })
        answer.end(JSON.stringify({ status, message: 'Kinora is starting', requestId }))
        return
      }
      pass(asked, answer)
    }
    return { listener, refused: () => refused }
  }
  test.each([
    ['one that starts', 503, '1', 'r'],
    ['too many calls', 429, '2', undefined],
  ])('%s: signing in, which is a change, waits for it', async (_, status, after, requestId) => {
    const { listener, refused } = refusing(status, after, requestId)
    const shell = createShell(await serve(listener))
    const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
    const log = join(shell.folder, 'log.jsonl')
    const { code, stderr } = await shell.run([...login, '--debug', '--log-file', log], {
      stdin: `${password}\n`,
      clock,
    })
    expect([code, refused()]).toEqual([0, 3])
    expect(stderr.match(/^· retry in \d+ ms after \d+ \w+$/gm)).toHaveLength(3)
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    const entries = lines.map(line => JSON.parse(line) as { kind: string; path?: string; status?: number })
    expect(entries.map(({ kind }) => kind).slice(0, 3)).toEqual(['command', 'request', 'retry'])
    expect(entries).toContainEqual(expect.objectContaining({ path: '/identity/login', status: 200 }))
    const secrets = readFileSync(join(shell.folder, 'config/tokens.json'), 'utf8')
    const { token } = Object.values(JSON.parse(secrets) as Record<string, { token: string }>)[0]!
    for (const secret of [password, token]) expect(`${lines.join()}${stderr}`).not.toContain(secret)
  })
  test('one that asks for minutes is said at once', async () => {
    const { listener, refused } = refusing(429, '900', 'r')
    const { code } = await createShell(await serve(listener)).run(['whoami'], {
      env: { KINORA_TOKEN: 'x' },
      clock,
    })
    expect([code, refused()]).toEqual([4, 1])
  })
  test('by one policy, also where a command repeats its calls', async () => {
    const { listener, refused } = refusing(503, '1', 'r', Number.POSITIVE_INFINITY)
    const file = await clip(join(mediaFolder(), 'refused.mp4'))
    const { code } = await createShell(await serve(listener)).run(
      ['titles', 'upload', file, '--title', 'R'],
      {
        env: { KINORA_TOKEN: 'x' },
        clock,
      },
    )
    expect([code, refused()]).toEqual([1, 7])
  })
  test('a log that can be written no longer fails no call', async () => {
    const shell = createShell(server.url)
    const log = join(shell.folder, 'log.jsonl')
    const url = await serve((asked, answer) => {
      rmSync(log, { force: true, recursive: true })
      mkdirSync(log)
      pass(asked, answer)
    })
    const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
    const { code, stderr } = await shell.run([...login, '--url', url, '--log-file', log], {
      stdin: `${password}\n`,
    })
    expect([code, stderr.split('Can’t use')]).toEqual([0, [expect.any(String), expect.stringContaining(log)]])
  })
  test('a log that cannot be written is said before anything is asked', async () => {
    const { code, stderr } = await createShell(server.url).run(['whoami', '--log-file', '/proc/x/log'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Can’t use /proc/x/log')])
  })
})

describe('UPLOAD-04 CLI connection: answers that are lost', () => {
  test('on the opening calls of an upload are asked for again, and one title is made', async () => {
    const url = await serve(losing())
    const shell = createShell(url)
    const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
    await shell.run(login, { stdin: `${password}\n` })
    const file = await clip(join(mediaFolder(), 'lost.mp4'))
    const { code, stderr } = await shell.run([
      'titles',
      'upload',
      file,
      '--title',
      'Lost answers',
      '--no-wait',
      ...['--url', url],
    ])
    const next = new RegExp(`kinora titles watch \\w+ --url ${url}\n`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(next) })
    const direct = await server.signedIn('tenant')
    const { stdout } = await direct.run(['titles', 'list', '--query', 'Lost answers', '--json', 'tag'])
    expect(JSON.parse(stdout)).toHaveLength(1)
  })
})

describe('EVENT-05 COLL-04 CLI connection: the answer to a change is lost', () => {
  const signedIn = async () => {
    const shell = createShell(await serve(losing()))
    await shell.run(['login', '--email', 'tenant@demo.kinora.test', '--password-stdin'], {
      stdin: `${password}\n`,
    })
    return shell
  }

  test('KEY-08 what makes something is asked for again under its key, and makes one', async () => {
    const shell = await signedIn()
    const what = ['--title', 'Once', '--type', 'scheduled', '--weekly', `${ahead} 12:15`]
    await shell.run(['schedule', 'list'])
    const { code, stderr } = await shell.run(['schedule', 'create', ...what])
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('may have been done') })
    const direct = await server.signedIn('tenant')
    expect((await direct.run(['schedule', 'list', '--query', 'Once'])).stdout.split('Once')).toHaveLength(2)
  })

  test('another one may have been done: the words say so and name the command that shows what is there', async () => {
    const direct = await server.signedIn('tenant')
    const made = await direct.run(['titles', 'create', '--title', 'Lost once', '--json', 'tag'])
    const { tag } = JSON.parse(made.stdout) as { tag: string }
    const shell = await signedIn()
    const { code, stderr } = await shell.run(['titles', 'edit', tag, '--title', 'Changed once'])
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringMatching(
        /lost before it answered\n {2}Why: .*may have been done.*\n {2}Fix: .*: kinora titles list\n/,
      ),
    })
    const list = await direct.run(['titles', 'list', '--query', 'Changed once'])
    expect(list.stdout.split('Changed once')).toHaveLength(2)
    const asked = await shell.run(['collections', 'list'])
    expect([asked.code, asked.stderr]).toEqual([5, expect.stringContaining('Can’t reach')])
  })
})

describe('C-137 CLI connection: a server that is busy', () => {
  test('is asked again when it says, for reads and for changes, and each change is made once', async () => {
    const busy = new Map<string, number>()
    const url = await serve((asked, answer) => {
      const { method, url: way, headers } = asked
      const key = `${method} ${way}`
      busy.set(key, (busy.get(key) ?? 0) + 1)
      if (busy.get(key) === 1) {
        asked.resume()
        const body = { status: 503, code: 'server', message: 'Busy.', issues: [], requestId: 'one' }
        answer.writeHead(503, { 'retry-after': '2', 'content-type': 'application/json' })
        answer.end(JSON.stringify(body))
        return
      }
      const on = request(`${server.url}${way}`, { method, headers }, given => {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.pipe(answer)
      })
      asked.pipe(on)
    })
    const waits: number[] = []
    const clock = { ...systemClock, sleep: async (milliseconds: number) => void waits.push(milliseconds) }
    const shell = createShell(url)
    const login = ['login', '--email', 'tenant@demo.kinora.test', '--password-stdin']
    expect((await shell.run(login, { stdin: `${password}\n`, clock })).code).toBe(0)
    const make = [
      'schedule',
      'create',
      '--title',
      'Busy',
      '--type',
      'scheduled',
      '--weekly',
      `${ahead} 12:15`,
    ]
    expect((await shell.run(make, { clock })).code).toBe(0)
    const { stdout } = await shell.run(['schedule', 'list', '--query', 'Busy'], { clock })
    expect(stdout.split('Busy')).toHaveLength(2)
    expect(busy.get('POST /identity/login')).toBe(2)
    expect(busy.get('POST /api/v1/events')).toBe(2)
    expect(waits.filter(each => each >= 2000 && each <= 3000).length).toBeGreaterThanOrEqual(3)
  })
})

describe('USER-05 CLI connection: a file that changes while it is sent', () => {
  test('it is said as that, not as a server that is away', async () => {
    const shell = createShell(server.url)
    const path = join(shell.folder, 'crew.csv')
    writeFileSync(path, `${memberColumns.join(',')}\nm-1,Ada,ada@site.example,,,,,,\n`)
    const url = await serve((asked, answer) => {
      appendFileSync(path, 'm-2,Bo,bo@site.example,,,,,,\n')
      const { method, url: way, headers } = asked
      const on = request(`${server.url}${way}`, { method, headers }, given => {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.pipe(answer)
      })
      on.on('error', () => asked.socket.destroy())
      asked.pipe(on)
    })
    const away = ['--url', url]
    await shell.run(['login', '--email', 'tenant@demo.kinora.test', '--password-stdin', ...away], {
      stdin: `${password}\n`,
    })
    const { code, stderr } = await shell.run(['members', 'import', path, ...away])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('A file was changed or removed while it was read'),
    ])
  })
})

describe('ROLE-06 CLI connection: --tenant', () => {
  test('a tenant that nobody knows is refused with those that there are', async () => {
    for (const account of ['support', 'tenant'] as const) {
      const shell = await server.signedIn(account)
      const { code, stdout, stderr } = await shell.run(['titles', 'list', '--tenant', 'nope'])
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
      expect(stderr).toContain('This account can’t act for tenant nope')
      expect(stderr).toContain('pulsehouse')
    }
    const support = await server.signedIn('support')
    const { stdout } = await support.run(['titles', 'retry', 't-1', 't-2', '--tenant', 'nope'])
    expect(stdout.match(/can’t act for tenant nope/g)).toHaveLength(2)
    const provider = await server.signedIn('provider')
    expect((await provider.run(['titles', 'list', '--tenant', 'pulsehouse'])).code).toBe(2)
  })
  test('customer support without one is told the flag', async () => {
    const { code, stderr } = await (await server.signedIn('support')).run(['titles', 'list'])
    expect(code).toBe(2)
    expect(stderr).toContain('Missing flag: --tenant')
  })
})

test('CLI titles jobs watch --json-lines: a line for each title as soon as its result is there', async () => {
  const told: string[] = []
  const item = (tag: string, outcome: string) => ({ tag, className: tag, outcome, problem: [] })
  const answers = {
    job: [1, 0].map(waiting => ({
      ...{ jobId: 'J', act: 'publish', undoes: null, status: waiting > 0 ? 'Running' : 'Done', problem: [] },
      counts: { total: 2, waiting, done: 2 - waiting, same: 0, refused: 0, changed: 0, undone: 0 },
      ...{ edit: null, isUndoable: false, by: 'Ada', isMine: true, createdDate: '', endedDate: null },
    })),
    results: [
      [item('A', 'done'), item('B', 'waiting')],
      [item('A', 'done'), item('B', 'done')],
    ].map(data => ({
      ...{ pageNumber: 1, pageSize: 500, totalPages: 1, totalRecords: 2, data },
    })),
  }
  const url = await serve((asked, answer) => {
    const what = asked.url?.includes('/results') ? 'results' : 'job'
    told.push(what)
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[what].shift()))
  })
  const watch = ['titles', 'jobs', 'watch', 'J', '--json-lines', '--json', 'tag,outcome']
  const clock = { ...systemClock, sleep: async () => undefined }
  const { code, stdout, stderr } = await createShell(url).run(watch, { env: { KINORA_TOKEN: 'x' }, clock })
  expect({ code, stdout, stderr, told }).toEqual({
    code: 0,
    stdout: '{"tag":"A","outcome":"done"}\n{"tag":"B","outcome":"done"}\n',
    stderr: expect.stringContaining('2 published'),
    told: ['job', 'results', 'job', 'results'],
  })
})
