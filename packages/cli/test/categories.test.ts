import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPng } from '../../server/test/plain-png.ts'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
let folder: string
beforeAll(async () => {
  platform = await sharedPlatform()
  shell = await platform.signedIn('tenant')
  folder = await mkdtemp(join(tmpdir(), 'kinora-categories-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The new id, as a script reads it. */
async function create(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await shell.run(args)
  expect([code, stderr]).toEqual([0, expect.stringContaining('Created')])
  return stdout.trim().split('\t')[1]!
}
const show = async (id: string) =>
  JSON.parse((await shell.run(['categories', 'show', id, '--json'])).stdout) as Record<string, unknown>

describe('CAT-01 to CAT-05 kinora categories', () => {
  test('CAT-02, CAT-03 list: columns on a terminal, lines for scripts', async () => {
    const table = await shell.run(['categories', 'list'], { tty: true })
    expect(table.stdout).toMatch(/^ID +TITLE +PROMOTION +SUB CATEGORIES +OWNER\n/)
    expect(table.stdout).toMatch(/\nstrength +Strength +Promoted +3 +Platform\n/)
    const { stdout } = await shell.run(['categories', 'list'])
    expect(stdout).toContain('pulse-signature\tPulse Signature\tNon promoted\t1\tpulsehouse\n')
  })

  test('I18N-06, CAT-09 create and edit: a text for all, one for a language; the rule is asked first', async () => {
    const id = await create(
      ...['categories', 'create', '--name', ' Rowing ', '--name', 'de-de=Rudern'],
      ...['--description', 'On the water', '--promoted'],
    )
    expect(await show(id)).toMatchObject({
      ...{ tenantId: 'pulsehouse', isPromoted: true, version: 1 },
      name: { invariantText: 'Rowing', localTexts: [{ ietfTag: 'de-DE', text: 'Rudern' }] },
      description: { invariantText: 'On the water', localTexts: [] },
    })
    const args = ['categories', 'edit', id, '--name', 'de-DE=', '--name', 'fr-FR=Aviron', '--no-promoted']
    const edited = await shell.run(args)
    expect([edited.code, edited.stderr]).toEqual([0, '✔ Item saved\n'])
    expect(edited.stdout).toContain('name\tRowing\nname fr-FR\tAviron\n')
    expect(edited.stdout).toContain('promotion\tNon promoted\n')
    const nameless = await shell.run(['categories', 'create', '--name', 'de-DE=Rudern'])
    expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining('Required Name')])
    const foreign = await shell.run(['categories', 'edit', id, '--name', 'sv-SE=Rodd'])
    expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining('sv-SE is not a language')])
    const outdated = await shell.run(['categories', 'edit', id, '--promoted', '--if-version', '1'])
    expect([outdated.code, outdated.stderr]).toEqual([
      7,
      expect.stringContaining('name.fr-FR: empty → "Aviron"'),
    ])
  })

  test('CAT-04 pictures are measured before they are sent, and taken away by an empty value', async () => {
    const id = await create('categories', 'create', '--name', 'Pictures')
    const write = async (name: string, width: number, height: number) => {
      await writeFile(join(folder, name), plainPng(width, height))
      return join(folder, name)
    }
    const [image, banner] = [await write('image.png', 500, 500), await write('banner.png', 1920, 564)]
    expect((await shell.run(['categories', 'edit', id, '--image', image, '--banner', banner])).code).toBe(0)
    const links = {
      imageLink: expect.stringMatching(/^\/media\/images\//),
      bannerImageLink: expect.any(String),
    }
    expect(await show(id)).toMatchObject(links)
    const wrong = await shell.run(['categories', 'edit', id, '--banner', image])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('1920 x 564')])
    await shell.run(['categories', 'edit', id, '--image', ''])
    expect(await show(id)).toMatchObject({ ...links, imageLink: null })
  })

  test('CAT-06 reorder: those named change places, and say so', async () => {
    const [a, b] = [
      await create('categories', 'create', '--name', 'A'),
      await create('categories', 'create', '--name', 'B'),
    ]
    const { code, stderr } = await shell.run(['categories', 'reorder', b, a])
    expect([code, stderr]).toEqual([0, '✔ Display order updated\n'])
    const { stdout } = await shell.run(['categories', 'list', '--json', 'categoryId'])
    const ids = (JSON.parse(stdout) as { categoryId: string }[]).map(row => row.categoryId)
    expect(ids.slice(-2)).toEqual([b, a])
    expect((await shell.run(['categories', 'reorder', 'yoga', 'strength'])).code).toBe(4)
    const missing = await shell.run(['categories', 'reorder', a, 'nothing'])
    expect([missing.code, missing.stderr]).toEqual([
      3,
      expect.stringMatching(/Record not found: nothing[\s\S]*kinora categories list/),
    ])
  })

  test('C-84 administrators have the platform’s, providers only read', async () => {
    const admin = await platform.signedIn('admin')
    const { stdout, code } = await admin.run(['categories', 'create', '--name', 'Recovery'])
    const id = stdout.trim().split('\t')[1]!
    expect(code).toBe(0)
    expect(await show(id)).toMatchObject({ tenantId: null })
    const provider = await platform.signedIn('provider')
    expect((await provider.run(['categories', 'list'])).stdout).toContain('\nyoga\t')
    expect((await provider.run(['categories', 'create', '--name', 'Mine'])).code).toBe(4)
  })
})

describe('CAT-08 kinora subcategories', () => {
  test('create, list, edit; exit code 3 for what is not there', async () => {
    const category = await create('categories', 'create', '--name', 'Boxing')
    const id = await create('subcategories', 'create', category, '--name', 'Bag', '--name', 'de-DE=Sack')
    const promoted = await create('subcategories', 'create', category, '--name', 'Ring', '--promoted')
    const edited = await shell.run([
      'subcategories',
      'edit',
      category,
      id,
      '--name',
      'de-DE=Sandsack',
      '--promoted',
    ])
    expect([edited.code, edited.stderr]).toEqual([0, '✔ Item saved\n'])
    expect(edited.stdout).toBe(`id\t${id}\nname\tBag\nname de-DE\tSandsack\npromotion\tPromoted\n`)
    await shell.run(['subcategories', 'edit', category, promoted, '--no-promoted'])
    const { stdout } = await shell.run(['subcategories', 'list', category])
    expect(stdout).toBe(`${id}\tBag\tPromoted\n${promoted}\tRing\tNon promoted\n`)
    const missing = await shell.run(['subcategories', 'edit', category, 'nothing', '--promoted'])
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('kinora subcategories list')])
    expect((await shell.run(['subcategories', 'list', 'nothing'])).code).toBe(3)
    expect((await shell.run(['subcategories', 'edit', category, id])).code).toBe(2)
  })
})
