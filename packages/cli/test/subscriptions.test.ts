import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
beforeAll(async () => {
  platform = await sharedPlatform()
  shell = await platform.signedIn('tenant')
})

const run = async (...args: string[]) => {
  const { stdout, stderr, code } = await shell.run(['subscriptions', ...args])
  return { stdout, stderr, code }
}
const rows = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
const picture = (name: string) => join(import.meta.dirname, '../../server/assets/demo', name)

test('SUBS-01 to SUBS-07, API-118 to API-121, C-114 a package from its making to its end', async () => {
  const collection = await shell.run([
    'collections',
    'create',
    '--name',
    'Mornings',
    '--description',
    'Short classes before work.',
  ])
  const [, tag] = collection.stdout.trim().split('\t') as [string, string]
  const sample = [
    ...['--title', 'Unlimited', '--description', 'Every class.', '--type', 'allinone'],
    ...['--collection', tag, '--price', 'price_1'],
  ]
  const bare = await run('create', ...sample)
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('Required Cover')])
  const small = await run('create', ...sample, '--cover', picture('channel-1-profile.jpg'))
  expect([small.code, small.stderr]).toEqual([2, expect.stringContaining('must be 1920 x 564')])
  const made = await run('create', ...sample, '--cover', picture('channel-1-space.jpg'))
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Created') })
  const [, id] = made.stdout.trim().split('\t') as [string, string]

  expect((await run('edit', id, '--title', 'Everything', '--active')).stdout).toMatch(
    /title\tEverything\n[\s\S]*state\tActive/,
  )
  expect(await rows('show', id)).toMatchObject({ subsPackageId: id, collectionTags: [tag], version: 2 })
  expect(await rows('list', '--status', 'Active')).toContainEqual(
    expect.objectContaining({ title: 'Everything' }),
  )
  const none = await run('edit', id, '--price', 'no id')
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('must be an id of Stripe’s')])

  const asked = await run('check', id)
  expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('no Stripe secret key')])
  expect(await rows('check', '--price', 'price_2')).toEqual({ outcome: 'noKey' })
  expect((await run('check')).code).toBe(2)
  expect((await run('check', 'unknown')).code).toBe(3)

  const kept = await shell.run(['collections', 'delete', tag, '--yes'])
  expect([kept.code, kept.stderr]).toEqual([
    7,
    expect.stringContaining('It is the last collection of: Everything'),
  ])

  const gone = await run('delete', id, 'unknown', 'other', '--yes')
  expect(gone.code).toBe(6)
  expect(gone.stdout.split('\n')).toEqual([
    `${id}\t✔ done\tItem deleted`,
    expect.stringMatching(/^unknown\t✖ failed\t\S/),
    expect.stringMatching(/^other\t✖ failed\t\S/),
    '',
  ])
  expect((await run('show', id)).code).toBe(3)
})
