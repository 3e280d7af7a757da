import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPng } from '../../server/test/plain-png.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let admin: Shell
let tenant: Shell
beforeAll(async () => {
  platform = await startTestPlatform()
  admin = await platform.signedIn('admin')
  tenant = await platform.signedIn('tenant')
})
afterAll(() => platform.close())

const at = (name: string) => join(admin.folder, name)

describe('TERMS-02 to TERMS-07 kinora terms', () => {
  const upload = (...args: string[]) => admin.run(['terms', 'upload', ...args, '--tenant', 'pulsehouse'])

  test('upload takes languages from names or what stands before them; versions tell what changed', async () => {
    for (const tag of ['en-GB', 'de-DE']) await writeFile(at(`terms.${tag}.html`), `<p>${tag}</p>`)
    await writeFile(at('cgu.html'), '<p>Bonjour</p>')
    const files = [at('terms.en-GB.html'), at('terms.de-DE.html'), `fr-FR=${at('cgu.html')}`]
    const first = await upload(...files, '--title', 'Autumn')
    expect([first.code, first.stderr]).toEqual([
      0,
      expect.stringMatching(/^✔ Version \d+ of the terms uploaded, in 3 languages\n$/),
    ])
    await writeFile(at('cgu.html'), '<p>Bonsoir</p>')
    await upload(...files, '--title', 'Winter')
    const { stdout } = await tenant.run(['terms', 'versions'])
    expect(stdout.split('\n')[0]).toMatch(/^\d+\tWinter\t.+\t3\tfr-FR$/)
    expect((await tenant.run(['terms', 'download', 'FR-fr'])).stdout).toBe('<p>Bonsoir</p>')
    const [newest] = stdout.split('\t')
    const before = String(Number(newest) - 1)
    expect((await tenant.run(['terms', 'download', 'fr-FR', '--number', before])).stdout).toBe(
      '<p>Bonjour</p>',
    )
    const out = at('out.html')
    await tenant.run(['terms', 'download', 'de-DE', '-o', out])
    expect(await readFile(out, 'utf8')).toBe('<p>de-DE</p>')
  })

  test('28.3 one set for many tenants: what each lacks is said before; one that lacks a language stops no other', async () => {
    for (const tag of ['en-GB', 'de-DE', 'fr-FR']) await writeFile(at(`many.${tag}.html`), `<p>${tag}</p>`)
    const files = ['en-GB', 'de-DE', 'fr-FR'].map(tag => at(`many.${tag}.html`))
    const many = (...args: string[]) =>
      admin.run([
        'terms',
        'upload',
        ...files,
        '--title',
        'Many',
        '--tenants',
        'pulsehouse,nordicmove',
        ...args,
      ])
    const dry = JSON.parse((await many('--dry-run', '--json')).stdout)
    expect(dry).toEqual([
      { tenantId: 'pulsehouse', lacking: [] },
      { tenantId: 'nordicmove', lacking: expect.arrayContaining(['nb-NO']) },
    ])
    const done = await many('--json')
    expect(done.code).toBe(6)
    expect(JSON.parse(done.stdout)).toMatchObject([
      { tenantId: 'pulsehouse', ok: true },
      { tenantId: 'nordicmove', ok: false },
    ])
  })

  test('TERMS-02, C-108 what is missing or unknown is said before anything is sent', async () => {
    const missing = await upload(at('terms.en-GB.html'), at('terms.de-DE.html'), '--title', 'T')
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('Choose the .html file in French.'),
    ])
    const unknown = await upload(at('cgu.html'), '--title', 'T')
    expect(unknown.stderr).toContain('The language of cgu.html is not known')
    expect((await tenant.run(['terms', 'upload', at('terms.en-GB.html'), '--title', 'T'])).code).not.toBe(0)
    expect((await tenant.run(['terms', 'download', 'sv-SE'])).code).toBe(3)
  })
})

