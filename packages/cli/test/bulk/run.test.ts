import { existsSync, renameSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform.ts'
import { createShell, journalOf, type Shell } from '../shell.ts'
import { describeExported } from './exported.ts'

let platform: TestPlatform
let shell: Shell
let catalogue: string

const header = 'externalId,title,instructor,category,channel\n'
const write = (...rows: string[]) => writeFile(catalogue, header + rows.map(row => `${row}\n`).join(''))
const bulk = (...args: string[]) => shell.run(['titles', 'bulk', ...args])
const titles = async (): Promise<{ externalId: string; className: string; instructor: string }[]> =>
  JSON.parse((await shell.run(['api', 'titles.search', '--input', '{"take":-1}'])).stdout).data
const known = async (prefix: string) => {
  const found = (await titles()).filter(title => title.externalId?.startsWith(prefix))
  return found.map(title => [title.externalId, title.className, title.instructor]).sort()
}
const resultsOf = async () => JSON.parse((await bulk('results', catalogue, '--json')).stdout)

beforeAll(async () => {
  platform = await startTestPlatform()
  shell = await platform.signedIn('tenant')
  catalogue = join(shell.folder, 'catalogue.csv')
})
afterAll(() => platform.close())

describe('BULK-12 check against the server', () => {
  test('names unknown references with what was meant, and exits with 6 while other rows are good', async () => {
    await write('k1,One,,Strenght,', 'k2,Two,,Yoga and mobility,Pulse House Originals')
    const { stdout, stderr, code } = await bulk('check', catalogue)
    expect(code).toBe(6)
    expect(stdout).toContain(
      '2\tk1\tcategory\terror\tCategory "Strenght" does not exist; did you mean "Strength"?\tUse an existing name',
    )
    expect(stderr).toContain('2 rows: 1 can be run, 1 has errors.')
    expect(stderr.match(/2 rows name no file/g)).toHaveLength(1)
  })

  test('lists problems by row in whole sentences on a terminal', async () => {
    await write('k1,One,,Strenght,')
    const { stdout } = await shell.run(['titles', 'bulk', 'check', catalogue], { tty: true })
    expect(stdout.split('\n').slice(-4)).toEqual([
      'Row 2  k1',
      '  ✖ category  Category "Strenght" does not exist; did you mean "Strength"?',
      '    Use an existing name or id. Separate several with semicolons.',
      '',
    ])
  })

  test('says what can be said offline, and how a catalogue without titles is started', async () => {
    await write('k1,One,,Strenght,')
    expect((await bulk('check', catalogue, '--offline')).code).toBe(0)
    await writeFile(catalogue, '')
    const empty = await bulk('check', catalogue, '--offline', '--json', 'problem,mend')
    expect(JSON.parse(empty.stdout)).toEqual([
      { problem: 'The file is empty.', mend: 'Start from: kinora titles bulk template' },
    ])
    expect(empty.code).toBe(2)
  })

  test('reports offline problems first and then that nobody is signed in', async () => {
    await write('k1,,,,')
    const stranger = createShell(platform.url)
    const { stdout, code } = await stranger.run(['titles', 'bulk', 'check', catalogue])
    expect(stdout).toContain('2\tk1\ttitle\terror\tRequired Title')
    expect(code).toBe(4)
  })
})

describe('BULK-12 run', () => {
  test('changes nothing with --dry-run', async () => {
    await write('d1,One,Ada,,', 'd2,Two,,Nowhere,')
    const { stdout, code } = await bulk('run', catalogue, '--dry-run')
    expect(stdout.split('\n').map(line => line.split('\t').slice(1, 5))).toEqual([
      ['d1', 'One', 'create', 'create, process'],
      ['d2', 'Two', 'refused', ''],
      [],
    ])
    expect(code).toBe(0)
    expect(await known('d')).toEqual([])
    expect((await bulk('results', catalogue)).code).toBe(3)
  })

  test('brings in the good rows, names the bad ones, and exits with 6', async () => {
    await write('r1,One,Ada,,', 'r2,Two,,Nowhere,', ',Nameless,,,', 'r3,Three,,,')
    const { stdout, stderr, code } = await bulk('run', catalogue)
    expect(code).toBe(6)
    expect(stderr).toContain('Row 3, category: Category "Nowhere" does not exist.')
    expect(stdout.split('\n').map(line => line.split('\t')[4])).toEqual([
      'saved',
      'refused',
      'refused',
      'saved',
      undefined,
    ])
    expect(await known('r')).toEqual([
      ['r1', 'One', 'Ada'],
      ['r3', 'Three', ''],
    ])
  })

  test('CAPTION-05 captions of SubRip and SBV are stored as WebVTT, once (decision 0089)', async () => {
    const rows = join(shell.folder, 'captions.csv')
    await writeFile(join(shell.folder, 'hello.srt'), '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
    await writeFile(join(shell.folder, 'hallo.sbv'), '0:00:00.000,0:00:01.000\nHallo\n')
    await writeFile(rows, 'externalId,title,captions\ncc1,Captioned,en-GB:hello.srt;de-DE:hallo.sbv\n')
    expect(await bulk('run', rows)).toMatchObject({ code: 0 })
    const [{ tag }] = JSON.parse((await bulk('results', rows, '--json', 'tag')).stdout)
    for (const [language, words] of [
      ['en-GB', 'Hello'],
      ['de-DE', 'Hallo'],
    ] as const)
      expect((await shell.run(['captions', 'show', tag, language])).stdout).toBe(
        `WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n${words}\n`,
      )
    expect((await bulk('run', rows)).stderr).toContain('1 row unchanged.')
  })

  test('run again touches only what changed, wherever the row now stands', async () => {
    await write('r3,Three,Bo,,', 'r1,One,Ada,,', 'r2,Two,,Strength,')
    const { stderr, code } = await bulk('run', catalogue)
    expect(code).toBe(0)
    expect(stderr).toContain('1 row unchanged.')
    expect(await known('r')).toEqual([
      ['r1', 'One', 'Ada'],
      ['r2', 'Two', ''],
      ['r3', 'Three', 'Bo'],
    ])
    const rows = (await resultsOf()).map((row: { row: number; externalId: string }) => [
      row.row,
      row.externalId,
    ])
    expect(rows).toEqual([
      [2, 'r3'],
      [3, 'r1'],
      [4, 'r2'],
    ])
  })

  test('finds its titles again from another machine, by their external ids', async () => {
    const other = await platform.signedIn('tenant')
    const { code } = await other.run(['titles', 'bulk', 'run', catalogue])
    expect(code).toBe(0)
    expect(await known('r')).toHaveLength(3)
  })

  test('makes a title anew that somebody has deleted', async () => {
    const before = (await resultsOf()).find((row: { externalId: string }) => row.externalId === 'r1').tag
    await shell.run(['titles', 'delete', before, '--yes'])
    expect((await bulk('run', catalogue)).code).toBe(0)
    const after = (await resultsOf()).find((row: { externalId: string }) => row.externalId === 'r1').tag
    expect(after).not.toBe(before)
    expect(await known('r1')).toHaveLength(1)
  })

  test('TITLE-05 says what a title lacks that shall be published', async () => {
    await write('p1,One,Ada,,')
    const { stdout, code } = await bulk('run', catalogue, '--publish')
    expect(code).toBe(1)
    expect(stdout).toContain('Not published: Required Description, ')
    expect(stdout).toContain('Required File')
  })

  test('gives results as a table, as CSV and as JSON', async () => {
    const csv = (await bulk('results', catalogue, '--csv')).stdout
    expect(csv.split('\n')[0]).toBe('row,externalId,title,tag,state,digest,problem,next')
    const [first] = await resultsOf()
    expect(Object.keys(first)).toEqual([
      'row',
      'externalId',
      'title',
      'tag',
      'state',
      'digest',
      'problem',
      'next',
    ])
    expect((await shell.run(['titles', 'bulk', 'results', catalogue], { tty: true })).stdout).toContain(
      'EXTERNAL ID',
    )
    expect((await bulk('status', catalogue)).stdout).toContain('\tdone\t')
  })

  test('results name what is wrong with a refused row, and give a spreadsheet nothing to run', async () => {
    const path = join(shell.folder, 'hostile.csv')
    const names = ['=1+1', '＝cmd', '-2', '+3', '@sum', 'plain']
    await writeFile(
      path,
      `externalId,title,category\n${names.map((name, at) => `x${at},${name},`).join('\n')}\nx9,Bad,Strenght\n`,
    )
    await bulk('run', path)
    const { stdout } = await bulk('results', path, '--csv')
    const titles = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map(line => line.split(',')[2])
    expect(titles).toEqual(["'=1+1", "'＝cmd", "'-2", "'+3", "'@sum", 'plain', 'Bad'])
    const refused = JSON.parse((await bulk('results', path, '--json', 'problem')).stdout).at(-1).problem
    expect(refused).toBe(
      'Not run: category: Category "Strenght" does not exist; did you mean "Strength"? ' +
        'Use an existing name or id. Separate several with semicolons.',
    )
  })

  test('BULK-07 refuses a file whose header is not the template’s, with what is wrong', async () => {
    await writeFile(catalogue, 'externalId,titel\na1,Yoga\n')
    const { stdout, stderr, code } = await bulk('run', catalogue)
    expect(code).toBe(2)
    expect(stderr).toContain('Error: Data is in invalid format. Please correct the file and try again.')
    expect(stdout).toContain('Unknown column “titel”; did you mean "title"?')
  })

  test('asks on a terminal before it leaves bad rows out', async () => {
    await write('t1,One,,,', 't2,Two,,Nowhere,')
    const { code } = await shell.run(['titles', 'bulk', 'run', catalogue], { tty: true, answers: [false] })
    expect(code).toBe(130)
    expect(await known('t')).toEqual([])
  })

  test('runs nothing with --strict while a row is bad', async () => {
    await write('s1,One,,,', 's2,Two,,Nowhere,')
    const { code, stderr } = await bulk('run', catalogue, '--strict')
    expect(code).toBe(2)
    expect(stderr).toContain('1 row has errors, so nothing was run (--strict)')
    expect(await known('s')).toEqual([])
  })

  test('says that the server is out of reach, with exit code 5', async () => {
    const { code } = await bulk('run', catalogue, '--url', 'http://127.0.0.1:9')
    expect(code).toBe(5)
  })

  test('status: a run is done though a row had another’s id; what it could not do is counted', async () => {
    catalogue = join(shell.folder, 'nameless.csv')
    await write('n1,One,,,', 'n1,Two,,,', ',Three,,,')
    const run = await bulk('run', catalogue, '--yes')
    expect(run.code).toBe(6)
    expect(run.stderr).toContain('3/3  ')
    const status = async () => JSON.parse((await bulk('status', catalogue, '--json')).stdout)[0]
    expect(await status()).toMatchObject({ state: 'done', rows: 3, saved: 1, refused: 2, open: 0 })
    const states = async () =>
      (await resultsOf()).map((row: { row: number; state: string; problem: string }) => [
        row.row,
        row.state,
        row.problem.split(':')[0],
      ])
    const expected = [
      [2, 'saved', ''],
      [3, 'refused', 'Not run'],
      [4, 'refused', 'Not run'],
    ]
    expect(await states()).toEqual(expected)
    const retry = await bulk('retry', catalogue, '--failed')
    expect(retry.stderr).toContain('0 of 2 rows done, 2 failed.')
    expect(retry.code).toBe(1)
    expect(await states()).toEqual(expected)
    expect(await status()).toMatchObject({ state: 'done', refused: 2, open: 0 })
  })

  test.runIf(existsSync('/dev/full'))(
    'ERR-01 a disk that fills meanwhile is said with the file that it is full at',
    async () => {
      const own = await platform.signedIn('tenant')
      await writeFile(
        join(own.folder, 'full.csv'),
        `${header}f1,Full one,,,\nf2,Full two,,,\nf3,Full three,,,\n`,
      )
      let full = ''
      const onError = (chunk: string) => {
        const log = chunk.includes('1/3')
          ? journalOf(own).find(({ name }) => name.endsWith('.jsonl'))
          : undefined
        if (log === undefined) return
        full = join(log.parentPath, log.name)
        // In one step: an append between two would make the file anew.
        symlinkSync('/dev/full', `${full}.new`)
        renameSync(`${full}.new`, full)
      }
      const args = ['titles', 'bulk', 'run', 'full.csv', '--yes', '--parallel', '1']
      const { stderr, code } = await own.run(args, { onError })
      expect(code).toBe(1)
      expect(stderr).toContain(`Error: This machine’s disk is full: ${full} couldn’t be written (ENOSPC`)
      expect(stderr).toContain('Finished work is kept.')
    },
  )
})

describeExported(() => shell)
