import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../src/adapters/system.ts'
import { password, startTestPlatform, type TestPlatform } from './platform.ts'
import { createShell } from './shell.ts'

let server: TestPlatform
beforeAll(async () => {
  server = await startTestPlatform({ metricsToken: 'a-token-of-metrics' })
})
afterAll(() => server?.close())

const email = 'tenant@demo.kinora.test'

describe('C-99 kinora password', () => {
  test('from stdin; the shell goes on with its new session, others of the account end', async () => {
    const shell = await server.signedIn('provider')
    const other = await server.signedIn('provider')
    const change = (lines: string) => shell.run(['password', '--password-stdin'], { stdin: lines })
    const wrong = await change('Kinora-demo-2\nBetter-1x\n')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('isn’t your current password')])
    const weak = await change(`${password}\nshort\n`)
    expect([weak.code, weak.stderr]).toEqual([2, expect.stringContaining('8 characters')])
    const { code, stderr } = await change(`${password}\nBetter-1x\n`)
    expect([code, stderr]).toEqual([0, expect.stringContaining('✔ Changed the password of provider@demo')])
    expect(stderr).not.toContain('Better-1x')
    expect((await shell.run(['whoami'])).code).toBe(0)
    await expect.poll(async () => (await other.run(['whoami'])).code).toBe(4)
    expect((await change(`Better-1x\n${password}`)).code).toBe(0)
    expect((await shell.run(['whoami'])).stdout).toContain('provider@demo.kinora.test')
  })
  test('a terminal is asked for both; without one the missing flag is named', async () => {
    const shell = await server.signedIn('provider')
    const asked = await shell.run(['password'], { tty: true, answers: ['Kinora-demo-2', 'Better-1x'] })
    expect(asked.stderr).toContain('isn’t your current password')
    expect((await shell.run(['password'])).stderr).toContain('--password-stdin')
  })
})

describe('C-99, F-2 kinora audit', () => {
  test('tells an administrator of sign-ins and refusals, in lines and as CSV; others are refused', async () => {
    const [admin, tenant] = [await server.signedIn('admin'), await server.signedIn('tenant')]
    const refused = await tenant.run(['audit', 'list'])
    expect(refused.code).toBe(4)
    const { stdout } = await admin.run(['audit', 'list', '--kind', 'refusal', '--who', 'tenant@'])
    expect(stdout).toMatch(/^\S+\ttenant@demo\.kinora\.test\tRefused\tSession\taudit\.list\t/)
    const last = ['audit', 'list', '--kind', 'signIn', '--take', '1', '--json', 'by,client,tenantId']
    expect(JSON.parse((await admin.run(last)).stdout)).toEqual([
      { by: 'Pulse House', client: 'cli', tenantId: 'pulsehouse' },
    ])
    const csv = await admin.run(['audit', 'export', '--kind', 'refusal'])
    expect(csv.stdout).toContain(',refusal,Pulse House,tenant@demo.kinora.test,')
    const wrong = await admin.run(['audit', 'list', '--since', 'yesterday'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('must be a date')])
  })
})

describe('C-80 kinora accounts, on the server’s machine', () => {
  test('refuses, with the mend, while a server has the data folder', async () => {
    const { code, stderr } = await createShell().run(['accounts', 'list', '--data', server.dataDir])
    expect(code).toBe(7)
    expect(stderr).toMatch(
      /in use by another Kinora \(process \d+\)[\s\S]*Stop Kinora, run this command again/,
    )
  })
  test('VAL-01, VAL-02 the first administrator of an empty platform, and a lost password', async () => {
    const shell = createShell()
    const data = join(shell.folder, 'data')
    const run = (args: string[], stdin = '') =>
      shell.run(['accounts', ...args, '--data', data], { ...(stdin !== '' && { stdin }) })
    const none = await run(['list'])
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('kinora accounts create EMAIL')])
    const create = ['create', 'me@example.com', '--password-stdin']
    expect((await run(['create', 'me@example', '--password-stdin'], 'Lost-and-1')).stderr).toContain(
      'Email is not',
    )
    expect((await run(create, 'weak')).stderr).toContain('8 characters')
    const made = await run([...create, '--json', 'email,roleName,displayName'], 'Lost-and-1\n')
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining(`Database: ${data}`)])
    expect(JSON.parse(made.stdout)).toEqual({ email: 'me@example.com', roleName: 'admin', displayName: 'me' })
    const again = await run(create, 'Lost-and-1')
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringMatching(
        /has the email me@example.com already[\s\S]*kinora accounts password me@example.com/,
      ),
    ])
    const set = ['password', '--password-stdin']
    expect((await run([...set, 'ME@example.com'], 'Found-and-2')).stderr).toContain('new password for me@')
    expect((await run([...set, 'you@example.com'], 'Found-and-2')).code).toBe(3)
    expect((await run(['list'])).stdout).toBe('me@example.com\tme\tadmin\tyes\n')
  })
})

