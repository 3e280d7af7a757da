import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform.ts'
import type { Shell } from '../shell.ts'

let platform: TestPlatform
let shell: Shell
let catalogue: string
let planned: string

const header = 'externalId,title,instructor,category\n'
const write = (...rows: string[]) => writeFile(catalogue, header + rows.map(row => `${row}\n`).join(''))
const bulk = (...args: string[]) => shell.run(['titles', 'bulk', ...args])
const ids = async (prefix: string): Promise<string[]> => {
  const { stdout } = await shell.run(['api', 'titles.search', '--input', '{"take":-1}'])
  const found = JSON.parse(stdout).data as { externalId: string | null }[]
  return found.flatMap(({ externalId }) => (externalId?.startsWith(prefix) ? [externalId] : [])).sort()
}
const tagOf = async (id: string): Promise<string> => {
  const rows = JSON.parse((await bulk('results', catalogue, '--json')).stdout)
  return rows.find((row: { externalId: string }) => row.externalId === id).tag
}
const rowsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'))

beforeAll(async () => {
  platform = await startTestPlatform()
  shell = await platform.signedIn('tenant')
  catalogue = join(shell.folder, 'catalogue.csv')
  planned = join(shell.folder, 'plan.json')
})
afterAll(() => platform.close())

describe('BULK-12 every act on a catalogue is a plan first', () => {
  test('writes what would change, before and after, and does it from the file', async () => {
    await write('p1,One,Ada,Yoga and mobility', 'p2,Two,,Nowhere')
    expect((await bulk('run', catalogue, '--plan', planned)).code).toBe(0)
    expect(await ids('p')).toEqual([])
    const plan = JSON.parse(await readFile(planned, 'utf8'))
    expect(plan.rows[0]).toMatchObject({ row: 2, action: 'create', steps: ['create', 'process'] })
    expect(plan.rows[0].changes).toContainEqual({
      column: 'category',
      before: null,
      after: 'Yoga and mobility',
    })
    expect(plan.rows[1].action).toBe('refused')
    expect((await bulk('apply', planned)).code).toBe(6)
    expect(await ids('p')).toEqual(['p1'])
    await write('p1,Uno,Ada,Yoga and mobility')
    const [row] = rowsOf((await bulk('run', catalogue, '--dry-run')).stdout)
    expect(row).toEqual(['2', 'p1', 'Uno', 'update', 'save, process', '0', 'title: One → Uno'])
    const shown = await shell.run(['titles', 'bulk', 'run', catalogue, '--dry-run'], { tty: true })
    expect(shown.stdout).toBe('Row 2  p1  Uno  update  save, process\n  title: One → Uno\n')
  })

  test('fails where every row would be refused', async () => {
    await write('d1,One,,Nowhere', 'd2,Two,,Nowhere')
    expect((await bulk('run', catalogue, '--dry-run')).code).toBe(1)
    await write('d1,One,,Nowhere', 'd2,Two,,Strength')
    expect((await bulk('run', catalogue, '--dry-run')).code).toBe(0)
  })

  test('refuses a plan that is no longer true, naming the rows', async () => {
    await write('s1,One,,', 's2,Two,,')
    await bulk('run', catalogue, '--plan', planned)
    await write('s1,One,,', 's2,Changed,,')
    const { code, stderr } = await bulk('apply', planned)
    expect(stderr).toContain('Row 3 s2 has changed since the plan was created.')
    expect(stderr).not.toContain('Row 2 s1')
    expect(code).not.toBe(0)
    expect(await ids('s')).toEqual([])
  })

  test('writes a plan over nothing but a plan', async () => {
    await write('o1,One,,')
    const { stderr, code } = await bulk('run', catalogue, '--plan', catalogue)
    expect(stderr).toContain('already exists and is not a plan. Choose another file for --plan.')
    expect(code).toBe(2)
    expect(await readFile(catalogue, 'utf8')).toContain('o1,One')
  })

  test('refuses a file that is no plan', async () => {
    const { stderr, code } = await bulk('apply', catalogue)
    expect(stderr).toContain('is not a plan created with --plan.')
    expect(code).toBe(2)
  })
})

describe('BULK-12 retry --failed', () => {
  test('runs what came to nothing again, from the mended catalogue, and nothing else', async () => {
    await write('f1,One,,', 'f2,Two,,Nowhere')
    expect((await bulk('run', catalogue)).code).toBe(6)
    await write('f1,Renamed,,', 'f2,Two,,Strength', 'f3,New,,')
    const { stdout, code } = await bulk('retry', catalogue, '--failed')
    expect(code).toBe(0)
    expect(rowsOf(stdout).map(row => row[1])).toEqual(['f2'])
    expect(await ids('f')).toEqual(['f1', 'f2'])
  })
})

describe('BULK-12 undo', () => {
  beforeAll(() => {
    catalogue = join(shell.folder, 'undo.csv')
  })

  test('deletes what the run created, except what was there before or was changed since, and says so', async () => {
    await shell.run(['api', 'titles.create', '--input', '{"className":"Mine","externalId":"u0"}'])
    await write('u0,Theirs,,', 'u1,One,,', 'u2,Two,,', 'u3,Three,,')
    expect((await bulk('run', catalogue)).code).toBe(0)
    const changed = JSON.stringify({ tag: await tagOf('u2'), instructor: 'Bo' })
    await shell.run(['api', 'titles.update', '--input', changed])
    await shell.run(['titles', 'delete', await tagOf('u3'), '--yes'])

    const planRows = rowsOf((await bulk('undo', catalogue, '--dry-run')).stdout)
    expect(planRows.map(row => [row[1], row[4]])).toEqual([
      ['u0', 'keep'],
      ['u1', 'delete'],
      ['u2', 'keep'],
      ['u3', 'keep'],
    ])
    expect(planRows.map(row => row[5]?.split(',')[0])).toEqual([
      'The title existed before the run.',
      '',
      'Edited since',
      'Already deleted.',
    ])
    const unasked = await bulk('undo', catalogue)
    expect(unasked.stderr).toContain('Nothing was deleted. Pass --yes to delete 1 title.')
    expect(await ids('u')).toEqual(['u0', 'u1', 'u2'])

    await bulk('undo', catalogue, '--plan', planned)
    const { stderr, code } = await bulk('apply', planned)
    expect(stderr).toContain('Deleted 1 title, left 3 rows alone.')
    expect(code).toBe(0)
    expect(await ids('u')).toEqual(['u0', 'u2'])
    expect((await bulk('undo', catalogue, '--yes')).stderr).toContain('Deleted 0 titles')

    const [status] = JSON.parse((await bulk('status', catalogue, '--json')).stdout)
    expect(status).toMatchObject({ state: 'done', rows: 4, saved: 2, undone: 2, open: 0 })
    expect((await bulk('retry', catalogue, '--failed', '--dry-run')).stdout).toBe('')
    expect((await bulk('run', catalogue, '--force')).stderr).toContain('4 rows done.')
    expect(await ids('u')).toEqual(['u0', 'u1', 'u2', 'u3'])
  })
})
