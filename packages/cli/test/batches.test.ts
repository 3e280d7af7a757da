import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columns, memberColumns } from '@kinora/core/bulk'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

const names = columns.map(column => column.name)

let platform: TestPlatform
let shell: Shell
beforeAll(async () => {
  platform = await sharedPlatform()
  shell = await platform.signedIn('provider')
})

function write(
  name: string,
  rows: Partial<Record<string, string>>[],
  header: readonly string[] = names,
): string {
  const path = join(shell.folder, name)
  const lines = rows.map(row => header.map(column => row[column] ?? '').join(','))
  writeFileSync(path, `${[header.join(','), ...lines].join('\n')}\n`)
  return path
}

const rows = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ externalId: `${prefix}-${index}`, title: `Class ${index}` }))
const add = async (path: string): Promise<string> =>
  (JSON.parse((await shell.run(['batches', 'add', path, '--json'])).stdout) as { batchId: string }).batchId

describe('BULK-12 kinora batches', () => {
  test('template, add, process --watch, results: from the CSV to titles', async () => {
    const template = await shell.run(['batches', 'template'])
    expect(template.stdout.split('\n')[0]).toBe(names.join(','))
    const path = write('winter.csv', [
      ...rows(3, 'winter'),
      { externalId: 'winter-x', title: 'X', cover: 'absent.jpg' },
    ])
    const added = await shell.run(['batches', 'add', path, '--title', 'Winter', '--process'])
    expect(added).toMatchObject({ code: 6 })
    expect(added.stderr).toMatch(
      /uploading file[\s\S]*Added Winter with 4 rows[\s\S]*Bulk upload processing[\s\S]*3 of 4 rows done, 1 failed/,
    )
    const [, id] = added.stdout.trim().split('\t')
    const results = await shell.run(['batches', 'results', id!])
    expect(
      results.stdout
        .split('\n')
        .slice(0, 4)
        .map(line => line.split('\t')[4]),
    ).toEqual(['saved', 'saved', 'saved', 'refused'])
    expect((await shell.run(['batches', 'results', id!, '--csv'])).stdout).toContain(
      'row,externalId,title,tag,state',
    )
    const listed = await shell.run(['batches', 'list', '--json', 'title,status'])
    expect(JSON.parse(listed.stdout)).toContainEqual({ title: 'Winter', status: 'Complete' })
    expect((await shell.run(['batches', 'show', id!])).stdout).toMatch(
      /file store\tproviders\/ironside: Ready/,
    )
  })

  test('the CSV is checked here with the rules of the server, by row and column, before anything is sent', async () => {
    const foreign = await shell.run(['batches', 'add', write('foreign.csv', [{ name: 'x' }], ['id', 'name'])])
    expect([foreign.code, foreign.stderr]).toEqual([
      2,
      expect.stringContaining('Error: Data is in invalid format. Please correct the file and try again.'),
    ])
    expect(foreign.stdout).toBe('')
    expect(foreign.stderr).not.toContain('Error: Error:')
    expect(foreign.stderr).toMatch(
      /Why: {2}Missing columns: externalId, .*\. Columns that aren’t in the template: id, name\.\n {2}Fix: .*kinora batches template\n/,
    )
    const short = write('short.csv', rows(2, 'short'), ['externalId', 'title'])
    const shortened = await shell.run(['batches', 'add', short, '--dry-run'])
    expect([shortened.code, shortened.stdout, shortened.stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/Why: {2}Missing columns: [^\n]*cover[^\n]*\n/),
    ])
    const turned = write('turned.csv', rows(1, 'turned'), [...names].reverse())
    expect((await shell.run(['batches', 'add', turned])).stderr).toContain('in a different order')
    const mixed = write('mixed.csv', [
      ...rows(1, 'mixed'),
      { externalId: 'mixed-0', title: 'Twice', skill: '11' },
    ])
    const checked = await shell.run(['batches', 'add', mixed, '--dry-run'])
    expect(checked.code).toBe(6)
    expect(checked.stdout).toMatch(/^3\tmixed-0\tskill\terror/m)
    expect(checked.stderr).toContain('1 of 2 rows have errors and would be skipped.')
    const nobody = await shell.run(['batches', 'add', mixed, '--email', 'nobody'])
    expect([nobody.code, nobody.stderr]).toEqual([
      2,
      expect.stringContaining('Notification email is not valid'),
    ])
    expect((await shell.run(['batches', 'list', '--json', 'title'])).stdout).not.toContain('mixed')
  })

  test('BULK-04 a second start is refused with exit code 7; stop keeps what is finished; watch says how to go on', async () => {
    const [one, two] = [
      await add(write('long.csv', rows(400, 'long'))),
      await add(write('two.csv', rows(1, 'two'))),
    ]
    expect((await shell.run(['batches', 'watch', one])).stderr).toContain(`kinora batches process ${one}`)
    expect((await shell.run(['batches', 'process', one])).code).toBe(0)
    const second = await shell.run(['batches', 'process', two])
    expect([second.code, second.stderr]).toEqual([7, expect.stringContaining('Another upload is going on.')])
    expect((await shell.run(['batches', 'stop', one])).stderr).toContain('Bulk upload stopped')
    const watched = await shell.run(['batches', 'watch', one])
    expect([watched.code, watched.stderr]).toEqual([6, expect.stringContaining('Stopped:')])
    const again = await shell.run(['batches', 'stop', one])
    expect([again.code, again.stderr]).toEqual([7, expect.stringContaining('This one is Stop.')])
  })

  test.each(['show', 'process', 'watch', 'stop', 'results'])(
    '%s of a batch that is not there: exit code 3 and where batches are listed',
    async verb => {
      const { code, stderr } = await shell.run(['batches', verb, 'no-such-batch'])
      expect([code, stderr]).toEqual([3, expect.stringMatching(/Fix: {2}.*: kinora batches list\n/)])
    },
  )

  test('add --process --json prints one document: the batch as it ended, or the id of the one that could not start', async () => {
    const whole = await shell.run(['batches', 'add', write('one.csv', rows(2, 'one')), '--process', '--json'])
    expect([whole.code, JSON.parse(whole.stdout)]).toEqual([
      0,
      expect.objectContaining({ batchId: expect.any(String), status: 'Complete' }),
    ])
    const ended = (JSON.parse(whole.stdout) as { batchId: string }).batchId
    for (const verb of ['process', 'stop']) expect((await shell.run(['batches', verb, ended])).code).toBe(7)
    const running = await add(write('running.csv', rows(400, 'running')))
    expect((await shell.run(['batches', 'process', running])).code).toBe(0)
    const waiting = write('waiting.csv', rows(1, 'waiting'))
    const refused = await shell.run(['batches', 'add', waiting, '--process', '--json', 'batchId,status'])
    expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
      7,
      { batchId: expect.any(String), status: null },
    ])
    expect((await shell.run(['batches', 'stop', running])).code).toBe(0)
  })

  test('ROLE-20 an administrator is refused with exit code 4', async () => {
    const admin = await platform.signedIn('admin')
    expect((await admin.run(['batches', 'list'])).code).toBe(4)
  })
})

