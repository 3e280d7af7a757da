import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cover, textFile } from './media.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let server: TestPlatform
let shell: Shell
beforeAll(async () => {
  server = await startTestPlatform()
  shell = await server.signedIn('tenant')
})
afterAll(() => server?.close())

const titles = (...args: string[]) => shell.run(['titles', ...args])
const create = async (title: string, ...flags: string[]): Promise<string> => {
  const { stdout } = await titles('create', '--title', title, ...flags)
  return stdout.trim().split('\t')[1]!
}

describe('CLI titles create and edit', () => {
  test('TITLE-37 the tag is the result, what happened is told on stderr', async () => {
    const { stdout, stderr, code } = await titles('create', '--title', 'Morning yoga')
    expect(code).toBe(0)
    const tag = stdout.match(/^tag\t(\S+)\n$/)?.[1]
    expect(stderr).toBe(`✔ Created ${tag}\n`)
  })
  test('TITLE-07 without a name nothing is sent', async () => {
    const { stderr, code } = await titles('create')
    expect(code).toBe(2)
    expect(stderr).toContain('Missing flag: --title')
  })
  test('TITLE-08, TITLE-39 the rules of the form hold here too, all at once', async () => {
    const { stderr, code } = await titles('create', '--title', 'x'.repeat(41), '--equipment', 'a,b,c,d')
    expect(code).toBe(2)
    expect(stderr).toContain('Title should not be longer than 40 characters')
    expect(stderr).toContain('Only 3 options can be selected')
  })
  test('quota says what is used of what is allowed, and a title too many is refused', async () => {
    const { settings } = server.platform.deps
    const before = settings.quotas
    const { used } = JSON.parse((await shell.run(['quota', '--json', 'used'])).stdout)
    settings.quotas = { ...before, titles: used.titles }
    const { stdout } = await shell.run(['quota'])
    expect(stdout).toContain(`titles\t${used.titles} of ${used.titles}\n`)
    const { stderr, code } = await titles('create', '--title', 'One too many')
    expect(code).toBe(1)
    expect(stderr).toContain(`You have ${used.titles} titles, and ${used.titles} are allowed.`)
    expect(stderr).toMatch(/Fix: .*kinora quota.*kinora titles delete TAG/)
    settings.quotas = before
  })
  test('names stand for ids; unknown ones are named with what was meant', async () => {
    const tag = await create('Named', '--category', ' STRENGTH', '--language', 'german', '--skill', '5')
    const { stdout } = await titles('show', tag, '--json', 'classCategoryId,classLanguageCode,skill')
    expect(JSON.parse(stdout)).toEqual({ classCategoryId: 'strength', classLanguageCode: 'de-DE', skill: 5 })
    const { stderr, code } = await titles('edit', tag, '--category', 'Strenght', '--language', 'Klingon')
    expect(code).toBe(2)
    expect(stderr).toContain('Category "Strenght" does not exist')
    expect(stderr).toContain('"Strength"')
    expect(stderr).toContain('Language "Klingon" does not exist')
    expect(stderr).toContain('Set or correct --category, --language')
  })
  test('ROLE-15 a formatted description is kept, and shown as words', async () => {
    const tag = await create('Formatted', '--description', '<p>Wake <strong>up</strong></p>')
    expect((await titles('show', tag)).stdout).toContain('description\tWake up\n')
    expect((await titles('show', tag, '--json', 'classDescription')).stdout).toContain('<strong>up</strong>')
    const { code, stderr } = await titles('edit', tag, '--description', '<p onclick="x()">Hi</p>')
    expect(code).toBe(2)
    expect(stderr).toContain('Description can’t contain “<p”. Put a space after “<”, or use only these tags')
  })
  test('TITLE-13 a cover is taken from a processed video alone', async () => {
    const { code, stderr } = await titles('cover', await create('No video'), '--at', '1.5')
    expect(code).toBe(7)
    expect(stderr).toContain('A cover can be taken once the video is processed.')
    expect((await titles('cover', 'TAG', '--at', '-1')).code).toBe(2)
  })
  test('TITLE-37 the same external id never makes two titles', async () => {
    const first = await titles('create', '--title', 'Once', '--external-id', 'cat-1')
    const second = await titles('create', '--title', 'Once', '--external-id', 'cat-1')
    expect(second.stdout).toBe(first.stdout)
    expect(second.stderr).toContain('Nothing was created')
  })
  test('an empty value clears a field, no field at all is a usage error', async () => {
    const tag = await create('Cleared', '--instructor', 'Mia', '--skill', '3')
    await titles('edit', tag, '--instructor', '', '--skill', '')
    const { stdout } = await titles('show', tag, '--json', 'instructor,skill')
    expect(JSON.parse(stdout)).toEqual({ instructor: '', skill: null })
    expect((await titles('edit', tag)).code).toBe(2)
  })
  test('TITLE-19, API-14 an edit of an older version is refused with what changed since', async () => {
    const tag = await create('Versioned', '--instructor', 'Mia')
    const args = ['edit', tag, '--title', 'Mine', '--if-version', '1']
    await titles('edit', tag, '--instructor', 'Ana')
    const refused = await titles(...args)
    expect(refused).toMatchObject({ code: 7, stdout: '' })
    expect(refused.stderr).toMatch(/Someone else has saved this.*\n.*instructor: "Mia" → "Ana" \(.+\)\n/)
    expect(refused.stderr).toContain('without --if-version')
    const never = await titles('edit', tag, '--title', 'Mine', '--if-version', '999')
    expect(never.code).toBe(7)
    expect(never.stderr).toMatch(/is at version \d+, not 999\n.*--if-version \d+, or without/)
    expect((await titles(...args.slice(0, -1), '2')).code).toBe(0)
    const { stdout } = await titles('show', tag, '--json', 'className,instructor,version')
    expect(JSON.parse(stdout)).toEqual({ className: 'Mine', instructor: 'Ana', version: 3 })
    expect((await titles('edit', tag, '--if-version', '3')).code).toBe(2)
  })
  test('VAL-T1 a cover is measured before it is sent, and becomes an address', async () => {
    const tag = await create('Covered')
    const wrong = textFile(join(shell.folder, 'cover.jpg'), 'no picture')
    const refused = await titles('edit', tag, '--cover', wrong)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('Please select a valid jpg/jpeg format file for upload.')
    const square = await titles(
      'edit',
      tag,
      '--cover',
      await cover(join(shell.folder, 'square.jpg'), '200x200'),
    )
    expect(square.stderr).toContain('1920 x 1080')
    await titles('edit', tag, '--cover', await cover(join(shell.folder, 'good.jpg')))
    const { stdout } = await titles('show', tag, '--json', 'imageLink,thumbnailType')
    expect(JSON.parse(stdout)).toMatchObject({
      thumbnailType: 'custom',
      imageLink: expect.stringContaining('/images/'),
    })
  })
})

