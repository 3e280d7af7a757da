import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
let folder: string
beforeAll(async () => {
  platform = await startTestPlatform()
  shell = await platform.signedIn('admin')
  folder = await mkdtemp(join(tmpdir(), 'kinora-tenants-'))
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

const json = async (...args: string[]) =>
  JSON.parse((await shell.run([...args, '--json'])).stdout) as Record<string, unknown>
const general = [
  ...['--customer-number', 'K-7', '--time-zone', 'Europe/Berlin', '--language', 'en-GB,de-DE'],
  ...['--default-language', 'en-GB', '--product', 'Web,Mobile App'],
]

describe('TENANT-33 kinora tenants', () => {
  test('a whole tenant from the terminal: general, web and app settings; secrets from files', async () => {
    const created = await shell.run(['tenants', 'create', '--name', 'Acme Yoga', ...general])
    expect([created.code, created.stdout]).toEqual([0, 'tenantID\tacmeyoga\n'])
    const key = join(folder, 'stripe.key')
    await writeFile(key, 'sk_test_1234567890\n')
    const web = [
      ...[
        'tenants',
        'web',
        'acmeyoga',
        '--locked-content',
        'show_popup',
        '--project-id',
        'p',
        '--site-url',
        'acme.example',
      ],
      ...['--localytics-web-id', 'l', '--landing-page', 'acme.example/join', '--home-page-items', '3'],
      ...['--subscription-source', 'stripe', '--secret-key', `@${key}`, '--publishable-key', 'pk'],
    ]
    const incomplete = await shell.run(web)
    expect(incomplete.code).toBe(2)
    expect(incomplete.stderr).toMatch(/Required Webhook secret[\s\S]*Required Plan id/)
    const saved = await shell.run([...web, '--webhook-secret', 'whsec_0987654321', '--plan-id', 'plan_1'])
    expect([saved.code, saved.stderr]).toEqual([0, '✔ Settings saved\n'])
    expect(saved.stdout).toContain('ends in 7890')
    expect(saved.stdout).not.toContain('sk_test')
    expect(await json('tenants', 'web', 'acmeyoga')).toMatchObject({
      url: 'https://acme.example',
      version: 1,
    })
    const app = ['--localytics-ios-id', 'i', '--localytics-android-id', 'a', '--subscription-source', 'apple']
    expect((await shell.run(['tenants', 'app', 'acmeyoga', ...app])).code).toBe(0)
  })

  test('CHAN-18, CONST-24 a tenant’s products go by the kinds of channels that they open', async () => {
    const products = async (given: string) => {
      const edited = await shell.run(['tenants', 'edit', 'oasiswellness', '--product', given])
      expect([edited.code, edited.stderr]).toEqual([0, expect.stringContaining('✔')])
      return (await json('tenants', 'show', 'oasiswellness')).activatedProducts
    }
    expect(await products('web,app,virtual,api')).toEqual(['Web', 'Mobile App', 'Virtual', 'API'])
    expect(await products('Web,Mobile App')).toEqual(['Web', 'Mobile App'])
    const wrong = await shell.run(['tenants', 'edit', 'oasiswellness', '--product', 'tv'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('web, app, virtual, api')])
  })

  test('list, show, edit: the rule of the form is asked first', async () => {
    const { stdout } = await shell.run(['tenants', 'list', '--query', 'pulse'])
    expect(stdout).toBe(
      'pulsehouse\tPulse House\ttenant@demo.kinora.test\tVirtual, Web, Mobile App\t3\tSUB\tactive\n',
    )
    const refused = await shell.run(['tenants', 'edit', 'nordicmove', '--default-language', 'de-DE'])
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('must be one of the supported'),
    ])
    const edited = await shell.run([
      'tenants',
      'edit',
      'nordicmove',
      '--connect',
      'live',
      '--time-zone',
      'Asia/Tokyo',
    ])
    expect([edited.code, edited.stderr]).toEqual([0, '✔ Item saved\n'])
    expect(edited.stdout).toContain('time zone\tAsia/Tokyo (UTC+09:00)\n')
    expect((await shell.run(['tenants', 'show', 'nowhere'])).code).toBe(3)
  })

  test('28.3 check: what is missing until the site is live, with the command for each step', async () => {
    const told = await shell.run(['tenants', 'check', 'acmeyoga'])
    expect([told.code, told.stdout]).toEqual([
      0,
      expect.stringMatching(/Terms in every language\tmissing, 0 of \d/),
    ])
    expect(told.stderr).toContain('kinora publishing set CHANNEL --to acmeyoga')
    const steps = await json('tenants', 'check', 'acmeyoga')
    expect(steps).toContainEqual({ step: 'general', state: 'done', count: null, all: null, command: '' })
    expect((await shell.run(['tenants', 'check', 'nowhere'])).code).toBe(3)
  })

  test('TENANT-27, C-98 keys; delete says what stays and why, restore brings back', async () => {
    const before = await json('tenants', 'keys', 'acmeyoga')
    const after = JSON.parse(
      (await shell.run(['tenants', 'keys', 'acmeyoga', '--generate', '--yes', '--json'])).stdout,
    )
    expect(after.secretKey).toMatch(/^sk_/)
    expect(after).not.toEqual(before)
    const { accessKey, secretKey, lastUsedDate } = after
    const pair = JSON.stringify({ accessKey, secretKey })
    const used = JSON.parse((await shell.run(['api', 'tenants.token', '--input', pair])).stdout)
    expect([lastUsedDate, used.tenantID]).toEqual([null, 'acmeyoga'])
    expect((await json('tenants', 'keys', 'acmeyoga')).lastUsedDate).toMatch(/^\d{4}-/)
    const owned = await shell.run(['tenants', 'delete', 'pulsehouse', '--yes'])
    expect([owned.code, owned.stderr]).toEqual([
      7,
      expect.stringMatching(/still owns \d+ titles and 1 channel/),
    ])
    expect((await shell.run(['tenants', 'delete', 'acmeyoga', '--yes'])).code).toBe(0)
    expect((await shell.run(['tenants', 'restore'])).stdout).toContain('acmeyoga\tAcme Yoga\t')
    expect((await shell.run(['tenants', 'restore', 'acmeyoga'])).code).toBe(0)
    const tenant = await platform.signedIn('tenant')
    expect((await tenant.run(['tenants', 'keys', 'pulsehouse'])).code).toBe(4)
  })
})
