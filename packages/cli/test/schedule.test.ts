import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let tenant: Shell
beforeAll(async () => {
  platform = await startTestPlatform()
  tenant = await platform.signedIn('tenant')
})
afterAll(() => platform.close())

const show = async (id: string) =>
  JSON.parse((await tenant.run(['schedule', 'show', id, '--json'])).stdout) as Record<string, unknown>

describe('kinora schedule', () => {
  test('EVENT-05 EVENT-09 create, list with the zone, move over days, delete', async () => {
    const made = await tenant.run([
      ...['schedule', 'create', '--title', 'Hills', '--type', 'scheduled', '--weekly', 'tue,thu 12:15'],
    ])
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('Created')])
    const id = made.stdout.trim().split('\t')[1]!
    const { stdout } = await tenant.run(['schedule', 'list', '--type', 'scheduled', '--query', 'hills'])
    expect(stdout).toMatch(/Hills\tscheduled\ttue,thu 12:15\t.+ 12:15 Europe\/Berlin\tSaved/)

    const unsaid = await tenant.run(['schedule', 'move', id, '--to', 'fri'])
    expect([unsaid.code, unsaid.stderr]).toEqual([
      2,
      expect.stringContaining('Say --from with one of: tue,thu'),
    ])
    const doubled = await tenant.run(['schedule', 'move', id, '--from', 'tue', '--to', 'thu'])
    expect(doubled.stderr).toContain('This event already takes place on that day.')
    expect(
      (await tenant.run(['schedule', 'move', id, '--from', 'tue', '--to', 'fri', '--time', '19:00'])).code,
    ).toBe(0)
    expect(await show(id)).toMatchObject({ schedule: { weekdays: [5, 4], daily_time: '19:00' } })

    const active = await tenant.run(['schedule', 'edit', id, '--active'])
    expect(active.stderr).toContain('Please complete the details of the event before you activate it.')
    const wrong = await tenant.run(['schedule', 'edit', id, '--weekly', 'someday 12:00'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"someday" is none of')])
    expect((await tenant.run(['schedule', 'delete', id, '--yes'])).code).toBe(0)
    expect((await tenant.run(['schedule', 'show', id])).code).toBe(3)
  })

  test('exports iCalendar; the feed is made, renewed and ended', async () => {
    const file = join(tenant.folder, 'week.ics')
    expect((await tenant.run(['schedule', 'export', '-o', file])).code).toBe(0)
    expect(await readFile(file, 'utf8')).toContain('BEGIN:VCALENDAR')
    expect((await tenant.run(['schedule', 'feed'])).stderr).toContain('--renew')
    expect((await tenant.run(['schedule', 'feed', '--renew'])).stdout).toMatch(
      /\/calendars\/[a-z2-9]{32}\.ics/,
    )
    expect((await tenant.run(['schedule', 'feed', '--close'])).stderr).toContain('The feed has ended.')
  })
})
