import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform.ts'
import type { RunOptions, Shell } from '../shell.ts'

let platform: TestPlatform
let shell: Shell
beforeAll(async () => {
  platform = await startTestPlatform()
  shell = await platform.signedIn('support')
})
afterAll(() => platform.close())

const at = (name: string) => join(shell.folder, name)
const tenants = (args: readonly string[], options?: RunOptions) => shell.run(['tenants', ...args], options)
async function file(name: string, text: string): Promise<string> {
  await writeFile(at(name), text)
  return name
}

describe('TENANT-33 kinora tenants plan', () => {
  test('a line for each field where a program reads; what will be with marks on a terminal; nothing is written', async () => {
    const path = await file(
      'plan.yaml',
      'id: nordicmove\ngeneral: { customerNumber: K-9, connect: null }\nlabels: [{ name: Ny }]\n',
    )
    const piped = await tenants(['plan', path])
    expect(piped).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('general\tNordic Move\tupdate\tcustomerNumber\t'),
    })
    expect(piped.stdout).toMatch(/labels\tNy\tcreate\tname\.\S+\t\tNy\n$/)
    const shown = await tenants(['plan', path], { tty: true })
    expect(shown.stdout).toMatch(/^nordicmove\n~ general Nordic Move\n {4}~ customerNumber {2}\S+ → K-9\n/)
    expect(shown.stdout).toMatch(/\+ labels Ny\n {4}\+ name\.\S+ {2}Ny\n/)
    const coded = await tenants(['plan', path, '--exit-code', '--json'])
    expect([coded.code, JSON.parse(coded.stdout)]).toMatchObject([
      8,
      { tenantID: 'nordicmove', isNew: false },
    ])
    expect(await tenants(['plan', path, '--exit-code', '--only', 'web'])).toMatchObject({
      code: 0,
      stdout: '',
    })
    expect((await tenants(['plan', path, '--only', 'colours'])).stderr).toContain('Parts: general, web, app')
  })

  test('what lies outside its folder isn’t sent, by its path or behind a link, unless the folder is named', async () => {
    const terms = (at: string) =>
      `id: nordicmove\nterms: { title: T, files: { en-US: ${at}, sv-SE: sv.html } }\n`
    await mkdir(at('within'), { recursive: true })
    await writeFile(at('secret.html'), '<p>Outside</p>')
    await writeFile(at('within/sv.html'), '<p>Hej</p>')
    await symlink(at('secret.html'), at('within/linked.html'))
    for (const path of ['../secret.html', at('secret.html'), 'linked.html']) {
      const said = await tenants(['plan', await file('within/acme.yaml', terms(path))])
      expect([said.code, said.stderr]).toEqual([2, expect.stringContaining('leads out of the folder')])
      expect(said.stderr).not.toContain('<p>')
    }
    const named = await tenants(['plan', 'within/acme.yaml', '--files', '.'])
    expect(named.stderr).not.toContain('leads out')
  })

  test('what is wrong with the file says file:line, the field and the mend, also as JSON; exit code 2', async () => {
    const path = await file('wrong.yaml', 'id: nordicmove\ngeneral:\n  nam: x\nwebb: {}\n')
    const { code, stdout, stderr } = await tenants(['plan', path])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('✖ wrong.yaml:3:3 general.nam: nam is not a known field. Did you mean "name"?\n')
    expect(stderr).toContain('✖ wrong.yaml:4:1 webb: webb is not a known field. Did you mean "web"?\n')
    expect(stderr).toContain('Error: wrong.yaml has 2 problems')
    const both =
      'id: nordicmove\nlabels: [{ nam: x }]\nsite: { web: { logoUrl: no.png } }\npublishing: [Lumen Flo]\n'
    const one = await tenants(['plan', await file('both.yaml', both)])
    for (const what of [
      'labels.0.nam: nam is not',
      'site.web.logoUrl: The file no.png',
      'publishing.0: Channel',
    ])
      expect(one.stderr).toContain(what)
    const away = await tenants(['plan', 'both.yaml', '--url', 'http://127.0.0.1:9'])
    expect([away.code, away.stderr]).toEqual([2, expect.stringContaining('both.yaml has 2 problems')])
    const json = await tenants(['plan', path, '--json'])
    expect(JSON.parse(json.stdout).problems[0]).toMatchObject({ line: 3, column: 3, path: 'general.nam' })
    const unknown = await tenants([
      'plan',
      await file('channel.yaml', 'id: nordicmove\npublishing:\n  - Lumen Flo\n'),
    ])
    expect(unknown.stderr).toContain(
      'channel.yaml:3:5 publishing.0: Channel "Lumen Flo" does not exist; did you mean "Lumen Flow"?',
    )
  })
})