describe('CLI titles list, show and export', () => {
  test('TITLE-14 filters are flags; the rows are tab-separated when piped', async () => {
    const tag = await create('Rowing basics', '--category', 'cardio', '--skill', '2')
    const { stdout, stderr, code } = await titles(
      'list',
      '--query',
      'rowing',
      '--skill',
      'beginner',
      '--status',
      'incomplete',
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^${tag}\tRowing basics\tNo file: upload one\t\t\\S+\n$`))
    expect((await titles('list', '--query', 'rowing', '--status', 'published')).stdout).toBe('')
  })
  test('--json is a list with the fields asked for, sorted and paged by the server', async () => {
    for (const name of ['Zz sort b', 'Zz sort a', 'Zz sort c']) await create(name)
    const { stdout } = await titles(
      'list',
      '--query',
      'Zz sort',
      '--sort',
      'name',
      '--dir',
      'asc',
      '--take',
      '2',
      '--json',
      'className',
    )
    expect(JSON.parse(stdout)).toEqual([{ className: 'Zz sort a' }, { className: 'Zz sort b' }])
  })
  test('on a terminal a page fits 80 columns and says where it stands on stderr', async () => {
    const { stdout, stderr } = await shell.run(['titles', 'list', '--query', 'Zz sort', '--take', '2'], {
      tty: true,
    })
    expect(stdout).toMatch(/^TAG +TITLE +STATUS +LENGTH +CATEGORY\n/)
    expect(stdout.split('\n').every(line => line.length <= 80)).toBe(true)
    expect(stderr).toMatch(/(^|\n)Page 1 of 2, 3 in all\n$/)
  })
  test('TITLE-18 an unknown tag is exit code 3 and says so', async () => {
    const { stdout, stderr, code } = await titles('show', 'nothing-here')
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
    expect(stderr).toContain('Record not found: nothing-here')
    expect(stderr).toContain('kinora titles list')
  })
  test('F-2 a title of somebody else looks like a missing one', async () => {
    const tag = await create('Mine alone')
    const other = await server.signedIn('provider')
    expect((await other.run(['titles', 'show', tag])).code).toBe(3)
    expect((await other.run(['titles', 'edit', tag, '--title', 'Taken'])).code).toBe(3)
  })
  test('ROLE-06 customer support acts for the tenant it names', async () => {
    const tag = await create('For support')
    const support = await server.signedIn('support')
    const found = await support.run([
      'titles',
      'list',
      '--tenant',
      'pulsehouse',
      '--query',
      'For support',
      '--json',
      'tag',
    ])
    expect(JSON.parse(found.stdout)).toEqual([{ tag }])
    const elsewhere = await support.run([
      'titles',
      'list',
      '--tenant',
      'nordicmove',
      '--query',
      'For support',
      '--json',
      'tag',
    ])
    expect(JSON.parse(elsewhere.stdout)).toEqual([])
  })
  test('TITLE-29, PKG-03 an export is CSV on stdout or in a file', async () => {
    const tag = await create('Exported, with "quotes"', '--label', 'Express', '--label', 'Beginner friendly')
    const { stdout, code } = await titles('export', '--query', 'Exported')
    expect(code).toBe(0)
    expect(stdout).toContain(',Labels,')
    expect(stdout).toContain(',"Express; Beginner friendly",')
    expect((await titles('show', tag)).stdout).toContain('labels\tExpress, Beginner friendly\n')
    const shown = JSON.parse((await titles('show', tag, '--json', 'labelTags')).stdout)
    expect(shown).toEqual({ labelTags: ['Express', 'Beginner friendly'] })
    expect(stdout.replace(/^\uFEFF/, '').split(/\r?\n/)[1]).toContain('"Exported, with ""quotes"""')
    const saved = await titles('export', '--query', 'Exported', '-o', 'out.csv')
    expect(saved.stdout).toBe('')
    expect(readFileSync(join(shell.folder, 'out.csv'), 'utf8')).toBe(stdout)
    const filtered = await titles('export', '--jq', '.[].tag')
    expect([filtered.code, filtered.stdout]).toEqual([2, ''])
    expect(filtered.stderr).toContain('--jq: this command prints a file, not JSON')
  })
})

describe('CLI api with files', () => {
  test('a file part is given by its path, a file answer goes where it is wanted', async () => {
    const picture = await cover(join(shell.folder, 'by-api.jpg'))
    const sent = await shell.run([
      'api',
      'images.upload',
      '--input',
      JSON.stringify({ img: picture, assetType: 'cover' }),
    ])
    expect(JSON.parse(sent.stdout)).toEqual({ url: expect.stringContaining('/images/') })
    const missing = await shell.run(['api', 'images.upload', '--input', '{"img":"nowhere.jpg"}'])
    expect(missing.code).toBe(2)
    expect(missing.stderr).toContain('nowhere.jpg was not found')
    await create('Asked by its name')
    const asked = ['api', 'titles.export', '--input', '{"query":"Asked by its name"}']
    const saved = await shell.run([...asked, '-o', 'by-api.csv'])
    expect({ code: saved.code, stdout: saved.stdout }).toEqual({ code: 0, stdout: '' })
    const shown = await shell.run(asked)
    expect(shown.stdout).toContain('Asked by its name')
    expect(readFileSync(join(shell.folder, 'by-api.csv'), 'utf8')).toBe(shown.stdout)
  })
})

describe('CLI titles publish', () => {
  test('TITLE-23 a title that is not ready is refused in the words of the server', async () => {
    const tag = await create('Not ready')
    const words = 'Only a completed or unpublished title can be published. Its status is'
    expect(await titles('publish', tag)).toMatchObject({ code: 7, stderr: expect.stringContaining(words) })
    const several = await titles('publish', tag, 'nothing-here')
    expect([several.stdout.includes(`${tag}\t✖ failed\t`), several.code]).toEqual([true, 7])
  })
  test('28.1 --when-ready is kept with a title whose file is still to come, told by show, and taken back', async () => {
    const tag = await create('Later')
    for (const [verb, says] of [['publish', true] as const, ['unpublish', false] as const]) {
      expect((await titles(verb, tag, '--when-ready')).code).toBe(0)
      expect((await titles('show', tag)).stdout.includes('Publishes when ready')).toBe(says)
    }
  })
  test('unpublishing what is not published is refused', async () => {
    expect((await titles('unpublish', await create('Never out'))).code).toBe(7)
  })
})

describe('CLI titles delete', () => {
  test('TITLE-26 asks on a terminal and names what will be gone', async () => {
    const tag = await create('Asked about')
    const no = await shell.run(['titles', 'delete', tag], { tty: true, answers: [false] })
    expect(no.code).toBe(130)
    expect(no.stderr).toContain(`${tag}  Asked about`)
    expect((await titles('show', tag)).code).toBe(0)
    expect((await shell.run(['titles', 'delete', tag], { tty: true, answers: [true] })).code).toBe(0)
    expect((await titles('show', tag)).code).toBe(3)
  })
  test('TITLE-26, ERR-17, C-73 mixed results: each on its line, exit code 6', async () => {
    const tag = await create('Half gone')
    const { stdout, stderr, code } = await titles('delete', tag, 'nothing-here', '--yes')
    expect(code).toBe(6)
    expect(stdout).toContain(`${tag}\t✔ done\tItem deleted\n`)
    expect(stdout).toContain('nothing-here\t✖ failed\tRecord not found\n')
    expect(stderr).toContain('! 1 deleted, 1 failed')
  })
  test('TITLE-26, C-73 when nothing could be deleted: "Delete failed"', async () => {
    const { stderr, code } = await titles('delete', 'nothing-here', '--yes')
    expect(code).toBe(3)
    expect(stderr).toContain('Delete failed')
  })
})

describe('CLI history and restore', () => {
  test('C-14 history says each change in words, and revert puts one field back', async () => {
    const tag = await create('Told')
    await titles('edit', tag, '--title', 'Retold', '--skill', '3')
    const { stdout } = await shell.run(['history', tag])
    const [named, skilled] = stdout.split('\n').map(line => line.split('\t'))
    expect(named!.slice(3)).toEqual(['cli', 'Edited', 'Title', 'Told', 'Retold'])
    expect(skilled!.slice(4)).toEqual(['', 'Skill level', '(empty)', '3 · Beginner'])
    const entry = named![0]!
    const json = JSON.parse((await shell.run(['history', tag, '--json', 'entryId,verb'])).stdout)
    expect(json).toEqual([
      { entryId: Number(entry), verb: 'update' },
      { entryId: expect.any(Number), verb: 'create' },
    ])
    const odd = await titles('revert', tag, entry, '--field', 'colour')
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('“colour” is not a field')])
    expect((await titles('revert', tag, entry, '--field', 'title', '--if-version', '1')).code).toBe(7)
    expect((await titles('revert', tag, entry, '--field', 'title', '--if-version', '2')).code).toBe(0)
    const shown = JSON.parse((await titles('show', tag, '--json', 'className,skill')).stdout)
    expect(shown).toEqual({ className: 'Told', skill: 3 })
    expect((await titles('revert', tag, 'first')).stderr).toContain(`List the changes: kinora history ${tag}`)
  })
  test('TITLE-35, C-98 a deleted title is listed and restored', async () => {
    const tag = await create('Slipped')
    await titles('delete', tag, '--yes')
    expect((await titles('deleted', '--query', 'slipped')).stdout).toMatch(new RegExp(`^${tag}\tSlipped\t`))
    const { stdout, code } = await titles('restore', tag, 'nothing-here')
    expect([code, stdout]).toEqual([
      6,
      `${tag}\t✔ done\tRestored\nnothing-here\t✖ failed\tRecord not found\n`,
    ])
    expect((await titles('show', tag)).code).toBe(0)
  })
})

test.each([
  [
    ['--channel', 'lumen-flow'],
    'Set or correct --channel, then run the command again. See what may be named: kinora channels list',
  ],
  [
    ['--category', 'Nix', '--label', 'Blub'],
    'Set or correct --category, --label, then run the command again. See what may be named: kinora categories list, kinora completion --values labels',
  ],
])('C-136 %j: the Fix says where names that will do are listed', async (flags, how) => {
  const { code, stderr } = await titles('create', '--title', 'Foreign', ...flags)
  expect([code, stderr]).toEqual([2, expect.stringContaining(`  Fix:  ${how}\n`)])
})

describe('CLI titles jobs', () => {
  const jobs = (...args: string[]) => titles('jobs', ...args)

  test('TITLE-26 an edit by filter is shown first, done with a result for each, and undone', async () => {
    const three = ['equipment-mat', 'equipment-bike', 'equipment-kettlebell'].join()
    const plain = await create('Joblist plain', '--skill', '2')
    const full = await create('Joblist full', '--skill', '2', '--equipment', three)
    const edit = ['edit', '--query', 'joblist', '--set-skill', '8', '--add-equipment', 'no equipment']
    const shown = await jobs(...edit, '--dry-run', '--json', 'tag,outcome,problem')
    expect(JSON.parse(shown.stdout)).toEqual([
      { tag: plain, outcome: 'change', problem: '' },
      { tag: full, outcome: 'refused', problem: 'Only 3 options can be selected' },
    ])
    expect(shown.stderr).toContain('1 of 2 would change, 0 are so already, 1 can’t be changed.')
    const asked = await jobs(...edit)
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')])
    const done = await jobs(...edit, '--yes', '--json', 'tag,outcome')
    expect([done.code, JSON.parse(done.stdout)]).toEqual([
      6,
      [
        { tag: plain, outcome: 'done' },
        { tag: full, outcome: 'refused' },
      ],
    ])
    expect(done.stderr).toContain('1 updated, 1 failed')
    const id = /jobs undo (\w+)/.exec(done.stderr)![1]!
    const undone = await jobs('undo', id)
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining('1 undone, 0 failed')])
    const { stdout } = await titles('show', plain, '--json', 'skill,version')
    expect(JSON.parse(stdout)).toEqual({ skill: 2, version: 3 })
    const again = await jobs('undo', id)
    expect([again.code, again.stderr]).toEqual([7, expect.stringContaining('nothing to undo')])
    const list = await jobs('list', '--mine', '--json', 'act,status')
    expect(JSON.parse(list.stdout)[1]).toEqual({ act: 'edit', status: 'Done' })
    expect((await jobs('results', id)).stdout).toContain(`${full}\trefused\tJoblist full\tOnly 3 options`)
  })

  test('where every title is refused each says why, and that is a failure', async () => {
    const tag = await create('Refused foreign', '--skill', '2')
    const { code, stdout, stderr } = await jobs('edit', tag, '--set-channel', 'lumen-flow', '--yes')
    expect([code, stdout]).toEqual([
      1,
      `${tag}\trefused\tRefused foreign\tThis channel belongs to another provider. Choose a channel of the title’s own provider.\n`,
    ])
    expect(stderr).toContain('0 of 1 would change, 0 are so already, 1 can’t be changed.')
  })

  test.each([
    [['publish'], 'Pass tags or filters'],
    [['delete', 'a-tag', '--query', 'x'], 'can’t be combined'],
    [['edit', 'a-tag', '--add-label', 'Express', '--remove-label', 'Express'], 'can’t be combined'],
    [['edit', 'a-tag'], 'Choose at least one field to change.'],
  ])('%j is refused with the way on', async (args, words) => {
    const { code, stderr } = await jobs(...args, '--yes')
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  })
})