describe('SITE-01 to SITE-10 kinora site', () => {
  const site = (...args: string[]) => tenant.run(['site', ...args])
  const json = async (type: string, fields: string) =>
    JSON.parse((await site('show', type, '--json', fields)).stdout) as Record<string, unknown>[]

  test('set changes the fields that are given; the others stay', async () => {
    expect((await site('set', 'general', 'appTitle=Pulse House Live')).code).toBe(0)
    const { stdout } = await site('show', 'general')
    expect(stdout).toContain('Pulse House Live')
    expect(stdout).toContain('hello@pulse-house.test')
    const wrong = await site('set', 'general', 'contactEmail=a@b')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Contact e-mail is not valid')])
    expect((await site('set', 'general', 'title=x')).stderr).toContain('Fields: appTitle, contactEmail')
  })

  test('SITE-04 a picture is a file that fits its rule', async () => {
    await writeFile(at('small.png'), plainPng(300, 100))
    const small = await site('set', 'web', `logoUrl=${at('small.png')}`)
    expect(small.stderr).toContain('The dimension of image height must be 192, not 100')
    await writeFile(at('logo.png'), plainPng(300, 192))
    expect((await site('set', 'web', `logoUrl=${at('logo.png')}`, 'accentColor=#00ff00')).code).toBe(0)
    expect((await site('show', 'web')).stdout).toContain('#00ff00')
  })

  test('SITE-10, C-106 custom links are added, changed, ordered and deleted by tag', async () => {
    await site('set', 'custom', 'httpLink=blog.example.com', 'linkText=Blog')
    const links = await json('custom', 'tag,linkText,httpLink')
    expect(links.at(-1)).toMatchObject({ linkText: 'Blog', httpLink: 'https://blog.example.com' })
    const tag = String(links.at(-1)!.tag)
    await site('set', 'custom', 'linkText=News', '--tag', tag)
    await site('order', tag, ...links.slice(0, -1).map(link => String(link.tag)))
    expect((await json('custom', 'linkText'))[0]).toEqual({ linkText: 'News' })
    expect((await site('remove', 'custom', '--tag', tag)).code).toBe(2)
    await site('remove', 'custom', '--tag', tag, '--yes')
    expect(await json('custom', 'linkText')).toHaveLength(links.length - 1)
  })
})

describe('LIVE-03 kinora site show, kinora site upcoming', () => {
  const site = (...args: string[]) => tenant.run(['site', ...args])

  test('what the site shows, now and at another moment, and what comes and leaves', async () => {
    const listed = await site('show', '--json', 'tag')
    const tags = (JSON.parse(listed.stdout) as { tag: string }[]).map(({ tag }) => tag)
    expect(tags.length).toBeGreaterThan(0)
    const [tag = ''] = tags
    const ends = JSON.stringify({ tag, endDate: toWireDay(20) })
    expect((await admin.run(['api', 'titles.update', '--input', ends])).code).toBe(0)
    const at = async (when: string, what = 'titles') =>
      (await site('show', what, '--as-of', when, '--json')).stdout
    expect(await at(`${toWireDay(20)} 23:59`)).toContain(`"${tag}"`)
    const gone = await site('show', 'titles', '--as-of', toWireDay(21))
    expect(gone.stdout).not.toContain(tag)
    expect(gone.stderr).toContain('by dates, the schedule and publishing that is under way')
    expect((await site('show', 'titles', '--as-of', toWireDay(-700))).stderr).toContain('from history')
    expect(JSON.parse(await at(toWireDay(3), 'collections'))).toBeInstanceOf(Array)
    expect(JSON.parse(await at(toWireDay(3), 'schedule'))).toBeInstanceOf(Array)
    const ahead = await site('upcoming', '--kind', 'leaves')
    expect([ahead.code, ahead.stdout]).toEqual([0, expect.stringMatching(new RegExp(`leaves\\t.*${tag}`))])
    expect((await site('upcoming', '--days', '7')).stdout).not.toContain(tag)
  })

  test('a moment that is none, or that settings don’t have, is said', async () => {
    expect((await site('show', 'general', '--as-of', '2026-12-24')).stderr).toContain('shown as they are now')
    expect((await site('show', 'titles', '--as-of', 'soon')).code).toBe(2)
  })
})

const toWireDay = (away: number): string =>
  new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10)
