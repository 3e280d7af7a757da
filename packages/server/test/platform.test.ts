import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend, type KinoraError, limits } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { lockFolder } from '../src/adapters/folder-lock.ts'
import { listen } from '../src/adapters/listen.ts'
import { type Config, type Platform, startPlatform } from '../src/platform.ts'
import { createPostgres, databases } from './database.ts'
import { emptyFolder } from './seeded-platform.ts'

/** Where a first start has been, with one administrator; each test begins with a copy of it. */
let template: string
let folder: string
const running: Platform[] = []
beforeAll(async () => {
  template = await emptyFolder()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-platform-'))
  await cp(template, join(folder, 'data'), { recursive: true })
})
afterEach(async () => {
  for (const platform of running.splice(0)) await platform.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(config: Partial<Config> = {}): Promise<Platform> {
  const platform = await startPlatform({
    port: 0,
    dataDir: join(folder, 'data'),
    logLevel: 'silent',
    empty: true,
    ...config,
  })
  running.push(platform)
  return platform
}

const refused = (starting: Promise<unknown>) =>
  starting.then(
    () => undefined,
    (error: KinoraError) => error.detail,
  )

function client({ url }: Platform) {
  const tokens = { get: () => undefined, set: () => undefined, clear: () => undefined }
  return createApi(contract, createSend({ baseUrl: url, fetch, tokens, timeout: 0 }))
}

const admin = { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' }

describe('PKG-02 the platform in one process', () => {
  const metricsToken = 'a-token-of-metrics'
  /** One that no test closes, and its data folder. */
  let open: Platform
  let home: string
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'kinora-platform-'))
    await cp(template, home, { recursive: true })
    open = await startPlatform({ port: 0, dataDir: home, logLevel: 'silent', empty: true, metricsToken })
  })
  afterAll(async () => {
    await open?.close()
    await rm(home, { recursive: true, force: true })
  })

  test('keeps its data and its sessions over a restart', async () => {
    const first = await start()
    const { refreshToken } = await client(first).session.login(admin)
    await first.deps.db.execute(sql`UPDATE users SET display_name = 'Renamed'`)
    await first.close()
    const second = await start()
    const renewed = await client(second).session.refresh({ refreshToken })
    const response = await fetch(`${second.url}/api/v1/verify`, {
      headers: { authorization: `Bearer ${renewed.token}` },
    })
    expect(await response.json()).toMatchObject({ user: { displayName: 'Renamed' } })
    // API-12: as many tags as may be asked for fit into one address.
    const titleTags = Array.from({ length: limits.filter }, (_, index) => `${index}`.padStart(16, '0'))
    const found = await fetch(
      `${second.url}/api/v1/titles?${titleTags.map(tag => `titleTags=${tag}`).join('&')}`,
      {
        headers: { authorization: `Bearer ${renewed.token}` },
      },
    )
    expect(await found.json()).toMatchObject({ data: [], totalRecords: 0 })
  })

  test('answers while it starts: a page that loads itself anew to browsers, a numbered error to the rest, alive and not ready', async () => {
    const web = await listen({ host: '127.0.0.1', port: 0 })
    const ask = (path: string, accept = 'application/json') => fetch(web.url + path, { headers: { accept } })
    const page = await ask('/titles', 'text/html,*/*')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await page.text()).toMatch(/http-equiv="refresh"[\s\S]*<h1>Kinora is starting/)
    const call = await ask('/api/v1/titles')
    expect([call.status, await call.json()]).toMatchObject([
      503,
      { status: 503, message: 'Kinora is starting' },
    ])
    expect([(await ask('/healthz')).status, (await ask('/readyz')).status]).toEqual([200, 503])
    await web.close(0)
  })

  test('seeds nothing but one administrator when told to', async () => {
    const { deps, demo } = open
    expect(demo.accounts.map(account => account.email)).toEqual(['admin@demo.kinora.test'])
    const { rows } = (await deps.db.execute(sql`SELECT count(*)::int AS total FROM tenants`)) as unknown as {
      rows: object[]
    }
    expect(rows).toEqual([{ total: 0 }])
  })

  test('keeps a secret of its own that only its owner can read', async () => {
    const facts = await stat(join(home, 'secret'))
    expect(facts.mode & 0o777).toBe(0o600)
  })

  test('counts what it answers, for whoever has the token', async () => {
    const platform = open
    await client(platform).session.manifest({})
    const ask = (token: string) =>
      fetch(`${platform.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect([(await fetch(`${platform.url}/metrics`)).status, (await ask('another')).status]).toEqual([
      401, 401,
    ])
    const text = await (await ask(metricsToken)).text()
    expect(text).toContain(
      'kinora_request_seconds_count{method="GET",endpoint="session.manifest",status="200"} 1',
    )
    expect(text).toMatch(/kinora_jobs_waiting\{queue="[^"]+"\} \d+/)
  })

  test('believes a proxy of its own who calls, and nobody else; every answer has its headers', async () => {
    const ask = async ({ url }: Platform, path: string, address: string, init: RequestInit = {}) => {
      const told = { 'x-forwarded-for': `6.6.6.6, ${address}, 127.0.0.1`, 'x-forwarded-proto': 'https' }
      const headers = { ...told, 'content-type': 'application/json' }
      return fetch(url + path, { method: 'POST', ...init, headers })
    }
    const wrong = { body: JSON.stringify({ email: admin.email, password: 'wrong' }) }
    for (let tries = 0; tries < 10; tries++) await ask(open, '/identity/login', `10.9.0.${tries}`, wrong)
    const made = await ask(open, '/identity/login', '10.9.0.99', wrong)
    expect([made.status, made.headers.get('strict-transport-security')]).toEqual([429, null])

    const behind = await start({ trustedProxies: ['127.0.0.0/8', '::1'] })
    expect((await fetch(`${behind.url}/metrics`)).status).toBe(404)
    for (let tries = 0; tries < 10; tries++) await ask(behind, '/identity/login', '10.9.0.1', wrong)
    const statuses = [
      ask(behind, '/identity/login', '10.9.0.1', wrong),
      ask(behind, '/identity/login', '10.9.0.2', wrong),
    ]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([429, 401])
    for (const [path, method, status] of [
      ['/api/v1/nothing', 'GET', 404],
      ['/identity/login', 'DELETE', 405],
      ['/api/v1/verify', 'GET', 401],
    ] as const) {
      const answer = await ask(behind, path, '10.9.0.3', { method })
      const { headers } = answer
      expect([answer.status, headers.get('strict-transport-security')]).toEqual([status, 'max-age=31536000'])
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('refuses a data folder that another one has, and lets go of what it took', async () => {
    expect(await refused(start({ dataDir: home }))).toMatch(
      /^The data folder .* is in use by another Kinora \(process \d+\)\.$/,
    )
  })

  test('says which port is taken, and lets go of nothing it never took', async () => {
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    expect(await refused(start({ port }))).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or choose another port with PORT.`,
    )
    await new Promise(resolve => taken.close(resolve))
    await start({ port })
  })

  test('stays off the network while everybody knows the demo password', async () => {
    // PGlite makes a new database in three seconds, PostgreSQL copies one.
    const rows = databases.includes('postgres') ? { databaseUrl: await createPostgres('migrated') } : {}
    const fresh = { host: '0.0.0.0', dataDir: join(folder, 'fresh'), ...rows }
    expect(await refused(start(fresh))).toContain(
      'the demo accounts still have the password that everyone knows',
    )
    expect(await refused(start({ host: '0.0.0.0', demoPassword: 'Another-password-2' }))).toContain(
      'begin with a new data folder',
    )
  })
})

