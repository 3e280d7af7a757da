import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
beforeAll(async () => {
  platform = await sharedPlatform()
  shell = await platform.signedIn('tenant')
})
const run = (...args: string[]) => shell.run(['members', ...args])
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

test('28.5 a member is found, corrected, turned off and on, and given a subscription by hand', async () => {
  const [{ userId }] = await json('list', '--query', 'demo-member-pulsehouse-005')
  expect(userId).toBe('demo-member-pulsehouse-005')
  const wrong = await run('update', userId, '--email', 'nobody')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Email is not valid')])
  const corrected = await run('update', userId, '--email', 'right@pulsehouse.example')
  expect(corrected.stdout).toMatch(/corrected by hand\temail/)

  expect((await run('disable', userId)).stdout).toMatch(/state\toff since /)
  const off = (await json('list', '--no-active')) as { userId: string }[]
  expect(off.map(member => member.userId)).toContain(userId)
  expect(await json('enable', userId)).toMatchObject({ isActive: true })
  expect((await run('disable', 'nobody')).code).toBe(3)

  const added = await json(
    'items',
    'add',
    userId,
    '--title',
    'Gift',
    '--from',
    '2026-11-01',
    '--price',
    '9.90',
  )
  const item = added.subscriptionItems.find((each: { source: string }) => each.source === 'manual')
  expect(item).toMatchObject({ title: 'Gift', price: '9.90', startDate: '2026-11-01' })
  const changed = await run('items', 'update', item.id, '--plan', 'year')
  expect([changed.code, changed.stdout]).toEqual([0, expect.stringContaining(item.id)])
  const ended = await json('items', 'end', item.id, '--on', '2030-12-31')
  expect(ended.subscriptionItems).toContainEqual(
    expect.objectContaining({ id: item.id, status: 'cancelled', endDate: '2030-12-31' }),
  )
  expect((await run('items', 'end', item.id)).code).toBe(7)
})

describe('C-146, LIVE-07 members are handed in with the keys of the site', () => {
  let staff: Shell
  let env: Record<string, string>
  beforeAll(async () => {
    staff = await platform.signedIn('admin')
    const made = await staff.run([
      ...['tenants', 'create', '--name', 'Sync House', '--customer-number', 'S-1'],
      ...[
        '--time-zone',
        'Europe/Berlin',
        '--language',
        'en-GB',
        '--default-language',
        'en-GB',
        '--product',
        'web',
      ],
    ])
    expect(made.code, made.stderr).toBe(0)
    const web = await staff.run([
      ...[
        'tenants',
        'web',
        'synchouse',
        '--locked-content',
        'do_nothing',
        '--project-id',
        'p',
        '--site-type',
        'sub',
      ],
      ...[
        '--site-url',
        'https://sync.example',
        '--localytics-web-id',
        'l',
        '--landing-page',
        'sync.example/join',
      ],
      ...['--home-page-items', '3', '--subscription-source', 'mms'],
    ])
    expect(web.code, web.stderr).toBe(0)
    const keys = await staff.run(['tenants', 'keys', 'synchouse', '--generate', '--yes', '--json'])
    const { accessKey, secretKey } = JSON.parse(keys.stdout)
    env = { KINORA_ACCESS_KEY: accessKey, KINORA_SITE_SECRET: secretKey }
  })
  const sync = (args: readonly string[], more = env) =>
    staff.run(['members', 'sync', ...args, '--json'], { env: more })
  const file = (name: string, text: string): string => {
    const path = join(staff.folder, name)
    writeFileSync(path, text)
    return path
  }
  const states = ({ stdout }: { stdout: string }) =>
    (JSON.parse(stdout) as { row: number; state: string }[]).map(({ row, state }) => [row, state])

  test('JSON lines: each has its result; the same again changes nothing, and --from goes on', async () => {
    const line = (nth: number, more = {}) =>
      JSON.stringify({
        externalUserId: `s-${nth}`,
        name: `Member ${nth}`,
        email: `s${nth}@sync.example`,
        ...more,
      })
    const many = Array.from({ length: 700 }, (_, nth) =>
      line(nth, { subscriptionTitle: 'Premium', price: '19.90' }),
    )
    const path = file('members.jsonl', [...many, '{', line(9, { email: 'nobody' }), ''].join('\n'))
    const first = await sync([path])
    expect(first.code, first.stderr).toBe(6)
    expect(states(first).slice(0, 2)).toEqual([
      [1, 'added'],
      [2, 'added'],
    ])
    expect(states(first).slice(-2)).toEqual([
      [701, 'refused'],
      [702, 'refused'],
    ])
    const again = await sync([path, '--from', '699'])
    expect(states(again)).toEqual([
      [699, 'unchanged'],
      [700, 'unchanged'],
      [701, 'refused'],
      [702, 'refused'],
    ])
  })

  test('a CSV of the template; without keys or with wrong ones nothing is sent', async () => {
    const { stdout } = await staff.run(['members', 'template'])
    const [header] = stdout.split('\n')
    const path = file(
      'members.csv',
      `${header}\ns-1,Member 1,s1@sync.example,Premium,,,cancelled,2026-01-01,2026-06-30\n`,
    )
    expect(states(await sync([path]))).toEqual([[2, 'updated']])
    const none = await sync([path], {})
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('kinora tenants keys')])
    const wrong = await sync([path], { ...env, KINORA_SITE_SECRET: 'wrong' })
    expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining('belong together')])
  })

  test('a run that breaks off says with which row to go on', async () => {
    const path = file('more.jsonl', '{"externalUserId":"s-1","name":"Member 1","email":"s1@sync.example"}\n')
    const { code, stderr } = await sync([path, '--source', 'pseudosso'])
    expect([code, stderr]).toEqual([7, expect.stringMatching(/kinora members sync \S+more\.jsonl --from 1/)])
  })

  test('the webhook of Stripe says where and whether events come', async () => {
    const { stdout, code } = await staff.run(['tenants', 'webhook', 'synchouse', '--json'])
    expect(code).toBe(0)
    const address = `${platform.url}/api/v1/webhooks/stripe/synchouse`
    expect(JSON.parse(stdout)).toEqual({ address, isReady: false, lastEventDate: null, waiting: 0 })
  })
})

test('LIVE-08 says why a member may watch a title, or may not', async () => {
  const { stdout } = await shell.run(['titles', 'list', '--json', 'tag'])
  const [{ tag }] = JSON.parse(stdout) as [{ tag: string }]
  const asked = ['access', 'explain', '--member', 'demo-member-pulsehouse-003', '--title', tag]
  const { code, stdout: table, stderr } = await shell.run(asked)
  expect([code, table]).toEqual([0, expect.stringMatching(/Member\tyes\tThe member is on\./)])
  expect(stderr).toMatch(/the site (plays|doesn’t play) it/)
  expect(JSON.parse((await shell.run([...asked, '--json'])).stdout)).toMatchObject({
    reasons: expect.arrayContaining([{ rule: 'site', isMet: true, finding: 'siteOpen', names: [] }]),
  })
  expect((await shell.run(['access', 'explain', '--member', 'nobody', '--title', tag])).code).toBe(3)
})