describe('PLAY-01 to PLAY-05 kinora playback', () => {
  const record = { tenantId: 'pulsehouse', eventId: 'e', userId: 'ana', startedAt: '2026-11-20T09:00:00Z' }
  let admin: Shell
  beforeAll(async () => {
    admin = await platform.signedIn('admin')
  })
  const playback = (...args: string[]) => admin.run(['playback', ...args])

  test('uploads, tells of bad records by line, commits the good ones once, and recounts', async () => {
    const recounted = async () => {
      const { stderr } = await playback('recount')
      return Number(/^✔ The kept numbers are right. Records: (\d+), days: \d+\n$/.exec(stderr)?.[1])
    }
    const before = await recounted()
    const file = join(admin.folder, 'plays.json')
    const lines = [{ ...record, secondsWatched: 5 }, record]
    writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
    const sent = await playback('upload', file, '--commit', '--json', 'trackingId,status,good,bad')
    const { trackingId, ...rest } = JSON.parse(sent.stdout) as { trackingId: string }
    expect([sent.code, rest]).toEqual([6, { status: 'uploaded', good: 1, bad: 1 }])
    const status = await playback('status', trackingId)
    expect([status.code, status.stderr]).toEqual([0, expect.stringMatching(/^! line 2: /)])
    expect((await playback('commit', trackingId)).stderr).toBe('✔ 1 record counted\n')
    expect((await playback('cancel', trackingId)).stderr).toContain('is committed and can’t be cancelled')
    const again = await playback('upload', file)
    const id = /^id\t(.+)$/m.exec(again.stdout)![1]!
    expect((await playback('commit', id)).stderr).toContain(
      `committed before as ${trackingId}. Nothing was added.`,
    )
    expect(await recounted()).toBe(before + 1)
  })
  test('PLAY-05, VAL-18 refuses what is no playback data', async () => {
    const file = join(admin.folder, 'odd.json')
    writeFileSync(file, 'plays')
    const { code, stderr } = await playback('upload', file)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('✖ Error: Data is in invalid format. Please correct the file and try again.'),
    ])
  })
})