describe('OPS-06 servers apart', () => {
  test.each(['web', 'worker'] as const)('%s is refused without what servers share', async role => {
    const detail = await refused(start({ role, secret: 'a secret of thirty-two characters' }))
    expect(detail).toMatch(
      `KINORA_ROLE=${role} needs what web servers and workers share: set DATABASE_URL, KINORA_FILES, KINORA_SECRET_KEY, on each`,
    )
  })
})

if (databases.includes('postgres')) {
  describe('OPS-06 servers of one PostgreSQL', () => {
    test('have the same secrets, until somebody says that they were changed', async () => {
      const databaseUrl = await createPostgres('migrated')
      const first = await start({ databaseUrl, dataDir: join(folder, 'first') })
      const other = { databaseUrl, dataDir: join(folder, 'other') }
      expect(await refused(start(other))).toMatch('another KINORA_SECRET and KINORA_SECRET_KEY than')
      await first.close()
      const changed = await start({ ...other, secretChanged: true })
      await changed.close()
      await (await start(other)).close()
    })

    test('that start at once on an empty database fill it once, and count tries together', async () => {
      const databaseUrl = await createPostgres('migrated')
      const secrets = {
        secret: 'a secret of thirty-two characters',
        secretKey: 'the key of thirty-two characters',
      }
      const both = await Promise.all(
        ['one', 'two'].map(name => start({ databaseUrl, dataDir: join(folder, name), ...secrets })),
      )
      const { rows } = (await both[0]!.deps.db.execute(sql`SELECT email FROM users`)) as unknown as {
        rows: object[]
      }
      expect(rows).toHaveLength(1)
      for (let nth = 0; nth < 10; nth += 1) await both[nth % 2]!.deps.limits.account.take('somebody')
      expect(await both[0]!.deps.limits.account.take('somebody')).toBeGreaterThan(800)
      await both[1]!.deps.limits.account.reset('somebody')
      expect(await both[0]!.deps.limits.account.take('somebody')).toBeUndefined()
      const { remaining } = await both[0]!.deps.limits.key.take('key')
      expect((await both[1]!.deps.limits.key.take('key')).remaining).toBe(remaining - 1)
    })
  })

  describe('DATABASE_URL', () => {
    test('puts the rows into PostgreSQL and only the files into the data folder', async () => {
      const config = { databaseUrl: await createPostgres(), dataDir: join(folder, 'files') }
      const first = await start(config)
      const { refreshToken } = await client(first).session.login(admin)
      await first.close()
      expect((await readdir(config.dataDir)).sort()).toEqual([
        'blobs',
        'file-store',
        'kinora.lock',
        'secret',
        'secret.key',
      ])
      const second = await start(config)
      const renewed = await client(second).session.refresh({ refreshToken })
      expect(renewed.refreshToken).not.toBe(refreshToken)
      await second.close()
    })
  })
}

