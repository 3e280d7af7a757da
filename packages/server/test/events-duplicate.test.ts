import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { codeOf } from './refusals.ts'
import { refusal, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const weekly = (daily_time: string, ...weekdays: number[]) => ({ type: 1 as const, weekdays, daily_time })

describe.each(databases)('28.4 0126 a day or a week is duplicated on %s', db => {
  let server: TestServer
  let api: TestApi
  /** A Friday, 10:00 in Berlin, where the demo's tenant is. */
  const clock = createTestClock()
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    api = server.api('tenant')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const { data } = await api.events.list({ tenantId, take: -1 })
    if (data.length > 0) await api.events.remove({ ids: data.map(({ eventId }) => eventId) })
  })
  const add = async (more: object = {}) =>
    (
      await api.events.create({
        ...{ tenantId, title: 'Spin', type: 3, durationSecond: 3600 },
        schedule: weekly('18:00', 1, 4),
        ...more,
      })
    ).eventId
  const talk = { title: 'Talk', type: 2, schedule: null } as const
  const berlin = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Europe/Berlin', weekday: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  const words = (start: string) => berlin.format(Date.parse(start)).replace(/,/g, '').replace(' at', '')
  const calendar = async () => {
    const { data, occurrences } = await api.events.calendar({
      ...{ start: '2026-11-22T23:00:00Z', end: '2026-12-06T23:00:00Z' },
    })
    const titles = new Map(data.map(({ eventId, title }) => [eventId, title]))
    return occurrences.map(
      ({ eventId, start, details }) => `${words(start)} ${details.title ?? titles.get(eventId)}`,
    )
  }
  const week = { tenantId, day: '2026-11-23', days: 7, onto: '2026-11-30' }

  test('what is refused is said first, one call writes the rest, and it is taken back', async () => {
    const eventId = await add()
    await api.events.changeOccurrence({ eventId, date: '2026-11-26', start: '2026-11-27T09:00:00Z' })
    await api.events.addOccurrence({ eventId, start: '2026-11-28T08:00:00Z', title: 'Extra' })
    await add({ ...talk, schedule_time: '2026-11-24T10:00:00Z' })
    const before = await calendar()
    const { copies, timeZone } = await api.events.previewDuplicate(week)
    expect(timeZone).toBe('Europe/Berlin')
    expect(copies.map(({ title, to, reason }) => [`${words(to)} ${title}`, reason])).toEqual([
      ['Mon 30 18:00 Spin', 'This event already takes place on that day.'],
      ['Tue 01 11:00 Talk', null],
      ['Fri 04 10:00 Spin', null],
      ['Sat 05 09:00 Extra', null],
    ])
    expect(await calendar()).toEqual(before)
    const done = await api.events.duplicate(week)
    const made = done.copies.flatMap(copy => copy.made ?? [])
    expect(made.map(({ date }) => date)).toEqual([null, '2026-12-04', '2026-12-05'])
    const added = ['Tue 01 11:00 Talk', 'Fri 04 10:00 Spin', 'Sat 05 09:00 Extra']
    expect((await calendar()).filter(one => !before.includes(one))).toEqual(added)
    const { version, exceptions } = await api.events.view({ tenantId, eventId })
    // Both dates in one version.
    expect([version, Object.keys(exceptions)]).toEqual([
      4,
      ['2026-11-26', '2026-11-28', '2026-12-04', '2026-12-05'],
    ])
    // All of it or nothing.
    const unknown = { eventId: 'nowhere', date: null }
    expect(await codeOf(api.events.removeDuplicates({ tenantId, copies: [...made, unknown] }))).toBe(
      'notFound',
    )
    const series = { eventId, date: '2026-11-30' }
    expect(await refusal(api.events.removeDuplicates({ tenantId, copies: [...made, series] }))).toBe(
      '400 event.noOccurrence',
    )
    expect((await calendar()).filter(one => !before.includes(one))).toEqual(added)
    // Asked again, as after an answer that was lost, also by two at once: nothing comes twice.
    const again = await Promise.all([api.events.duplicate(week), api.events.duplicate(week)])
    expect(again.flatMap(({ copies }) => copies.filter(copy => copy.made !== null))).toEqual([])
    await api.events.removeDuplicates({ tenantId, copies: made })
    expect(await calendar()).toEqual(before)
    const both = await Promise.all([api.events.duplicate(week), api.events.duplicate(week)])
    expect((await calendar()).filter(one => !before.includes(one))).toEqual(added)
    const madeByBoth = both.flatMap(each => each.copies.flatMap(copy => copy.made ?? []))
    await api.events.removeDuplicates({ tenantId, copies: madeByBoth })
    expect(await calendar()).toEqual(before)
  })

  test('a day of a series goes onto another day; two copies onto one day of it are one', async () => {
    const eventId = await add()
    await api.events.addOccurrence({ eventId, start: '2026-11-24T08:00:00Z' })
    const monday = { ...week, days: 1, onto: '2026-11-25' }
    const { copies } = await api.events.duplicate(monday)
    expect(copies).toMatchObject([{ reason: null, made: { eventId, date: '2026-11-25' } }])
    expect(await calendar()).toContain('Wed 25 18:00 Spin')
    // Again: it is there already.
    const again = await api.events.duplicate(monday)
    expect(again.copies).toMatchObject([
      { reason: 'This event already takes place on that day.', made: null },
    ])
  })

  test('EVENT-11 EVENT-12 EVENT-15 the rules of single dates hold; what somebody cancelled stays cancelled', async () => {
    const eventId = await add({ schedule: weekly('12:00', 1) })
    const reasonOf = async (onto: string) =>
      (await api.events.previewDuplicate({ ...week, days: 1, onto })).copies[0]?.reason
    expect(await reasonOf('2026-11-19')).toBe('An event cannot be scheduled in the past.')
    expect(await reasonOf('2026-11-20')).toBe('An event cannot be scheduled within 4 hours from now.')
    await api.events.changeOccurrence({ eventId, date: '2026-11-30', isCancelled: true })
    expect(await reasonOf('2026-11-30')).toBe('The class of that day is cancelled. Bring it back first.')
    await api.events.changeOccurrence({ eventId, date: '2026-11-30', isCancelled: false })
    await api.events.changeOccurrence({ eventId, date: '2026-11-30', start: '2026-12-01T09:00:00Z' })
    expect(await reasonOf('2026-11-30')).toBe('The class of that day was moved. Bring it back first.')
    expect(await refusal(api.events.previewDuplicate({ ...week, onto: week.day }))).toBe('400 event.sameDays')
  })

  test('C-97 the hour stays where the clock changes; the filters of the calendar hold; a copy is a live event of its own', async () => {
    const eventId = await add({ ...talk, schedule_time: '2027-03-24T17:00:00Z' })
    await add({ schedule: weekly('06:00', 3) })
    const asked = { tenantId, day: '2027-03-22', days: 7, onto: '2027-03-29', eventType: [2] as const }
    const { copies } = await api.events.duplicate({ ...asked, eventType: [...asked.eventType] })
    expect(copies.map(({ to }) => to)).toEqual(['2027-03-31T16:00:00.000Z'])
    const [first, second] = await Promise.all(
      [eventId, copies[0]!.made!.eventId].map(id => api.events.view({ tenantId, eventId: id })),
    )
    expect([second!.title, second!.version, second!.state]).toEqual(['Talk', 1, 'Saved'])
    expect(second!.eventKey).not.toBe(first!.eventKey)
  })

  test('an event that somebody has changed since isn’t taken back, nor one of another tenant', async () => {
    await add({ ...talk, schedule_time: '2026-11-24T10:00:00Z' })
    const copies = (await api.events.duplicate(week)).copies.flatMap(({ made }) => made ?? [])
    const take = () => codeOf(api.events.removeDuplicates({ tenantId, copies }))
    await api.events.update({ tenantId, eventId: copies[0]!.eventId, title: 'Another talk' })
    expect(await take()).toBe('conflict')
    expect(await calendar()).toContain('Tue 01 11:00 Another talk')
    const others = server.api('support')
    expect(await codeOf(others.events.removeDuplicates({ tenantId: 'nordicmove', copies }))).not.toBe(
      'nothing refused',
    )
    expect(await calendar()).toContain('Tue 01 11:00 Another talk')
  })

  test('28.4 what would lie behind the last year that an event may have is refused', async () => {
    await add({ schedule: weekly('18:00', 3) })
    await add({ ...talk, schedule_time: '2026-11-26T10:00:00Z' })
    const { copies } = await api.events.duplicate({ ...week, onto: '2199-12-30' })
    expect(copies.map(({ reason, made }) => [reason, made])).toEqual(
      copies.map(() => ['Onto must lie in the years 2000 to 2199', null]),
    )
    expect(copies).toHaveLength(2)
  })

  test('two who duplicate the same days at once make the dates of series once', async () => {
    const eventId = await add()
    await api.events.addOccurrence({ eventId, start: '2026-11-25T08:00:00Z' })
    const asked = { ...week, days: 1, day: '2026-11-25', onto: '2026-12-02' }
    const both = await Promise.all([api.events.duplicate(asked), api.events.duplicate(asked)])
    expect(both.flatMap(({ copies }) => copies.flatMap(({ made }) => made ?? []))).toHaveLength(1)
    const { version } = await api.events.view({ tenantId, eventId })
    expect(version).toBe(3)
  })

  test('0092 a class that isn’t there is missing, whatever is done with it; one that is over is refused', async () => {
    const eventId = await add({ schedule: weekly('18:00', 4) })
    const on = { eventId, date: '2026-11-28' }
    for (const act of [
      () => api.events.changeOccurrence({ ...on, isCancelled: true }),
      () => api.events.restoreOccurrence(on),
    ])
      expect(await codeOf(act())).toBe('refused')
    const over = { eventId, date: '2026-11-19', isCancelled: true }
    expect([
      await codeOf(api.events.changeOccurrence(over)),
      await refusal(api.events.changeOccurrence(over)),
    ]).toEqual(['refused', '400 event.over'])
  })
})
