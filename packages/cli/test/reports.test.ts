import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let support: Shell
beforeAll(async () => {
  platform = await sharedPlatform()
  support = await platform.signedIn('support')
})

/** The last three months, in which the demo has been played. */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
// From the second of a month: never whole months on any day, as their names stand in the files’ names.
const recent = ['--from', `${day(90).slice(0, 7)}-02`, '--to', day(0)]

describe('REPORT-01, REPORT-09 kinora reports', () => {
  test('list: the four, with the names of their files', async () => {
    const { stdout } = await support.run(['reports', 'list'])
    const files = stdout
      .trim()
      .split('\n')
      .map(line => line.split('\t')[2])
    expect(files).toEqual([
      'TenantUploadReport',
      'ContentUsageReport',
      'BillableUserReport',
      'OnDemandTrackingReport',
    ])
  })

  test('show: the first rows, of one tenant where it is named', async () => {
    const { stdout, code } = await support.run([
      'reports',
      'show',
      'contentusage',
      ...recent,
      '--tenant',
      'pulsehouse',
      '--json',
    ])
    const rows = JSON.parse(stdout) as { tenant: string; plays: number }[]
    expect([code, new Set(rows.map(({ tenant }) => tenant))]).toEqual([0, new Set(['Pulse House'])])
    expect(rows.every(({ plays }) => plays > 0)).toBe(true)
  })

  test('REPORT-02, REPORT-08 download: all that have data, into a folder that is made; what has none is named', async () => {
    const out = join(support.folder, 'reports')
    const done = await support.run(['reports', 'download', '--type', 'all', ...recent, '--out', out])
    expect(done.code).toBe(0)
    expect(done.stderr).toContain('Download complete')
    const written = await readdir(out)
    expect(written).toEqual(
      expect.arrayContaining([
        // Billed by the month, so that its months stand in its name.
        `BillableUserReport_${day(90).slice(0, 7)}_${day(0).slice(0, 7)}.xlsx`,
        'ContentUsageReport.xlsx',
        'OnDemandTrackingReport.xlsx',
        'TenantUploadReport.xlsx',
      ]),
    )
    for (const name of written) expect((await readFile(join(out, name))).subarray(0, 2).toString()).toBe('PK')
    const quiet = ['--type', 'contentProviderUsage', '--format', 'csv', '--quiet', '--json', 'path']
    const one = await support.run(['reports', 'download', ...quiet, ...recent, '--out', out])
    const [{ path }] = JSON.parse(one.stdout)
    expect([one.stderr, await readFile(path, 'utf8')]).toEqual([
      '',
      expect.stringContaining('Provider,Channel,Tag,Title,Tenant,Plays,Minutes'),
    ])
  })

  test('REPORT-03, REPORT-05 exit 3 where nothing was found, 2 for days or types that are wrong, 4 for other roles', async () => {
    const at = (...days: string[]) => ['--from', days[0]!, '--to', days[1]!]
    const none = await support.run([
      'reports',
      'download',
      '--type',
      'all',
      ...at('2020-01-01', '2020-01-01'),
    ])
    expect([none.code, none.stderr]).toEqual([
      3,
      expect.stringContaining('No data found for the selected dates.'),
    ])
    expect(
      (await support.run(['reports', 'show', 'billableUser', ...at('2020-01-01', '2020-01-01')])).code,
    ).toBe(3)
    const backwards = await support.run([
      'reports',
      'download',
      '--type',
      'all',
      ...at('2026-11-02', '2026-11-01'),
    ])
    expect([backwards.code, backwards.stderr]).toEqual([
      2,
      expect.stringContaining('The last day is before the first.'),
    ])
    const barred = await support.run([
      'reports',
      'download',
      '--type',
      'all',
      ...recent,
      ...['--out', '/dev/null/reports'],
    ])
    expect([barred.code, barred.stderr]).toEqual([1, expect.stringContaining('Can’t use /dev/null')])
    expect((await support.run(['reports', 'show', 'all', ...recent])).code).toBe(2)
    const unknown = await support.run(['reports', 'download', '--type', 'sales', ...recent])
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('There is no report “sales”.'),
    ])
    const tenant = await platform.signedIn('tenant')
    expect((await tenant.run(['reports', 'download', '--type', 'all', ...recent])).code).toBe(4)
  })

  test('28.5 a month or a period instead of days, and a report by mail every month', async () => {
    const shown = await support.run(['reports', 'show', 'billableUser', '--period', 'last-month', '--json'])
    const rows = JSON.parse(shown.stdout) as { month: string; billable: number }[]
    expect(new Set(rows.map(({ month }) => month)).size).toBe(1)
    const month = rows[0]!.month
    const out = join(support.folder, 'months')
    await support.run(['reports', 'download', '--type', 'billableUser', '--month', month, '--out', out])
    expect(await readdir(out)).toEqual([`BillableUserReport_${month}.xlsx`])
    for (const days of [
      ['--month', '2026-13'],
      ['--period', 'never'],
      ['--from', '2026-11-01'],
      ['--month', month, '--period', 'last-month'],
    ])
      expect((await support.run(['reports', 'show', 'billableUser', ...days])).code).toBe(2)

    const made = await support.run([
      'reports',
      'subscribe',
      'billableuser',
      '--tenant',
      'pulsehouse',
      '--json',
    ])
    const { subscriptionId } = JSON.parse(made.stdout) as { subscriptionId: string }
    const list = await support.run(['reports', 'subscriptions'])
    expect(list.stdout).toContain(`${subscriptionId}\tBillable users\tPulse House`)
    const again = await support.run(['reports', 'subscribe', 'billableUser', '--tenant', 'pulsehouse'])
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining(subscriptionId)])
    expect((await support.run(['reports', 'unsubscribe', subscriptionId])).code).toBe(0)
    expect((await support.run(['reports', 'unsubscribe', subscriptionId])).code).toBe(3)
  })
})