describe('CLI sign-in', () => {
  test('AUTH-01 with flags and stdin; says as whom, where, and where the token is kept', async () => {
    const shell = createShell()
    const { stdout, stderr, code } = await shell.run(
      ['login', '--url', server.url, '--email', email, '--password-stdin'],
      { stdin: `${password}\r\n` },
    )
    expect({ stdout, code }).toEqual({ stdout: '', code: 0 })
    expect(stderr).toContain(`✔ Signed in as ${email} (tenant) at ${server.url}`)
    expect(stderr).toContain(`Token in ${join(shell.folder, 'config', 'tokens.json')}`)
    const who = await shell.run(['whoami'])
    expect(who.stdout).toContain(`email\t${email}\n`)
    expect(who.stdout).toContain(`server\t${server.url}\n`)
  })
  test('PKG-07 the server and the tenant of the latest sign-in hold where none is named', async () => {
    const shell = createShell()
    const login = ['login', '--url', server.url, '--email', 'support@demo.kinora.test', '--password-stdin']
    const { stderr } = await shell.run([...login, '--tenant', 'pulsehouse'], { stdin: password })
    expect(stderr).toContain('Commands act for tenant pulsehouse unless --tenant names another.')
    expect((await shell.run(['whoami'])).stdout).toContain('tenant\tpulsehouse\n')
    const elsewhere = { env: { KINORA_URL: server.url } }
    expect((await shell.run(['whoami'], elsewhere)).stdout).not.toContain('tenant\tpulsehouse')
    await shell.run(login, { stdin: password })
    expect((await shell.run(['whoami'])).stdout).not.toContain('tenant\tpulsehouse')
  })
  test('PKG-07 a profile keeps its own server, tenant and sign-in; the default one stays what it is', async () => {
    const shell = createShell()
    const login = (name: string, ...flags: string[]) =>
      shell.run(['login', '--email', `${name}@demo.kinora.test`, '--password-stdin', ...flags], {
        stdin: password,
      })
    const emailOf = async (args: string[], env = {}) => {
      const { stdout } = await shell.run(['whoami', ...args, '--jq', '.email'], { env })
      return stdout.trim()
    }
    expect((await login('tenant', '--url', server.url)).code).toBe(0)
    expect(
      (await login('support', '--url', server.url, '--profile', 'help', '--tenant', 'pulsehouse')).code,
    ).toBe(0)
    expect(await emailOf([])).toBe(email)
    expect(await emailOf(['--profile', 'help'])).toBe('support@demo.kinora.test')
    expect(await emailOf([], { KINORA_PROFILE: 'help' })).toBe('support@demo.kinora.test')
    expect(await emailOf(['--profile', 'default'], { KINORA_PROFILE: 'help' })).toBe(email)
    // The profile that was named goes before a variable that a shell has set for everything.
    expect(await emailOf(['--profile', 'help'], { KINORA_URL: 'http://127.0.0.1:9' })).toBe(
      'support@demo.kinora.test',
    )
    const profiles = await shell.run(['profiles', '--json', 'name,current,email,tenant'], {
      env: { KINORA_PROFILE: 'help' },
    })
    expect(JSON.parse(profiles.stdout)).toEqual([
      { name: 'default', current: false, email, tenant: null },
      { name: 'help', current: true, email: 'support@demo.kinora.test', tenant: 'pulsehouse' },
    ])
    await shell.run(['logout', '--profile', 'help'])
    const ended = await shell.run(['titles', 'list', '--profile', 'help'])
    expect([ended.code, ended.stderr]).toEqual([
      4,
      expect.stringContaining('kinora login --profile help --url'),
    ])
    const unknown = await shell.run(['titles', 'list', '--profile', 'hepl'])
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringMatching(/no profile hepl\n.*default, help/),
    ])
    const lost = await shell.run(['whoami', '--profile', 'help', '--url', 'http://127.0.0.1:9'], {
      env: { KINORA_TOKEN: 'x' },
    })
    expect(lost.stderr).toContain('kinora doctor --profile help --url http://127.0.0.1:9\n')
    expect((await shell.run(['whoami', '--profile', '../x'])).code).toBe(2)
    expect((await shell.run(['logout', '--forget'])).code).toBe(2)
    expect((await shell.run(['logout', '--profile', 'help', '--forget'])).code).toBe(0)
    expect((await shell.run(['profiles', '--jq', '.[].name'])).stdout).toBe('default\n')
    expect(await emailOf([])).toBe(email)
    // One that is damaged hides no other, and a sign-in mends it.
    const broken = join(shell.folder, 'config', 'profiles', 'broken')
    mkdirSync(broken, { recursive: true })
    writeFileSync(join(broken, 'settings.json'), '{')
    expect(await shell.run(['profiles', '--jq', '.[].email'])).toMatchObject({
      ...{ code: 6, stdout: `${email}\nnull\n` },
      stderr: expect.stringContaining('! broken: The settings in '),
    })
    expect((await login('support', '--url', server.url, '--profile', 'broken')).code).toBe(0)
    expect(await emailOf(['--profile', 'broken'])).toBe('support@demo.kinora.test')
  })
  test('PKG-07 completion is told what the account may choose from, and nothing where nobody is signed in', async () => {
    const shell = createShell(server.url)
    const never = new Promise<void>(() => undefined)
    const values = (kind: string, late = never) =>
      shell.run(['completion', '--values', kind], { clock: { ...systemClock, sleep: () => late } })
    expect(await values('tags')).toEqual({ stdout: '', stderr: '', code: 0 })
    expect(await values('profiles')).toEqual({ stdout: 'default\n', stderr: '', code: 0 })
    await shell.run(['login', '--email', email, '--password-stdin'], { stdin: password })
    expect((await values('channels')).stdout).toContain('Pulse House Originals\n')
    expect((await values('tags')).stdout).toMatch(/^demo-\S+\t\S.*\n/m)
    expect(await values('tags', Promise.resolve())).toEqual({ stdout: '', stderr: '', code: 0 })
    expect((await values('nonsense')).code).toBe(2)
  })
  test('AUTH-01 by questions on a terminal', async () => {
    const shell = createShell(server.url)
    const { code } = await shell.run(['login'], { tty: true, answers: [email, password] })
    expect(code).toBe(0)
    expect((await shell.run(['whoami', '--json', 'email,role'])).stdout).toBe(
      `${JSON.stringify({ email, role: 2 }, undefined, 2)}\n`,
    )
  })
  test('AUTH-06 a wrong password: the text of the register, exit code 4, nothing kept', async () => {
    const shell = createShell(server.url)
    const { stderr, code } = await shell.run(['login', '--email', email, '--password-stdin'], {
      stdin: 'wrong',
    })
    expect(code).toBe(4)
    expect(stderr).toContain('Incorrect email address or password, please try again.')
    expect((await shell.run(['whoami'])).code).toBe(4)
  })
  test('AUTH-05 an address that is none is refused by its rule', async () => {
    const { stderr, code } = await createShell(server.url).run(
      ['login', '--email', 'nobody', '--password-stdin'],
      {
        stdin: password,
      },
    )
    expect(code).toBe(2)
    expect(stderr).toContain('Email is not valid')
  })
  test('AUTH-13 a token that has run out is refreshed, once for commands at the same time', async () => {
    const shell = await server.signedIn()
    const path = join(shell.folder, 'config', 'tokens.json')
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { token: string }>
    stored[server.url]!.token = 'run.out.token'
    writeFileSync(path, JSON.stringify(stored), { mode: 0o600 })
    const codes = await Promise.all([shell.run(['whoami']), shell.run(['whoami']), shell.run(['whoami'])])
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(readFileSync(path, 'utf8')).not.toContain('run.out.token')
    expect((await shell.run(['whoami'])).code).toBe(0)
  })
  test('AUTH-20 when the refresh fails too, the token is forgotten: exit code 4 and how to go on', async () => {
    const shell = await server.signedIn()
    const path = join(shell.folder, 'config', 'tokens.json')
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<
      string,
      { token: string; refreshToken: string }
    >
    Object.assign(stored[server.url]!, { token: 'run.out.token', refreshToken: 'gone' })
    writeFileSync(path, JSON.stringify(stored), { mode: 0o600 })
    const { stderr, code } = await shell.run(['whoami'])
    expect(code).toBe(4)
    expect(stderr).toContain('Token expired, please refresh')
    expect(stderr).toContain(`Sign in: kinora login --url ${server.url}\n`)
    expect((await shell.run(['doctor'])).stdout).toContain('not signed in')
  })
  test('KINORA_TOKEN goes before what is stored and is never refreshed', async () => {
    const shell = await server.signedIn()
    const { code, stderr } = await shell.run(['whoami'], { env: { KINORA_TOKEN: 'wrong' } })
    expect(code).toBe(4)
    expect(stderr).not.toContain('wrong')
    expect((await shell.run(['whoami'])).code).toBe(0)
  })
  test('logout ends the session on the server and forgets the token', async () => {
    const shell = await server.signedIn()
    const before = readFileSync(join(shell.folder, 'config', 'tokens.json'), 'utf8')
    const { stderr, code } = await shell.run(['logout'])
    expect(code).toBe(0)
    expect(stderr).toContain(`✔ Signed out ${email}`)
    const { refreshToken } = (JSON.parse(before) as Record<string, { refreshToken: string }>)[server.url]!
    const replay = await shell.run(['api', 'session.refresh', '--input', JSON.stringify({ refreshToken })])
    expect(replay.code).toBe(4)
    expect((await shell.run(['logout'])).stderr).toContain('Nobody is signed in')
  })
})

