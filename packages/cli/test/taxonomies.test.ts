import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestPlatform, type TestPlatform } from './platform.ts'
import { createShell, type Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
let support: Shell
beforeAll(async () => {
  platform = await startTestPlatform()
  shell = await platform.signedIn('tenant')
  support = await platform.signedIn('support')
})
afterAll(() => platform.close())

/** The new id, as a script reads it. */
async function create(noun: string, ...flags: string[]): Promise<string> {
  const { stdout, code } = await shell.run([noun, 'create', ...flags])
  expect(code).toBe(0)
  return stdout.trim().split('\t')[1]!
}
async function show(noun: string, id: string): Promise<Record<string, unknown>> {
  return JSON.parse((await shell.run([noun, 'show', id, '--json'])).stdout) as Record<string, unknown>
}

const nouns = [
  { noun: 'labels', id: 'labelId', ofPlatform: 'label-beginner' },
  { noun: 'focus-areas', id: 'focusAreaId', ofPlatform: 'focus-full-body' },
  { noun: 'equipment', id: 'equipmentId', ofPlatform: 'equipment-kettlebell' },
] as const

describe.each(nouns)('META-10 kinora $noun', ({ noun, id, ofPlatform }) => {
  test('META-02, META-03, I18N-06 create answers with the new id; names are by language', async () => {
    const { stdout, stderr, code } = await shell.run([
      ...[noun, 'create', '--name', ' Sled ', '--name', 'de-de=Schlitten', '--name', 'fr-FR='],
      '--json',
    ])
    const value = (JSON.parse(stdout) as Record<string, string>)[id]!
    expect([code, stderr]).toEqual([0, `✔ Created ${value}\n`])
    expect(await show(noun, value)).toEqual({
      [id]: value,
      tenantId: 'pulsehouse',
      name: { 'en-GB': 'Sled', 'de-DE': 'Schlitten' },
      isActive: true,
      version: 1,
    })
  })

  test('META-02, I18N-01 what core’s rule finds is said before anything is sent', async () => {
    const nameless = await shell.run([noun, 'create', '--name', 'de-DE=Schlitten'])
    expect(nameless).toMatchObject({ code: 2, stdout: '' })
    expect(nameless.stderr).toMatch(/^✖ Error: Required Name\n/)
    const unknown = await shell.run([noun, 'create', '--name', 'Sled', '--name', 'xx-XX=Sled'])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('xx-XX')])
    const long = await shell.run([noun, 'create', '--name', 'x'.repeat(256)])
    expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('255')])
  })

  test('API-38 list: columns on a terminal, tab-separated lines piped, JSON, filters', async () => {
    const value = await create(noun, '--name', 'Wintersport', '--name', 'de-DE=Schnee', '--no-active')
    const piped = await shell.run([noun, 'list', '--query', 'schnee'])
    expect(piped.stdout).toBe(`${value}\tWintersport\tInactive\tde-DE, en-GB\tpulsehouse\n`)
    const table = await shell.run([noun, 'list'], { tty: true })
    expect(table.stdout).toMatch(/^ID +NAME +STATE +LANGUAGES +OWNER\n/)
    expect(table.stdout).toMatch(new RegExp(`\\n${ofPlatform} .* Active .* Platform\\n`))
    const json = await shell.run([
      noun,
      'list',
      '--no-active',
      '--query',
      'winter',
      '--json',
      `${id},isActive`,
    ])
    expect(JSON.parse(json.stdout)).toEqual([{ [id]: value, isActive: false }])
    expect((await shell.run([noun, 'list', '--active', '--query', 'winter'])).stdout).toBe('')
    const page = await shell.run([noun, 'list', '--take', '2', '--page', '2'], { tty: true })
    expect(page.stderr).toMatch(/Page 2 of \d+, \d+ in all\n$/)
  })

  test('API-40 edit changes one name; the others and what is left out stay', async () => {
    const value = await create(noun, '--name', 'Sled', '--name', 'de-DE=Schlitten', '--no-active')
    const edited = await shell.run([noun, 'edit', value, '--name', 'fr-FR=Luge', '--name', 'de-DE='])
    expect(edited).toMatchObject({ code: 0, stderr: '✔ Item saved\n' })
    expect(edited.stdout).toContain('name fr-FR\tLuge\n')
    expect(await show(noun, value)).toMatchObject({
      name: { 'en-GB': 'Sled', 'fr-FR': 'Luge' },
      isActive: false,
      version: 2,
    })
    await shell.run([noun, 'edit', value, '--active'])
    expect(await show(noun, value)).toMatchObject({ isActive: true, version: 3 })
    const blank = await shell.run([noun, 'edit', value, '--name', ''])
    expect([blank.code, blank.stderr]).toEqual([2, expect.stringContaining('Required Name')])
    const nothing = await shell.run([noun, 'edit', value])
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('Nothing to change')])
  })

  test('exit codes: 3 for what is not there, 4 for what belongs to the platform', async () => {
    for (const args of [['show'], ['edit', '--active']]) {
      const { code, stderr } = await shell.run([noun, args[0]!, 'nothing', ...args.slice(1)])
      expect([code, stderr]).toEqual([3, expect.stringContaining(`kinora ${noun} list`)])
    }
    expect((await shell.run([noun, 'edit', ofPlatform, '--no-active'])).code).toBe(4)
  })

  test('ROLE-06, ROLE-10 the acting tenant: customer support names it, a tenant has its own', async () => {
    const without = await support.run([noun, 'list'])
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringMatching(/Missing flag: --tenant[\s\S]*kinora login --tenant/),
    ])
    const tenant = ['--tenant', 'oasiswellness']
    const created = await support.run([noun, 'create', '--name', 'Theirs', ...tenant])
    const value = created.stdout.trim().split('\t')[1]!
    expect((await support.run([noun, 'show', value, ...tenant])).stdout).toContain('owner\toasiswellness\n')
    expect((await shell.run([noun, 'show', value])).code).toBe(3)
    expect((await (await platform.signedIn('admin')).run([noun, 'list'])).code).toBe(4)
  })
})

