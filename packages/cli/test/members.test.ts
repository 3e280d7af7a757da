import { beforeAll, expect, test } from 'vitest'
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
  const ended = await json('items', 'end', item.id, '--on', '2026-12-31')
  expect(ended.subscriptionItems).toContainEqual(
    expect.objectContaining({ id: item.id, status: 'cancelled', endDate: '2026-12-31' }),
  )
  expect((await run('items', 'end', item.id)).code).toBe(7)
})