describe('CLI api', () => {
  test('every endpoint of the contract is listed and reachable by its name', async () => {
    const shell = await server.signedIn()
    const { stdout } = await shell.run(['api'])
    expect(stdout).toContain('titles.search\tPUT /api/v1/virtualclass/search\t')
    const { stdout: json } = await shell.run(['api', 'metadata.languages', '--json', 'data'])
    expect(JSON.parse(json).data).toHaveLength(28)
  })
  test('the input comes from a flag, a file or stdin', async () => {
    const shell = await server.signedIn('support')
    const input = '{"tenantId":"pulsehouse"}'
    writeFileSync(join(shell.folder, 'input.json'), input)
    for (const [given, stdin] of [[input], ['@input.json'], ['-', input]])
      expect((await shell.run(['api', 'tenants.config', '--input', given!], { stdin })).code).toBe(0)
    const wrong = await shell.run(['api', 'tenants.config', '--input', '{'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--input is not JSON')
  })
  test('what the input lacks is named before anything is sent', async () => {
    const shell = await server.signedIn()
    const { stderr, code } = await shell.run(['api', 'tenants.config'])
    expect(code).toBe(2)
    expect(stderr).toContain('Required Tenant id')
    const unknown = await shell.run(['api', 'titles.fly'])
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('Unknown endpoint titles.fly')
  })
  test('F-2 a refused role is exit code 4', async () => {
    const shell = await server.signedIn('tenant')
    const { stderr, code } = await shell.run(['api', 'providers.list'])
    expect(code).toBe(4)
    expect(stderr).toContain('You do not have permission to perform this action.')
  })
  test('a token of KINORA_TOKEN that is not accepted is said by its variable: signing in would not help', async () => {
    const { stderr, code } = await createShell(server.url).run(['titles', 'list'], {
      env: { KINORA_TOKEN: 'bad' },
    })
    expect(code).toBe(4)
    expect(stderr).toMatch(/Why: {2}.*KINORA_TOKEN.*\n {2}Fix: {2}.*KINORA_TOKEN .*or unset it/)
  })
  test('--json names fields that are not there as a usage error', async () => {
    const shell = await server.signedIn()
    const { stderr, code } = await shell.run(['whoami', '--json', 'emial'])
    expect(code).toBe(2)
    expect(stderr).toContain('Unknown field emial')
    expect(stderr).toContain('email')
  })
})

describe('CLI doctor', () => {
  test('all well: server with version, ffmpeg, disk, token', async () => {
    const shell = await server.signedIn()
    const { stdout, code } = await shell.run(['doctor'])
    expect(code).toBe(0)
    expect(stdout).toContain(`server\t✔ ok\tKinora 1.12.0, ${server.url}\t\n`)
    expect(stdout).toContain('disk of the server\t✔ ok\tthere is room\t\n')
    expect(stdout).toContain('ffmpeg\t✔ ok\tffmpeg version 5.1\t\n')
    expect(stdout).toContain(`token\t✔ ok\t${email}. Token in `)
  })
  test('an administrator is told of stored files that belong to nothing, and removes them', async () => {
    const { deps } = server.platform
    const { clock } = deps
    deps.clock = { now: () => new Date(Date.now() + 2 * 86_400_000) }
    await deps.blobs.put('uploads/nobody/1', new Uint8Array(2048))
    const shell = await server.signedIn('admin')
    const line = async (...flags: string[]) =>
      (await shell.run(['doctor', ...flags])).stdout.split('\n').find(each => each.startsWith('stored files'))
    expect(await line()).toMatch(
      /! look\t.* belong to nothing \(.*uploads 1.*\)\tkinora doctor --remove-orphans$/,
    )
    // A command to be copied is never cut by a column.
    const narrow = await shell.run(['doctor'], { tty: true })
    expect(narrow.stdout).toMatch(
      /see below[\s\S]*! stored files: .* \(.*uploads 1.*\)\n {2}Fix: kinora doctor --remove-orphans\n/,
    )
    expect(await deps.blobs.size('uploads/nobody/1')).toBe(2048)
    expect(await line('--remove-orphans')).toMatch(/✔ ok\tremoved .* \(.*uploads 1.*\)\t$/)
    expect(await deps.blobs.size('uploads/nobody/1')).toBeUndefined()
    expect(await line()).toBe('stored files\t✔ ok\tevery file belongs to something\t')
    deps.clock = clock
    const tenant = await server.signedIn()
    expect((await tenant.run(['doctor'])).stdout).not.toContain('stored files')
    expect((await tenant.run(['doctor', '--remove-orphans'])).code).toBe(4)
  })
  test('C-148 an administrator is told where support tickets are submitted, or that nobody is', async () => {
    const { settings } = server.platform.deps
    const shell = await server.signedIn('admin')
    const line = async () =>
      (await shell.run(['doctor'])).stdout.split('\n').find(each => each.startsWith('support tickets'))
    expect(await line()).toMatch(/! look\t.*not where\tStart the server with KINORA_SUPPORT_URL=/)
    settings.supportUrl = 'mailto:help@studio.example'
    onTestFinished(() => {
      settings.supportUrl = undefined
    })
    expect(await line()).toBe('support tickets\t✔ ok\tmailto:help@studio.example\t')
  })
  test('OPS-10 who has the token of the metrics is told how the queues are, and when one waits too long', async () => {
    const shell = createShell(server.url)
    const line = async (token?: string) =>
      (await shell.run(['doctor'], { ...(token && { env: { KINORA_METRICS_TOKEN: token } }) })).stdout
        .split('\n')
        .find(each => each.startsWith('queues'))
    expect(await line()).toBeUndefined()
    expect(await line('another-token-of-some')).toMatch(/! look\tthe server doesn’t show its metrics/)
    expect(await line('a-token-of-metrics')).toMatch(/✔ ok\t\d+ jobs wait, \d+ are worked on/)
    const { jobs, db } = server.platform.deps
    await jobs.enqueue('nobody.works', {}, { delaySeconds: 3600 })
    const ofQueue = "WHERE name = 'nobody.works'"
    await db.execute(
      `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1800 seconds', expire_seconds = 86400, heartbeat_on = now() + interval '1 hour' ${ofQueue}`,
    )
    expect(await line('a-token-of-metrics')).toMatch(
      /✔ ok\t\d+ jobs wait, \d+ are worked on, one of nobody.works for 3\d minutes/,
    )
    await db.execute(`UPDATE pgboss.job SET state = 'created' ${ofQueue}`)
    await db.execute(`UPDATE pgboss.job SET start_after = now() - interval '900 seconds' ${ofQueue}`)
    onTestFinished(async () => void (await db.execute(`DELETE FROM pgboss.job ${ofQueue}`)))
    expect(await line('a-token-of-metrics')).toMatch(
      /! look\t\d+ jobs wait, \d+ are worked on; one of nobody.works has waited for 15 minutes\tStart another worker/,
    )
  })
  test('a place that can’t be written is a problem, and named by the command that needs it', async () => {
    const shell = createShell(server.url)
    writeFileSync(join(shell.folder, 'state'), 'in the way')
    const login = ['login', '--email', email, '--password-stdin']
    expect((await shell.run(login, { stdin: `${password}\n` })).code).toBe(0)
    const { stdout } = await shell.run(['doctor'])
    expect(stdout).toMatch(/journal\t✖ problem\t.*state\/journal can’t be written/)
    writeFileSync(join(shell.folder, 'a.csv'), 'externalId,title\n')
    const { stderr, code } = await shell.run(['titles', 'bulk', 'run', 'a.csv'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/Can’t use .*state.* \(E\w+: .*\)\.\n {2}Fix: .*KINORA_CONFIG_DIR/),
    })
  })
  test('a config folder that can’t be made ends a sign-in with words', async () => {
    const shell = createShell(server.url)
    writeFileSync(join(shell.folder, 'config'), 'in the way')
    const login = ['login', '--email', email, '--password-stdin']
    expect(await shell.run(login, { stdin: `${password}\n` })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Can’t use .*config.* \(E\w+: .*\)\.\n {2}Fix: .*KINORA_CONFIG_DIR/),
    })
  })
  test('no server: exit code 5', async () => {
    const { stdout, code } = await createShell('http://127.0.0.1:9').run(['doctor'])
    expect(code).toBe(5)
    expect(stdout).toContain('server\t✖ problem\tno answer from http://127.0.0.1:9\t\n')
  })
})
