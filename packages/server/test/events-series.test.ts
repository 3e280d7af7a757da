import { contract, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventsShowing } from '../src/events/index.ts'
import { eventsTable } from '../src/events/tables.ts'
import { auditEntriesTable } from '../src/kernel/rows/audit.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { codeOf } from './refusals.ts'
import { refusal, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const weekly = (daily_time: string, ...weekdays: number[]) => ({ type: 1 as const, weekdays, daily_time })

describe.each(databases)('C-150 28.4 exceptions of a series on %s', db => {
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
  /** What the fortnight from Monday 23 November has, on the clock of Berlin. */
  const fortnight = { start: '2026-11-22T23:00:00Z', end: '2026-12-06T23:00:00Z' }
  const berlin = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Europe/Berlin', weekday: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  const words = (start: string) => berlin.format(Date.parse(start)).replace(/,/g, '').replace(' at', '')
  const calendar = async () => {
    const { occurrences, cancelled } = await api.events.calendar(fortnight)
    return {
      held: occurrences.map(({ start, exception }) =>
        [words(start), ...(exception ? [exception] : [])].join(' '),
      ),
      cancelled: cancelled.map(({ start }) => words(start)),
    }
  }
  const regular = ['Mon 23 18:00', 'Thu 26 18:00', 'Mon 30 18:00', 'Thu 03 18:00']

  test('one is moved, edited, cancelled and brought back, in versions, with an entry each', async () => {
    const eventId = await add()
    const on = { eventId, date: '2026-11-26' }
    expect((await calendar()).held).toEqual(regular)
    const moved = await api.events.changeOccurrence({ ...on, version: 1, start: '2026-11-27T09:00:00Z' })
    expect([moved.version, moved.schedule]).toEqual([2, weekly('18:00', 1, 4)])
    await api.events.changeOccurrence({ ...on, title: 'Spin with Ana', instructor: 'Ana' })
    expect((await calendar()).held).toEqual([regular[0], 'Fri 27 10:00 moved', regular[2], regular[3]])
    const { occurrences } = await api.events.calendar(fortnight)
    expect(occurrences[1]).toMatchObject({ date: '2026-11-26', details: { title: 'Spin with Ana' } })
    await api.events.changeOccurrence({ ...on, isCancelled: true })
    expect(await calendar()).toEqual({ held: regular.toSpliced(1, 1), cancelled: ['Fri 27 10:00'] })
    await api.events.changeOccurrence({ ...on, isCancelled: false })
    // What it has of its own is still there, and is the series' again where it is said so.
    expect((await calendar()).held[1]).toBe('Fri 27 10:00 moved')
    await api.events.changeOccurrence({ ...on, start: null, title: null })
    expect((await calendar()).held[1]).toBe('Thu 26 18:00 edited')
    const { version, exceptions } = await api.events.restoreOccurrence(on)
    expect([version, exceptions]).toEqual([7, {}])
    expect(await codeOf(api.events.changeOccurrence({ ...on, version: 1, isCancelled: true }))).toBe(
      'outdated',
    )
    const entries = await server.deps.db
      .select()
      .from(auditEntriesTable)
      .where(eq(auditEntriesTable.rowId, eventId))
      .orderBy(auditEntriesTable.id)
    expect(entries.map(({ verb }) => verb)).toEqual(['create', ...Array<string>(6).fill('update')])
    expect(entries[1]!.changes).toContainEqual({
      ...{ path: 'exceptions.2026-11-26.start', before: null, after: '2026-11-27T09:00:00.000Z' },
    })
  })

  test('EVENT-11 to EVENT-15 are held for each date', async () => {
    const eventId = await add()
    const move = (start: string, date = '2026-11-26') =>
      refusal(api.events.changeOccurrence({ eventId, date, start }))
    expect(await move('2026-11-30T09:00:00Z')).toBe('400 event.sameDay')
    expect(await move('2026-11-20T08:00:00Z')).toBe('400 event.past')
    expect(await move('2026-11-20T12:59:00Z')).toBe('400 event.leadTime')
    expect(await move('2026-11-20T13:00:00Z')).toBe('nothing refused')
    expect(await move('2026-11-28T13:00:00Z', '2026-11-25')).toBe('400 event.noOccurrence')
    expect(await move('2026-11-28T13:00:00Z', '2026-11-19')).toBe('400 event.over')
    const live = await add({ type: 2, schedule: weekly('14:00', 5) })
    clock.forward(1)
    const near = { eventId: live, date: '2026-11-20' }
    expect(await refusal(api.events.changeOccurrence({ ...near, start: '2026-11-21T10:00:00Z' }))).toBe(
      '400 event.locked',
    )
    expect((await api.events.changeOccurrence({ ...near, isCancelled: true })).isLocked).toBe(false)
    expect((await api.events.restoreOccurrence(near)).isLocked).toBe(true)
    const once = await add({ type: 2, schedule: null, schedule_time: '2026-11-28T10:00:00Z' })
    expect(await refusal(api.events.restoreOccurrence({ ...near, eventId: once }))).toBe(
      '400 event.notSeries',
    )
  })

  test('a date is added, once a day, and goes', async () => {
    const eventId = await add()
    const start = '2026-11-28T09:00:00Z'
    await api.events.addOccurrence({ eventId, start, title: 'Open day' })
    expect((await calendar()).held[2]).toBe('Sat 28 10:00 added')
    expect(await refusal(api.events.addOccurrence({ eventId, start }))).toBe('400 event.sameDay')
    await api.events.changeOccurrence({ eventId, date: '2026-11-26', start: '2026-11-27T09:00:00Z' })
    expect(await refusal(api.events.addOccurrence({ eventId, start: '2026-11-26T09:00:00Z' }))).toBe(
      '400 event.movedAway',
    )
    // On a day that is cancelled, it is that class again.
    await api.events.changeOccurrence({ eventId, date: '2026-11-30', isCancelled: true })
    await api.events.addOccurrence({ eventId, start: '2026-11-30T08:00:00Z' })
    expect((await calendar()).held).toContain('Mon 30 09:00 moved')
    const { exceptions } = await api.events.restoreOccurrence({ eventId, date: '2026-11-28' })
    expect(Object.keys(exceptions)).toEqual(['2026-11-26', '2026-11-30'])
  })

  test('one whose day the series loses rests, and can be removed', async () => {
    const eventId = await add()
    const on = { eventId, date: '2026-11-26' }
    await api.events.changeOccurrence({ ...on, start: '2026-11-27T09:00:00Z' })
    await api.events.update({ eventId, schedule: weekly('18:00', 1, 3) })
    expect(await refusal(api.events.addOccurrence({ eventId, start: '2026-11-26T09:00:00Z' }))).toBe(
      '400 event.movedAway',
    )
    expect((await calendar()).held).toEqual(['Mon 23 18:00', 'Wed 25 18:00', 'Mon 30 18:00', 'Wed 02 18:00'])
    await api.events.update({ eventId, schedule: weekly('18:00', 1, 4) })
    expect((await calendar()).held[1]).toBe('Fri 27 10:00 moved')
    await api.events.update({ eventId, schedule: weekly('18:00', 1) })
    expect((await api.events.restoreOccurrence(on)).exceptions).toEqual({})
  })

  test('B-15 startsOn, endsOn: this and later: the series ends, a new one goes on with its dates, and both are one again', async () => {
    const eventId = await add({ type: 2 })
    await api.events.changeOccurrence({ eventId, date: '2026-12-03', isCancelled: true })
    const later = await api.events.split({ eventId, date: '2026-11-30', schedule: weekly('19:00', 1, 4) })
    expect(later).toMatchObject({ continues: eventId, startsOn: '2026-11-30', endsOn: null, title: 'Spin' })
    const earlier = await api.events.view({ tenantId, eventId })
    expect([earlier.endsOn, earlier.eventKey]).toEqual(['2026-11-29', later.eventKey])
    expect(await calendar()).toEqual({
      held: ['Mon 23 18:00', 'Thu 26 18:00', 'Mon 30 19:00'],
      cancelled: ['Thu 03 19:00'],
    })
    const joined = await api.events.join({ eventId: later.eventId })
    expect([joined.eventId, joined.endsOn]).toEqual([eventId, null])
    expect((await calendar()).held).toEqual(regular.slice(0, 3))
    expect(await codeOf(api.events.view({ tenantId, eventId: later.eventId }))).toBe('notFound')
    expect(await refusal(api.events.join({ eventId }))).toBe('400 event.notParted')
  })

  test('EVENT-11 EVENT-13 this and later: not from what is over, not over what is locked; where nothing is before, it is all', async () => {
    const eventId = await add({ type: 2, schedule: weekly('14:30', 5) })
    clock.forward(3600)
    const schedule = weekly('20:00', 5)
    expect(await refusal(api.events.split({ eventId, date: '2026-11-20', schedule }))).toBe(
      '400 event.locked',
    )
    const later = await api.events.split({ eventId, date: '2026-11-27', schedule })
    const same = await api.events.split({ eventId: later.eventId, date: '2026-11-27', title: 'Late' })
    expect([same.eventId, same.title]).toEqual([later.eventId, 'Late'])
  })

  test('the feed names what differs: EXDATE, RECURRENCE-ID, and the zone', async () => {
    const eventId = await add({ title: 'Spin, hard; long', endsOn: '2026-12-31' })
    await api.events.changeOccurrence({ eventId, date: '2026-11-26', isCancelled: true })
    await api.events.changeOccurrence({
      eventId,
      date: '2026-11-30',
      start: '2026-12-01T09:00:00Z',
      title: 'Moved',
    })
    await api.events.addOccurrence({ eventId, start: '2026-11-28T09:00:00Z' })
    const file = await api.events.export({ tenantId })
    const text = await new Response(file.body as Blob).text()
    const unfolded = text.replaceAll('\r\n ', '')
    const blocks = unfolded.split('BEGIN:VEVENT').slice(1)
    expect(blocks).toHaveLength(3)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(blocks[0]).toContain(`UID:${eventId}@kinora\r\n`)
    expect(blocks[0]).toContain('DTSTART;TZID=Europe/Berlin:20261116T180000')
    expect(blocks[0]).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261231T170000Z')
    expect(blocks[0]).toContain('EXDATE;TZID=Europe/Berlin:20261126T180000')
    expect(blocks[0]).toContain('SUMMARY:Spin\\, hard\\; long')
    expect(unfolded).toContain(`UID:${eventId}-2026-11-28@kinora\r\nDTSTART:20261128T090000Z`)
    expect(unfolded).toContain(
      `UID:${eventId}@kinora\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261130T180000\r\nDTSTART:20261201T090000Z`,
    )
    expect(unfolded).toContain('SUMMARY:Moved')
    expect(unfolded).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin')
  })

  test('a site sees what takes place, with what it has of its own, and what is cancelled apart', async () => {
    const eventId = await add()
    await server.deps.db
      .update(eventsTable)
      .set({ active: true, activatedOnce: true })
      .where(eq(eventsTable.eventId, eventId))
    await api.events.changeOccurrence({ eventId, date: '2026-11-26', isCancelled: true })
    await api.events.changeOccurrence({
      eventId,
      date: '2026-11-30',
      title: 'With Ana',
      durationSecond: 1800,
    })
    const { body } = await send(server, contract['site-content'].schedule, fortnight, {
      token: await siteToken(server),
    })
    expect(body).toMatchObject({
      occurrences: [
        { date: '2026-11-23', exception: null, details: {} },
        { end: '2026-11-30T17:30:00.000Z', exception: 'edited', details: { title: 'With Ana' } },
        { date: '2026-12-03' },
      ],
      cancelled: [{ date: '2026-11-26' }],
    })
  })

  test('API-87 LIVE-04 a site plays the class of the date that runs or is about to, else that of the series', async () => {
    const title = (tag: string, tenants: string[]) => ({
      ...{
        tag,
        className: tag,
        tenantId,
        tenants,
        status: TitleStatus.Published,
        streamKey: `streams/${tag}`,
      },
    })
    await server.deps.db.insert(titlesTable).values([title('of-date', [tenantId]), title('of-series', [])])
    const eventId = await add({ contentId: 'of-series' })
    await set(eventId, { active: true, activatedOnce: true })
    const ofDate = (date: string, contentId: string | null) =>
      api.events.changeOccurrence({ eventId, date, contentId })
    const status = async () => {
      const token = await siteToken(server)
      return (await send(server, contract['site-content'].streamingLink, { tag: eventId }, { token })).status
    }
    /** To ten minutes before the class of Monday, and back. */
    const away = (Date.parse('2026-11-23T16:50:00Z') - clock.now().getTime()) / 1000
    const opened = async () => {
      clock.forward(away)
      const found = await status()
      clock.forward(-away)
      return found
    }
    expect(await opened()).toBe(404)
    await ofDate('2026-11-26', 'of-date')
    expect(await opened()).toBe(404)
    await ofDate('2026-11-23', 'of-date')
    // LIVE-04: before it is open, there is a moment and no link.
    expect([await status(), await opened()]).toEqual([400, 200])
    await ofDate('2026-11-23', null)
    expect(await opened()).toBe(404)
    expect(await eventsShowing({ kind: 'all' }, server.deps.db, ['of-date', 'other'])).toMatchObject({
      count: 1,
    })
    expect(await eventsShowing({ kind: 'all' }, server.deps.db, ['other'])).toMatchObject({ count: 0 })
  })

  const set = (eventId: string, more: Partial<typeof eventsTable.$inferInsert>) =>
    server.deps.db.update(eventsTable).set(more).where(eq(eventsTable.eventId, eventId))

  test('both are one again where the first class is over; not where the earlier one is no series any more', async () => {
    const eventId = await add({ type: 2 })
    await set(eventId, { schedule_time: '2026-11-16T17:00:00.000Z' })
    const parted = () => api.events.split({ eventId, date: '2026-12-03', schedule: weekly('19:00', 1, 4) })
    const joined = await api.events.join({ eventId: (await parted()).eventId })
    expect([joined.eventId, joined.endsOn]).toEqual([eventId, null])
    const later = await parted()
    // Parted again by somebody who didn't hear of it.
    expect(await refusal(parted())).toBe('400 event.noOccurrence')
    await set(eventId, { schedule: null })
    expect(await refusal(api.events.join({ eventId: later.eventId }))).toBe('400 event.notSeries')
  })

  test('one series has 500 dates of its own at most; where it has more, there can be no others', async () => {
    const eventId = await add()
    const later = await api.events.split({ eventId, date: '2026-12-10', title: 'Late' })
    const off = (from: string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, nth) => [
          new Date(Date.parse(from) + nth * 86_400_000).toISOString().slice(0, 10),
          { isAdded: false, isCancelled: true, start: null, details: {} },
        ]),
      )
    await set(eventId, { exceptions: off('2025-01-01', 300) })
    await set(later.eventId, { exceptions: off('2026-12-10', 201) })
    expect(await refusal(api.events.join({ eventId: later.eventId }))).toBe('400 event.exceptions')
    await set(later.eventId, { exceptions: off('2026-12-10', 502) })
    const change = (date: string, isCancelled: boolean) =>
      refusal(api.events.changeOccurrence({ eventId: later.eventId, date, isCancelled, title: 'Off' }))
    expect(await change('2026-12-10', false)).toBe('nothing refused')
    expect(await change('2028-12-25', true)).toBe('400 event.exceptions')
    const { exceptions } = await api.events.restoreOccurrence({
      ...{ eventId: later.eventId, date: '2026-12-14' },
    })
    expect(Object.keys(exceptions)).toHaveLength(501)
  })
})