function writeMembers(name: string, rows: readonly string[]): string {
  const path = join(shell.folder, name)
  writeFileSync(path, `${[memberColumns.join(','), ...rows].join('\n')}\n`)
  return path
}
const member = (nth: number) => `cli-${nth},Member ${nth},cli${nth}@site.example,Premium,p-1,,active,,`

describe('USER-04 to USER-12 kinora members', () => {
  let own: Shell
  beforeAll(async () => {
    own = await platform.signedIn('tenant')
  })
  const run = (...args: string[]) => own.run(['members', ...args])

  test('template, check, import, imports, report: from the CSV to members', async () => {
    expect((await run('template')).stdout.split('\n')[0]).toBe(memberColumns.join(','))
    const path = writeMembers('crew.csv', [member(1), member(2), 'cli-3,,nobody,,,,,,'])
    const checked = await run('import', path, '--dry-run')
    expect(checked).toMatchObject({ code: 6, stdout: expect.stringContaining('Email is not valid') })
    const imported = await run('import', path, '--yes')
    expect(imported.code).toBe(6)
    expect(imported.stderr).toMatch(/uploading file[\s\S]*Complete: 2 of 3 rows done, 1 failed/)
    const [found] = JSON.parse((await run('imports', '--json', 'fileId,name,status,failedUsers')).stdout)
    expect(found).toMatchObject({ name: 'crew', status: 'Complete', failedUsers: 1 })
    const report = join(shell.folder, 'crew_report.csv')
    await run('report', found.fileId, '-o', report)
    expect(readFileSync(report, 'utf8')).toContain('2,cli-1,added,')
    expect((await run('process', found.fileId)).code).not.toBe(0)
    const nobody = await run('import', writeMembers('bad.csv', []))
    expect([nobody.code, nobody.stdout]).toEqual([2, expect.stringContaining('kinora members template')])
    expect(nobody.stdout + nobody.stderr).not.toMatch(/catalogue|titles bulk/)
    writeFileSync(path, 'externalUserId,name,mail\nm-1,Ada,ada@site.example\n')
    const foreign = await run('import', path)
    expect([foreign.code, foreign.stderr]).toEqual([
      2,
      expect.stringMatching(
        /Missing columns: email, .* the template: mail\.\n {2}Fix: .*kinora members template/,
      ),
    ])
  })

  test('list, show, export and erase, which is asked first', async () => {
    const listed = await run('list', '--query', 'cli-1', '--status', 'active', '--json', 'userId,name')
    const [{ userId }] = JSON.parse(listed.stdout) as [{ userId: string }]
    expect((await run('show', userId)).stdout).toContain('Premium / active / flatfile')
    expect((await run('export', '--query', 'cli-')).stdout.trim().split('\n')).toHaveLength(3)
    expect((await run('erase', userId)).stderr).toContain('--yes')
    expect((await run('erase', userId, '--yes')).code).toBe(0)
    expect((await run('show', userId)).stderr).toContain('kinora members list')
  })
})
