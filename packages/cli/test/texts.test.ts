import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

describe('I18N-03 kinora texts', () => {
  let platform: TestPlatform
  let admin: Shell
  const texts = (...args: string[]) => admin.run(['texts', ...args])
  beforeAll(async () => {
    platform = await sharedPlatform()
    admin = await platform.signedIn('admin')
  })

  test('set, list and remove', async () => {
    expect((await texts('set', 'ui.close', 'Shut')).stderr).toBe('✔ ui.close replaced\n')
    const forms = ['--one', '{{count}} class', '--other', '{{count}} classes']
    expect((await texts('set', 'ui.titles.count', ...forms)).code).toBe(0)
    const { stdout } = await texts('list', '--json', 'key,text,original,version,updatedBy')
    expect(JSON.parse(stdout)).toMatchObject([
      { key: 'ui.close', text: 'Shut', original: 'Close', version: 1, updatedBy: 'Ada Okafor' },
      { key: 'ui.titles.count', text: { one: '{{count}} class', other: '{{count}} classes' } },
    ])
    const all = await texts('list', '--all', '--query', 'log out', '--json', 'key,text')
    expect(JSON.parse(all.stdout)).toContainEqual({ key: 'ui.account.logout', text: null })
    expect((await texts('remove', 'ui.close')).stdout).toContain('The original is shown again')
    expect((await texts('remove', 'ui.close')).code).toBe(3)
  })

  test('what doesn’t fit is refused in the catalogue’s words', async () => {
    const refused = async (...args: string[]) => {
      const { code, stderr } = await texts('set', ...args)
      return [code, stderr]
    }
    expect(await refused('error.429', 'Wait')).toEqual([
      2,
      expect.stringContaining('This text must keep {{seconds}}.'),
    ])
    expect(await refused('ui.close')).toEqual([2, expect.stringContaining('The new text is missing')])
    expect(await refused('ui.close', 'x', '--one', 'y')).toEqual([2, expect.stringContaining('not both')])
    expect(await refused('ui.cancel', 'Back', '--if-version', '4')).toEqual([7, expect.any(String)])
  })

  test('an export is imported again; the plan comes first, and one bad text stops it all', async () => {
    const path = join(admin.folder, 'texts.json')
    await texts('export', '-o', path)
    const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    expect(Object.keys(file)).toEqual(['ui.titles.count'])
    writeFileSync(path, JSON.stringify({ ...file, 'ui.retry': 'Again' }))
    const dry = await texts('import', path, '--dry-run')
    expect([dry.stdout, dry.stderr]).toEqual([
      'ui.retry\tTry again\tAgain\n',
      '1 would change, 1 are already so. Nothing was changed\n',
    ])
    expect((await texts('import', path)).stderr).toBe('✔ 1 changed, 1 were already so\n')
    writeFileSync(path, JSON.stringify({ 'ui.retry': 'Once more', 'no.such': 'x' }))
    const { code, stderr } = await texts('import', path)
    expect([code, stderr]).toEqual([2, expect.stringContaining('no.such: No text has the key “no.such”.')])
    expect(JSON.parse((await texts('list', '--query', 'retry', '--json', 'text')).stdout)).toEqual([
      { text: 'Again' },
    ])
    writeFileSync(path, '[]')
    expect((await texts('import', path)).stderr).toContain('This isn’t a file of texts.')
  })
})
