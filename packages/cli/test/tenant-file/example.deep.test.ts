import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPlatform } from '@kinora/server/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBinary, finished, type Started } from '../binary.ts'
import { mediaFolder } from '../media.ts'
import { runScript } from '../script.ts'
import { createShell } from '../shell.ts'
import { example, secrets } from './support.ts'

const home = mediaFolder()
const dataDir = join(home, 'data')
let platform: Awaited<ReturnType<typeof startPlatform>>
const { start, kinora } = createBinary(
  () => home,
  () => platform?.url ?? '',
)
let said = ''

beforeAll(async () => {
  Object.assign(process.env, secrets)
  for (const name of ['tenant', 'programme'])
    cpSync(join(example, '..', name), join(home, name), { recursive: true })
  const make = join(example, '../catalogue/make-media.mjs')
  await promisify(execFile)(process.execPath, [make, join(home, 'catalogue')])
})
afterAll(async () => {
  for (const name of Object.keys(secrets)) delete process.env[name]
  await platform?.close()
})

async function run(...args: string[]) {
  const ended = await kinora(...args)
  said += ended.stdout + ended.stderr
  return ended
}
const signIn = (email: string, password: string) =>
  finished(start(['login', '--email', email, '--password-stdin'], `${password}\n`))

/** kill -9 as soon as a step is done. */
async function killedAfter(step: string, started: Started) {
  started.child.stderr?.on(
    'data',
    () => started.output.stderr.includes(step) && started.child.kill('SIGKILL'),
  )
  return finished(started)
}

test('TENANT-33 from an empty platform to twelve published titles, by accounts create, tenants apply and titles bulk run alone; killed on the way', async () => {
  const account = ['accounts', 'create', 'help@example.com', '--role', 'support', '--password-stdin']
  expect((await finished(start([...account, '--data', dataDir], 'Support-1234\n'))).code).toBe(0)
  platform = await startPlatform({ port: 0, dataDir, empty: true, logLevel: 'silent' })
  expect((await signIn('help@example.com', 'Support-1234')).code).toBe(0)

  // As files of plans have it; what they say is searched for secrets with all the rest.
  const planned = await run('tenants', 'plan', 'tenant/acme.yaml', '--json')
  expect(JSON.parse(planned.stdout)).toMatchObject({ isNew: true })
  const apply = ['tenants', 'apply', 'tenant/acme.yaml', '--yes']
  const killed = await killedAfter('✔ categories Yoga', start(apply))
  said += killed.stdout + killed.stderr
  expect(killed.signal).toBe('SIGKILL')
  const resumed = await run(...apply)
  expect([resumed.code, resumed.stderr]).toEqual([
    0,
    expect.stringContaining('✔ acmeyoga is as the file says'),
  ])
  expect(resumed.stderr).not.toContain('✔ general')
  expect(await run('tenants', 'plan', 'tenant/acme.yaml', '--exit-code')).toMatchObject({
    code: 0,
    stdout: '',
  })

  const renewed = await run('tenants', 'plan', 'tenant/acme.yaml', '--renew-secrets', '--json')
  expect(renewed.stdout).toContain('jwPlayerSecret')
  expect((await run('tenants', 'export', 'acmeyoga', '-o', 'exported.yaml')).code).toBe(0)
  said += readFileSync(join(home, 'exported.yaml'), 'utf8')
  expect((await run('tenants', 'plan', 'exported.yaml', '--exit-code', '--json')).code).toBe(0)
  const published = await run('publishing', 'show')
  expect(published.stdout).toMatch(/Acme Flow\tacmeyoga\tAcme Yoga\n[\s\S]*Acme Strength\tacmeyoga/)
  expect((await run('audit', 'list', '--json', '--tenant', 'acmeyoga')).code).toBe(0)

  expect((await signIn('studio@acme.example', secrets.ACME_PASSWORD)).code).toBe(0)
  const titles = await run('titles', 'bulk', 'run', 'tenant/catalogue.csv', '--publish', '--json')
  const rows = JSON.parse(titles.stdout) as { state: string }[]
  expect(rows.map(row => row.state)).toEqual(Array.from({ length: 12 }, () => 'published'))
  expect((await run('terms', 'download', 'fr-FR')).stdout).toContain('Acme Yoga')

  for (const secret of Object.values(secrets)) expect(said).not.toContain(secret)
  const journal = join(home, 'config/journal')
  const kept = existsSync(journal) ? readdirSync(journal, { recursive: true, withFileTypes: true }) : []
  for (const entry of kept.filter(each => each.isFile()))
    for (const secret of Object.values(secrets))
      expect(readFileSync(join(entry.parentPath, entry.name), 'utf8')).not.toContain(secret)
})

test('EVENT-01, COLL-10, SUBS-01, DOC-04, USER-05, REPORT-09 examples/programme goes on from there: a week of the staff by one script', async () => {
  const shell = createShell(platform.url)
  const support = ['login', '--email', 'help@example.com', '--password-stdin']
  expect((await shell.run(support, { stdin: 'Support-1234\n' })).code).toBe(0)
  const ended = await runScript(shell, home, ['programme/programme.sh', join(home, 'week')])
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('500 of 501 rows done, 1 failed')])
  const week = (name: string) => readFileSync(join(home, 'week', name))
  expect(week('plan.pdf')).toEqual(readFileSync(join(example, '../programme/plan.pdf')))
  expect(String(week('march.tsv')).match(/\t07:30–08:00\tMorning flow\tscheduled\tActive/g)).toHaveLength(4)
  expect(String(week('members_report.csv')).trim().split('\n')).toHaveLength(502)
  const reports = ['TenantUpload', 'ContentUsage', 'BillableUser'].map(name => `${name}Report.xlsx`)
  for (const name of [...reports, 'OnDemandTrackingReport.xlsx'])
    expect(String(week(name).subarray(0, 2))).toBe('PK')
})