describe('META-08 an outdated edit', () => {
  test('of a version that is no longer the latest: every change is named, nothing is saved', async () => {
    const value = await create('labels', '--name', 'Sunrise', '--name', 'de-DE=Aufgang')
    const other = ['--tenant', 'pulsehouse', '--name', 'de-DE=Sonnenaufgang', '--name', 'fr-FR=Aube']
    await support.run(['labels', 'edit', value, ...other, '--no-active'])
    const args = ['labels', 'edit', value, '--name', 'Dawn']
    const refused = await shell.run([...args, '--if-version', '1'])
    expect(refused).toMatchObject({ code: 7, stdout: '' })
    const lines = refused.stderr.split('\n')
    const saved = String.raw`\(.+, \d{4}-\d\d-\d\d \d\d:\d\d\)$`
    expect(lines[0]).toBe('✖ Error: Someone else has saved this in the meantime')
    for (const change of [
      'name.de-DE: "Aufgang" → "Sonnenaufgang"',
      'name.fr-FR: empty → "Aube"',
      'isActive: true → false',
    ])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^  Why:  ${change} ${saved}`)))
    expect(lines).toContainEqual(expect.stringContaining('run the command again without --if-version'))
    expect(await show('labels', value)).toMatchObject({ version: 2 })
    expect((await shell.run(args)).code).toBe(0)
    expect(await show('labels', value)).toMatchObject({ name: { 'en-GB': 'Dawn', 'fr-FR': 'Aube' } })
  })

  test('the version that was read is sent: what is saved between reading and saving isn’t lost', async () => {
    const value = await create('labels', '--name', 'Sunrise')
    const meanwhile = await beforeUpdate(() =>
      support.run(['labels', 'edit', value, '--no-active', '--tenant', 'pulsehouse']),
    )
    const editor = createShell(meanwhile.url)
    await editor.run(['login', '--email', 'tenant@demo.kinora.test', '--password-stdin'], {
      stdin: `${password}\n`,
    })
    const refused = await editor.run(['labels', 'edit', value, '--name', 'Dawn'])
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('isActive: true → false')])
    meanwhile.close()
  })
})

describe('API-41 kinora labels delete', () => {
  test('asks, says which titles lose it, and deletes', async () => {
    const value = await create('labels', '--name', 'Goes')
    await shell.run(['titles', 'create', '--title', 'Labelled', '--label', value])
    const no = await shell.run(['labels', 'delete', value], { tty: true, answers: [false] })
    expect([no.code, no.stderr]).toEqual([
      130,
      expect.stringContaining(`${value}  Goes  Removes it from 1 title`),
    ])
    const unasked = await shell.run(['labels', 'delete', value])
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')])
    const yes = await shell.run(['labels', 'delete', value], { tty: true, answers: [true] })
    expect([yes.code, yes.stdout]).toEqual([0, expect.stringContaining('✔ done')])
    expect((await shell.run(['labels', 'show', value])).code).toBe(3)
  })

  test('each on its own: exit code 6 where only some could be deleted, that of the failure where none', async () => {
    const [one, other] = [await create('labels', '--name', 'A'), await create('labels', '--name', 'B')]
    const some = await shell.run(['labels', 'delete', one, 'nothing', other, '-y', '--json', 'labelId,ok'])
    expect([some.code, JSON.parse(some.stdout)]).toEqual([
      6,
      [
        { labelId: one, ok: true },
        { labelId: 'nothing', ok: false },
        { labelId: other, ok: true },
      ],
    ])
    const none = await shell.run(['labels', 'delete', one, 'nothing', '--yes'])
    expect([none.code, none.stdout.split('\n').length]).toEqual([3, 3])
    expect((await shell.run(['labels', 'delete', 'label-beginner', '--yes'])).code).toBe(4)
  })

  test('C-43 there is none for focus areas and equipment', async () => {
    for (const noun of ['focus-areas', 'equipment']) {
      const { code, stderr } = await shell.run([noun, 'delete', 'x', '--yes'])
      expect([code, stderr]).toEqual([2, expect.stringContaining("nknown command 'delete'")])
    }
  })
})

test('I18N-05 a tenant without languages is said so', async () => {
  await platform.platform.deps.db.execute(
    `UPDATE tenants SET language_codes = '{}' WHERE tenant_id = 'nordicmove'`,
  )
  const { code, stderr } = await support.run([
    ...['labels', 'create', '--name', 'Sled', '--tenant', 'nordicmove'],
  ])
  expect([code, stderr]).toEqual([2, expect.stringContaining('No language found for this Tenant.')])
})

test('every verb’s help ends with examples that are made from its flags', async () => {
  const help = async (...args: string[]) => (await createShell().run([...args, '--help'])).stdout
  expect(await help('labels', 'create')).toMatch(
    /\nExamples:\n {2}kinora labels create --name Morning --name de-DE=Morgen\n$/,
  )
  expect(await help('equipment', 'edit')).toMatch(
    /\nExamples:\n {2}kinora equipment edit ID --name de-DE=Morgen\n {2}kinora equipment edit ID --no-active\n$/,
  )
  expect(await help('focus-areas', 'list')).toContain('kinora focus-areas list --active\n')
})

test('audit entries name the command line', async () => {
  const value = await create('labels', '--name', 'Told')
  const entries = await platform.platform.deps.db.execute(
    `SELECT client FROM audit_entries WHERE row_id = '${value}'`,
  )
  expect(entries).toMatchObject({ rows: [{ client: 'cli' }] })
})

/** The platform behind an address that does something before the first update goes through. */
async function beforeUpdate(act: () => Promise<unknown>): Promise<{ url: string; close(): void }> {
  let isDone = false
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/update') && !isDone) {
      isDone = true
      await act()
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const method = request.method ?? 'GET'
    const answer = await fetch(platform.url + request.url, {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'GET' ? {} : { body: await text(request) }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
