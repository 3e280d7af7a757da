import { TitleStatus } from '@kinora/core'
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
  const { stdout, stderr, code } = await shell.run(['collections', ...args])
  return { stdout, stderr, code }
}
const rows = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

test('COLL-01, COLL-10, COLL-11, API-122 to API-130 a collection from its making to its end', async () => {
  const found = (await rows('classes', 'find', '--sort', 'name', '--dir', 'asc', '--take', '3')) as {
    tag: string
    status: number
  }[]
  expect(found.map(({ status }) => status)).toEqual(Array(3).fill(TitleStatus.Published))
  const unknown = await run('classes', 'find', '--category', 'Strenght')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('did you mean "Strength"?')])
  const [a, b, c] = found.map(({ tag }) => tag) as [string, string, string]

  const texts = ['--name', 'Mornings', '--description', 'Short classes before work.']
  const short = await run('create', '--name', 'Ab', '--description', 'Short')
  expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('Name needs minimum 3 characters')])
  const empty = await run('create', ...texts, '--active')
  expect([empty.code, empty.stderr]).toEqual([
    2,
    expect.stringContaining('Minimum one classes need to be in a collection'),
  ])
  const made = await run('create', ...texts, '--class', a, '--class', b)
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Created') })
  const tag = made.stdout.trim().split('\t')[1]!
  const tags = async () => ((await rows('classes', 'list', tag)) as { tag: string }[]).map(row => row.tag)

  expect((await run('edit', tag, '--name', 'Early', '--active')).stdout).toMatch(
    /name\tEarly\n[\s\S]*state\tActive/,
  )
  expect((await run('classes', 'add', tag, c)).stderr).toContain('1 class added')
  expect((await run('classes', 'order', tag, c, a)).code).toBe(0)
  expect(await tags()).toEqual([c, b, a])
  expect((await run('classes', 'remove', tag, c)).stderr).toContain('1 class removed')
  const last = await run('classes', 'remove', tag, a, b)
  expect([last.code, last.stderr]).toEqual([2, expect.stringContaining('Minimum one classes')])

  expect((await run('feature', tag)).stderr).toContain(`${tag} is featured`)
  const kept = await run('edit', tag, '--no-active')
  expect([kept.code, kept.stderr]).toEqual([2, expect.stringContaining('A featured collection can’t be')])
  expect((await run('class-of-day', tag)).code).toBe(0)
  expect((await run('feature', tag, '--off')).code).toBe(0)
  expect(await rows('show', tag)).toMatchObject({
    ...{ isFeaturedCollection: false, isClassOfDayCollection: true, itemCount: 2 },
  })

  const all = ((await rows('list')) as { collectionTag: string }[]).map(row => row.collectionTag)
  expect((await run('order', tag, ...all.filter(each => each !== tag))).stderr).toContain(
    'Collection reordered',
  )
  expect(await rows('list')).toMatchObject([{ collectionTag: tag }, ...all.slice(1).map(() => ({}))])

  const gone = await run('delete', tag, 'unknown', '--yes')
  expect([gone.code, gone.stdout]).toEqual([6, expect.stringMatching(new RegExp(`${tag}\t✔ done`))])
  expect((await run('show', tag)).code).toBe(3)
  expect((await run('classes', 'list', tag)).code).toBe(3)
})