describe('TENANT-33 kinora tenants apply', () => {
  test('shows the plan and asks; no leaves all as it is, and without a terminal --yes is asked for', async () => {
    const path = await file('asked.yaml', 'id: nordicmove\nlabels: [{ name: Spørgsmål }]\n')
    expect(await tenants(['apply', path])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    })
    expect(await tenants(['apply', path], { tty: true, answers: [false] })).toMatchObject({ code: 130 })
    expect((await tenants(['plan', path, '--exit-code'])).code).toBe(8)
    const agreed = await tenants(['apply', path], { tty: true, answers: [true] })
    expect([agreed.code, agreed.stderr]).toEqual([
      0,
      expect.stringContaining('✔ nordicmove is as the file says'),
    ])
    const again = await tenants(['apply', path, '--yes'])
    expect(again).toMatchObject({ code: 0, stderr: '✔ nordicmove is as the file says. Nothing to change\n' })
  })

  test('what somebody changes before the yes is refused with what differs', async () => {
    const path = await file('race.yaml', 'id: nordicmove\ngeneral: { customerNumber: K-race }\n')
    const edit = () => tenants(['edit', 'nordicmove', '--customer-number', 'K-meanwhile'])
    // The answer comes once somebody else has saved.
    const answers = { shift: () => edit().then(() => true) } as unknown as boolean[]
    const { code, stderr } = await tenants(['apply', path], { tty: true, answers })
    expect([code, stderr]).toEqual([7, expect.stringContaining('K-meanwhile → K-race')])
    expect((await tenants(['show', 'nordicmove'])).stdout).toContain('K-meanwhile')
  })

  test('--plan: nothing that was not in the plan; what somebody has changed since is said', async () => {
    const path = await file('agreed.yaml', 'id: nordicmove\ngeneral: { customerNumber: K-77 }\n')
    await file('agreed.json', (await tenants(['plan', path, '--json'])).stdout)
    await tenants(['edit', 'nordicmove', '--customer-number', 'K-other'])
    const refused = await tenants(['apply', path, '--yes', '--plan', 'agreed.json'])
    expect([refused.code, refused.stderr]).toEqual([
      7,
      expect.stringMatching(/Someone else has changed nordicmove[\s\S]*K-other → K-77/),
    ])
    await file('agreed.json', (await tenants(['plan', path, '--json'])).stdout)
    expect((await tenants(['apply', path, '--yes', '--plan', 'agreed.json'])).code).toBe(0)
    expect((await tenants(['apply', path, '--yes', '--plan', 'agreed.json'])).code).toBe(0)
    expect((await tenants(['apply', path, '--yes', '--plan', 'agreed.yaml'])).code).toBe(2)
  })

  test('two at once: nothing is there twice, and who comes second is told', async () => {
    const path = await file(
      'both.yaml',
      'id: nordicmove\nlabels: [{ name: Først }, { name: Siden }]\nlinks: { custom: [{ linkText: Butik, httpLink: b.example }] }\n',
    )
    const both = await Promise.all(['one', 'other'].map(() => tenants(['apply', path, '--yes'])))
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 7])
    expect(both.find(({ code }) => code === 7)?.stderr).toMatch(
      /Another kinora on this machine is applying a file to nordicmove|someone else has saved it/,
    )
    const again = await tenants(['apply', path, '--yes'])
    expect(again).toMatchObject({ code: 0, stderr: '✔ nordicmove is as the file says. Nothing to change\n' })
    const { stdout } = await shell.run(['labels', 'list', '--tenant', 'nordicmove', '--json', 'name'])
    expect(stdout.match(/Først|Siden/g)?.toSorted()).toEqual(['Først', 'Siden'])
  })

  test('ended half way it says what is done, and the same command does the rest', async () => {
    const path = await file(
      'cut.yaml',
      'id: nordicmove\nlabels: [{ name: En }, { name: To }, { name: Tre }]\n',
    )
    const cut = new AbortController()
    const onError = (chunk: string) => {
      if (chunk.includes('✔')) cut.abort()
    }
    const ended = await tenants(['apply', path, '--yes'], { signal: cut.signal, onError })
    expect(ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('1 of 3 steps are done. Go on: kinora tenants apply cut.yaml'),
    })
    const rest = await tenants(['apply', path, '--yes'])
    expect([rest.code, rest.stderr.match(/✔/g)?.length]).toEqual([0, 3])
    const { stdout } = await shell.run(['labels', 'list', '--tenant', 'nordicmove', '--json', 'name'])
    expect(stdout.match(/"(En|To|Tre)"/g)?.toSorted()).toEqual(['"En"', '"To"', '"Tre"'])
  })

  test('a secret is asked for without being shown, before the first step', async () => {
    const path = await file('secret.yaml', 'id: nordicmove\ngeneral: { jwPlayerSecret: { prompt: true } }\n')
    const { code, stdout, stderr } = await tenants(['apply', path], {
      tty: true,
      answers: [true, 'typed-secret-4711'],
    })
    expect([code, stdout + stderr]).toEqual([0, expect.not.stringContaining('typed-secret')])
    expect(stderr).toContain('jwPlayerSecret  (will be asked for)')
    expect((await tenants(['show', 'nordicmove'])).stdout).toContain('ends in 4711')
  })

  test('C-124 removing a secret with an empty value is asked first', async () => {
    const edit = ['edit', 'nordicmove', '--jw-secret', '']
    expect(await tenants(edit)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect((await tenants(edit, { tty: true, answers: [false] })).code).toBe(130)
    expect((await tenants(['show', 'nordicmove'])).stdout).toContain('ends in 4711')
    expect((await tenants([...edit, '--yes'])).code).toBe(0)
    expect((await tenants(['show', 'nordicmove'])).stdout).not.toContain('ends in')
  })
})

describe('TENANT-33 kinora tenants export', () => {
  test('to stdout and into a folder, whose file changes nothing; the schema that it names is served', async () => {
    await mkdir(at('out'), { recursive: true })
    expect((await tenants(['export', 'pulsehouse', '-o', 'out/pulse.yaml'])).code).toBe(0)
    expect(await tenants(['plan', 'out/pulse.yaml', '--exit-code'])).toMatchObject({ code: 0, stdout: '' })
    const text = await readFile(at('out/pulse.yaml'), 'utf8')
    const [, schema] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
    expect(await (await fetch(schema!)).json()).toMatchObject({ title: 'A tenant of Kinora' })
    expect(text).toContain('logoUrl: pulse/web-logo.png')
    const { stdout } = await tenants(['export', 'pulsehouse'])
    expect(stdout).toContain('logoUrl: /media/images/')
    expect((await tenants(['export', 'nowhere'])).code).toBe(3)
    const admin = await platform.signedIn('admin')
    expect((await admin.run(['tenants', 'export', 'pulsehouse'])).stderr).toContain('Left out')
  })
})
