import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAhead, weekdaysAhead } from './days-ahead.ts'
import { clip, mediaFolder } from './media.ts'
import { startTestPlatform, type TestPlatform, withMedia } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let tenant: Shell
beforeAll(async () => {
  platform = await startTestPlatform(withMedia)
  tenant = await platform.signedIn('tenant')
})
afterAll(() => platform.close())

const show = async (id: string) =>
  JSON.parse((await tenant.run(['schedule', 'show', id, '--json'])).stdout) as Record<string, unknown>

const [first, second, third] = daysAhead(2, 4, 5)

describe('kinora schedule', () => {
  test('EVENT-05 EVENT-09 EVENT-31 create, list with the zone, move over days, delete', async () => {
    const both = `${first},${second}`
    const made = await tenant.run([
      ...['schedule', 'create', '--title', 'Hills', '--type', 'scheduled', '--weekly', `${both} 12:15`],
    ])
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('Created')])
    const id = made.stdout.trim().split('\t')[1]!
    const { stdout } = await tenant.run(['schedule', 'list', '--type', 'scheduled', '--query', 'hills'])
    expect(stdout).toMatch(new RegExp(`Hills\tscheduled\t${both} 12:15\t.+ 12:15 Europe/Berlin\tSaved`))
    // What comes next comes first.
    const times = (await tenant.run(['schedule', 'list', '--take', '-1', '--jq', '.[].next_occurrence_time']))
      .stdout
    const ahead = times.split('\n').filter(time => time !== '' && time !== 'null')
    expect(ahead).toEqual(ahead.toSorted())
    expect(ahead.length).toBeGreaterThan(1)
    const terminal = await tenant.run(['schedule', 'list', '--query', 'hills'], { tty: true })
    expect(terminal.stdout).toMatch(new RegExp(`Hills +scheduled +${both} 12:15 +.+ 12:15 +Saved`))
    expect(terminal.stderr).toContain('Times are those of Europe/Berlin.')

    const unsaid = await tenant.run(['schedule', 'move', id, '--to', third])
    expect([unsaid.code, unsaid.stderr]).toEqual([
      2,
      expect.stringContaining(`Say --from with one of: ${both}`),
    ])
    const doubled = await tenant.run(['schedule', 'move', id, '--from', first, '--to', second])
    expect(doubled.stderr).toContain('This event already takes place on that day.')
    expect(
      (await tenant.run(['schedule', 'move', id, '--from', first, '--to', third, '--time', '19:00'])).code,
    ).toBe(0)
    expect(await show(id)).toMatchObject({
      schedule: { weekdays: weekdaysAhead(5, 4), daily_time: '19:00' },
    })

    const active = await tenant.run(['schedule', 'edit', id, '--active'])
    expect(active.stderr).toContain('Please complete the details of the event before you activate it.')
    expect(active.stderr).toMatch(/Fix: {2}Set or correct --active, --description, .*--language, --equipment/)
    const wrong = await tenant.run(['schedule', 'edit', id, '--weekly', 'someday 12:00'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"someday" is none of')])
    const mixed = await tenant.run(['schedule', 'delete', id, 'nothing', '--yes'])
    expect([mixed.code, mixed.stdout]).toEqual([
      6,
      expect.stringMatching(/Item deleted[\s\S]*nothing\t.*failed/),
    ])
    const failed = await tenant.run(['schedule', 'delete', 'nothing', '--yes'])
    expect([failed.code, failed.stderr]).toEqual([3, expect.stringContaining('Delete failed')])
    expect((await tenant.run(['schedule', 'show', id])).code).toBe(3)
  })

  test('EVENT-28 C-97 C-110 times on the tenant’s clock, day by day, over a change of the clock; names as well as ids', async () => {
    const create = (...args: string[]) => tenant.run(['schedule', 'create', ...args])
    const once = await create('--title', 'Night ride', '--type', 'live', '--at', '2038-03-28 02:30')
    // At the other end of the day: none within four hours (EVENT-12).
    const at = new Date().getUTCHours() < 11 ? '19:00' : '07:00'
    const toUtc = (day: string, offset: string) => new Date(`${day}T${at}${offset}`).toISOString()
    const early = ['--title', 'Early flow', '--type', 'scheduled', '--weekly', `mon,fri ${at}`]
    const weekly = await create(...early)
    const [id, other] = [once, weekly].map(({ stdout }) => stdout.trim().split('\t')[1]!)
    expect(await show(id!)).toMatchObject({ schedule_time: '2038-03-28T01:00:00.000Z' })
    expect(once.stderr).toContain('The clock skips 02:30 of 2038-03-28 in Europe/Berlin; taken as 03:00.')
    const twice = await tenant.run(['schedule', 'move', id!, '--at', '2038-10-31 02:30'])
    expect(twice.stderr).toContain(
      'shows 02:30 of 2038-10-31 twice in Europe/Berlin; the first is taken. The second is 2038-10-31T02:30:00+01:00.',
    )
    expect(await show(id!)).toMatchObject({ schedule_time: '2038-10-31T00:30:00.000Z' })
    expect((await tenant.run(['schedule', 'move', id!, '--at', '2038-03-28 18:30'])).stderr).toContain(
      'Moved: 28 Mar 2038 18:30 Europe/Berlin',
    )
    const days = ['schedule', 'calendar', '--from', '2038-03-26', '--to', '2038-03-29', '--json']
    const { stdout } = await tenant.run(days)
    const rows = (JSON.parse(stdout) as Record<string, string>[]).filter(row =>
      [id, other].includes(row.event_Id),
    )
    expect(rows.map(row => `${row.weekday} ${row.date} ${row.from} ${row.start}`)).toEqual([
      `fri 2038-03-26 ${at} ${toUtc('2038-03-26', '+01:00')}`,
      'sun 2038-03-28 18:30 2038-03-28T16:30:00.000Z',
      `mon 2038-03-29 ${at} ${toUtc('2038-03-29', '+02:00')}`,
    ])
    const named = ['schedule', 'edit', other!, '--class-category', 'Strength', '--language']
    expect((await tenant.run([...named, 'German'])).code).toBe(0)
    expect(await show(other!)).toMatchObject({ classLanguageCode: 'de-DE' })
    for (const [args, said] of [
      [['calendar', '--from', 'tomorrow'], '--from: tomorrow is not a day like 2026-11-23'],
      [['calendar', '--from', '2038-03-26', '--to', '2038-03-25'], 'To must not be before From'],
      [['edit', other!, '--equipment', 'Mat', '--label', 'Nowhere'], 'Label "Nowhere" does not exist'],
      [['move', id!, '--at', '2038-02-31 10:00'], 'a date and time like'],
    ] as const) {
      const wrong = await tenant.run(['schedule', ...args])
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(said)])
    }
  })

  test('C-150 28.4 one date is moved, cancelled, restored and added; this and later is split off and joined', async () => {
    const run = (...args: string[]) => tenant.run(['schedule', ...args])
    const made = await run(
      'create',
      '--title',
      'Own dates',
      '--type',
      'scheduled',
      '--weekly',
      `${third} 12:15`,
    )
    const id = made.stdout.trim().split('\t')[1]!
    const next = String((await show(id)).next_occurrence_time)
    const date = next.slice(0, 10)
    const on = (days: number) => new Date(Date.parse(next) + days * 86_400_000).toISOString().slice(0, 10)
    const moved = await run('move', id, '--date', date, '--time', '15:45')
    expect([moved.code, moved.stderr]).toEqual([0, expect.stringMatching(`${date} moved to .+ 15:45`)])
    expect((await run('cancel', id, '--date', on(7))).stderr).toContain(`${on(7)} cancelled`)
    expect((await run('add', id, '--at', `${on(1)} 09:00`)).stderr).toMatch(
      new RegExp(`${on(1)} added at .+ 09:00`),
    )
    const twice = await run('add', id, '--at', `${on(1)} 10:00`)
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringContaining('already takes place on that day'),
    ])
    const calendar = await run('calendar', '--from', date, '--to', on(8), '--json', 'event_Id,of,exception')
    const rows = (JSON.parse(calendar.stdout) as Record<string, string>[]).filter(row => row.event_Id === id)
    expect(rows.map(({ of, exception }) => [of, exception])).toEqual([
      [date, 'moved'],
      [on(1), 'added'],
      [on(7), 'cancelled'],
    ])
    expect((await run('restore', id, '--date', date)).stderr).toContain(`${date}: as the series has it`)
    const none = await run('cancel', id, '--date', on(3))
    // Decision 0092: the same of both.
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('has no class on that day')])
    expect((await run('restore', id, '--date', on(3))).code).toBe(3)
    const changed = await run('change', id, '--date', date, '--title', 'Long ride', '--duration', '5400')
    expect(changed.stderr).toContain(`${date} own durationSecond, title`)
    expect((await run('change', id, '--date', date, '--title', '', '--duration', '')).stderr).toContain(
      `${date}: as the series has it`,
    )
    expect((await run('change', id, '--date', date)).code).toBe(2)
    const wrong = await run('cancel', id, '--date', 'soon')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--date: soon is not a day')])
    const split = await run('move', id, '--date', on(14), '--later', '--time', '16:00', '--json', 'event_Id')
    const { event_Id: later } = JSON.parse(split.stdout) as { event_Id: string }
    expect(await show(later)).toMatchObject({ continues: id, startsOn: on(14) })
    expect((await show(id)).endsOn).toBe(on(13))
    expect((await run('join', later)).stderr).toContain(`Goes on as ${id}`)
    expect((await show(id)).endsOn).toBeNull()
  })

  test('28.4 0126 a day is duplicated: what is refused is said, asked about, and left out', async () => {
    const run = (...args: string[]) => tenant.run(['schedule', ...args])
    const made = await run('create', '--title', 'Twice', '--type', 'live', '--at', '2038-06-02 12:15')
    expect(made.code).toBe(0)
    const days = ['--from', '2038-06-02', '--to', '2038-06-09', '--type', 'live']
    const dry = await run('duplicate', ...days, '--dry-run')
    expect([dry.code, dry.stdout]).toEqual([
      0,
      'Twice\t02 Jun 2038 12:15\t09 Jun 2038 12:15\twould be added\n',
    ])
    expect((await run('duplicate', ...days)).code).toBe(2)
    const left = await tenant.run(['schedule', 'duplicate', ...days], { tty: true, answers: [false] })
    expect([left.code, left.stderr]).toEqual([130, expect.stringContaining('Nothing was changed')])
    const done = await run('duplicate', ...days, '--yes', '--json', 'title,made')
    expect(JSON.parse(done.stdout)).toMatchObject([{ title: 'Twice', made: { date: null } }])
    expect(done.stderr).toContain('Duplicated 1 class')
    const past = await run('duplicate', ...days, '--to', '2020-06-09', '--yes')
    expect([past.code, past.stdout]).toEqual([1, expect.stringContaining('cannot be scheduled in the past')])
  })

  test('EVENT-11 EVENT-19 what a change of the type deletes is said and asked first; a moment that is over is one of --at', async () => {
    const live = await tenant.run(['schedule', 'create', '--title', 'Live', '--type', 'live', '--json'])
    const { event_Id: id } = JSON.parse(live.stdout) as { event_Id: string }
    const edit = ['schedule', 'edit', id, '--type', 'scheduled', '--weekly', `${first} 12:15`]
    const left = await tenant.run(edit, { tty: true, answers: [false] })
    expect([left.code, left.stderr]).toEqual([130, expect.stringContaining('The stream key is deleted')])
    expect(await show(id)).toMatchObject({ type: 2 })
    const past = await tenant.run(['schedule', 'edit', id, '--at', '2020-01-01 10:00'])
    expect(past.stderr).toContain('An event cannot be scheduled in the past.')
    expect(past.stderr).toContain('Set or correct --at,')
    const agreed = await tenant.run(edit, { tty: true, answers: [true] })
    expect(agreed.code).toBe(0)
    expect(await show(id)).toMatchObject({ type: 3, eventKey: null })
  })

  test('EVENT-33 a class that can’t be played is refused before anything is made', async () => {
    const found = await tenant.run([
      'titles',
      'list',
      '--status',
      'published',
      '--take',
      '1',
      '--jq',
      '.[0].tag',
    ])
    const given = ['--title', 'Silence', '--type', 'scheduled', '--weekly', `${first} 06:00`, '--class']
    const refused = await tenant.run(['schedule', 'create', ...given, found.stdout.trim()])
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('There is an issue with this class. Please choose another one.'),
    ])
    expect((await tenant.run(['schedule', 'list', '--query', 'Silence'])).stdout).toBe('')
    // Of another provider's channel that the site shows: found, too.
    const shown = await tenant.run(['collections', 'classes', 'find', '--jq', '.[].tag'])
    const own = await tenant.run(['titles', 'list', '--all', '--jq', '.[].tag'])
    const other = shown.stdout.split('\n').find(tag => !own.stdout.split('\n').includes(tag))
    const issue = await tenant.run(['schedule', 'create', ...given, other!])
    expect([issue.code, issue.stderr]).toEqual([
      2,
      expect.stringContaining('There is an issue with this class.'),
    ])
    const unknown = await tenant.run(['schedule', 'create', ...given, 'nowhere'])
    expect([unknown.code, unknown.stderr]).toEqual([
      3,
      expect.stringContaining('kinora collections classes find'),
    ])
  })

  test('EVENT-32 EVENT-37 UPLOAD-04 the video of a simulated event: refused before a byte is sent, else sent and processed', async () => {
    const made = await tenant.run([
      ...[
        'schedule',
        'create',
        '--title',
        'Sim',
        '--type',
        'simulated',
        '--weekly',
        `${first} 12:15`,
        '--json',
      ],
    ])
    const { event_Id: id } = JSON.parse(made.stdout) as { event_Id: string }
    const folder = mediaFolder()
    const long = await clip(join(folder, `${'a'.repeat(40)}.mp4`))
    const upload = (...args: string[]) => tenant.run(['schedule', 'upload', id, ...args])
    const refused = await upload(long)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('40 characters')])

    const file = await clip(join(folder, 'hills.mp4'))
    const sent = await upload(file, '--json')
    expect(sent.stderr).toContain(`Stored hills.mp4 for ${id}`)
    expect([sent.code, JSON.parse(sent.stdout)]).toMatchObject([
      0,
      { event_Id: id, fileName: 'hills.mp4', videoStatus: 6 },
    ])
    expect(await show(id)).toMatchObject({ file: { fileName: 'hills.mp4', videoStatus: 6 } })
    expect((await tenant.run(['schedule', 'show', id])).stdout).toContain('video state\tready')

    const other = await tenant.run([
      ...[
        'schedule',
        'create',
        '--title',
        'Other',
        '--type',
        'scheduled',
        '--weekly',
        `${first} 12:15`,
        '--json',
      ],
    ])
    const { event_Id } = JSON.parse(other.stdout) as { event_Id: string }
    const wrong = await tenant.run(['schedule', 'upload', event_Id, file])
    expect(wrong.stderr).toContain('Only a simulated live class has a video of its own.')
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

  test('LIVE-05 0141 C-138 what is on air and comes next, of all and of one', async () => {
    const all = await tenant.run(['schedule', 'live'])
    expect(all.stdout).toMatch(/Lunch ride\tscheduled\t.*\t\d+\t(yes|nothing)\tevent-lunch-ride/)
    expect(all.stdout).not.toContain('Morning strength')
    const one = await tenant.run(['schedule', 'live', 'event-lunch-ride', '--json'])
    expect(JSON.parse(one.stdout)).toMatchObject({
      ...{ event_Id: 'event-lunch-ride', state: 'Active', viewers: expect.any(Number) },
      air: expect.stringMatching(/^(off|open|onAir)$/),
    })
    const shown = await tenant.run(['schedule', 'live', 'event-lunch-ride'], { tty: true })
    expect(shown.stdout).toMatch(/link opens +.+/)
    expect((await tenant.run(['schedule', 'live', 'nothing'])).code).toBe(3)
    const lacking = await tenant.run(['schedule', 'edit', 'event-lunch-ride', '--class', ''])
    expect(lacking.stderr + lacking.stdout).toMatch(/Inactive/)
    const active = await tenant.run(['schedule', 'edit', 'event-lunch-ride', '--active'])
    expect([active.code, active.stderr]).toEqual([
      2,
      expect.stringContaining('Required Class. Choose the class that plays at its time.'),
    ])
  })
})