describe('the program', () => {
  const run = (environment: Record<string, string>, ...flags: string[]) => {
    const main = join(import.meta.dirname, '../src/main.ts')
    const child = spawn(process.execPath, ['--conditions=@kinora/source', main, ...flags], {
      env: { PATH: process.env.PATH, KINORA_DATA_DIR: join(folder, 'data'), PORT: '0', ...environment },
    })
    const printed = { out: '', err: '' }
    child.stdout.on('data', part => (printed.out += part))
    child.stderr.on('data', part => (printed.err += part))
    const ended = new Promise<number | null>(resolve => child.on('close', resolve))
    return { child, printed, ended }
  }

  test('stops at a bad value, naming it, with exit code 1', async () => {
    const { printed, ended } = run({ PORT: 'http' })
    expect(await ended).toBe(1)
    expect(printed.err).toBe('Kinora did not start.\nPORT must be a whole number from 0 to 65535.\n')
  })

  test('OPS-01 stops at a data folder in use, with exit code 1', async () => {
    const lock = await lockFolder(join(folder, 'data'))
    const { printed, ended } = run({})
    expect(await ended.finally(lock.release)).toBe(1)
    expect(printed.err).toMatch(
      /^Kinora did not start\.\nThe data folder .* is in use by another Kinora \(process \d+\)\.\n$/,
    )
  })

  test('says that it runs, how to sign in, and ends cleanly on a signal while a call is in hand', async () => {
    const { child, printed, ended } = run({}, '--empty')
    await until('the words of the start', () => printed.out.includes('npx kinora login'))
    const [first, ...rest] = printed.out.split('\n')
    expect(first).toMatch(/^Kinora is running at http:\/\/127\.0\.0\.1:\d+$/)
    expect(rest.join('\n')).toContain('admin@demo.kinora.test')
    const url = first!.split(' at ')[1]!
    const login = await beginLogin(url)
    await fetch(`${url}/healthz`)
    child.kill('SIGTERM')
    expect(await login.finish()).toBe(200)
    expect(await ended).toBe(0)
  })
})

/** A call of which the server has only half, until it is finished. */
async function beginLogin(url: string): Promise<{ finish(): Promise<number | undefined> }> {
  const body = JSON.stringify(admin)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const call = request(`${url}/identity/login`, { method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.on('response', response => resolve(response.statusCode)).on('error', reject)
  })
  await new Promise<void>(resolve => call.write(body.slice(0, 10), () => resolve()))
  return {
    finish() {
      call.end(body.slice(10))
      return status
    },
  }
}
