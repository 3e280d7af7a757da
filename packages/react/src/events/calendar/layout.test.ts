import { type CalendarEvent, EventType, newEvent } from '@kinora/core'
import { toDayNumber, wallClock } from '@kinora/core/schedule'
import { describe, expect, test } from 'vitest'
import { areKnown, classesOf } from '../use-schedule.ts'
import { layOut } from './layout.ts'
import {
  checkMove,
  isIdle,
  movedTo,
  refusalsOf,
  resized,
  type Slot,
  scaleOf,
  snap,
  splitDay,
} from './slots.ts'
import { daysOf, fromParams, toParams } from './use-calendar.ts'

const clock = wallClock('Europe/Berlin')
const monday = toDayNumber('2026-11-23')
const now = clock.at(monday, 0)
const { description: _, ...draft } = newEvent
const event = (eventId: string, more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...draft,
  ...{ eventId, tenantId: 'pulse', title: eventId, eventKey: null, scheduled_Time: null },
  ...{ next_occurrence_time: null, created_date: '2026-11-01T00:00:00', cover: null, tag: null },
  ...{ state: 'Saved', isLocked: false, timeZone: 'Europe/Berlin', version: 1 },
  ...{ exceptions: {}, continues: null, isPlayable: true },
  ...{ type: EventType.Scheduled, durationSecond: 3600 },
  schedule: { type: 1, weekdays: [2, 4], daily_time: '18:00' },
  ...more,
})

/** An occurrence of an hour, unless its end is given. */
const occurrence = (
  eventId: string,
  start: string,
  end = start.replace(/T(\d\d)/, (_, hour) => `T${String(Number(hour) + 1).padStart(2, '0')}`),
) => ({
  ...{ eventId, start, end, date: start.slice(0, 10), exception: null, details: {}, isPlayable: true },
})

const classes = (data: CalendarEvent[], occurrences: ReturnType<typeof occurrence>[]) =>
  classesOf({ data, occurrences, cancelled: [], now: new Date(now).toISOString() }, clock)

describe('EVENT-26 CONST-32 the calendar', () => {
  const place = (starts: string[], lanes = 4) => {
    const events = starts.map((_, index) => event(`e${index}`))
    const occurrences = starts.map((time, index) => {
      return occurrence(`e${index}`, `2026-11-23T${time}:00.000Z`)
    })
    return layOut(classes(events, occurrences), { clock, days: [monday], lanes, least: 10 })[0]!
  }
  test('events that touch share the width, others have all of it', () => {
    const { placed } = place(['08:00', '08:30', '12:00'])
    expect(placed.map(({ minutes, lane, lanes }) => [minutes, lane, lanes])).toEqual([
      [540, 0, 2],
      [570, 1, 2],
      [780, 0, 1],
    ])
  })
  test('what finds no room is counted', () => {
    const { placed, hidden } = place(['08:00', '08:00', '08:00'], 2)
    expect([placed.length, hidden]).toEqual([2, [{ from: 540, to: 600, count: 1 }]])
  })
  test('what goes on over midnight is continued on the next day, and moved from where it begins', () => {
    const late = occurrence('late', '2026-11-23T22:30:00.000Z', '2026-11-24T00:00:00.000Z')
    const shown = classes([event('late', { durationSecond: 5400 })], [late])
    const all = layOut(shown, { clock, days: [monday, monday + 1], lanes: 4, least: 10 })
    expect(all.map(({ placed }) => placed.map(({ minutes, to, until }) => [minutes, to, until]))).toEqual([
      [[1410, 1440, undefined]],
      [[0, 60, 60]],
    ])
    expect(all[1]?.placed[0]?.origin).toEqual({ day: monday, minutes: 1410 })
    // The day after alone: what began before its first minute is there too.
    const [next] = layOut(shown, { clock, days: [monday + 1], lanes: 4, least: 10 })
    expect(next?.placed).toHaveLength(1)
    const [whole, rest] = layOut(classes([event('late')], [occurrence('late', '2026-11-23T22:00:00.000Z')]), {
      clock,
      days: [monday, monday + 1],
      lanes: 4,
      least: 10,
    })
    expect([whole?.placed.length, rest?.placed.length]).toEqual([1, 0])
  })
  test.each([1, 5, 15, 30, 60] as const)('a zoom of %i minutes has a line of at least 16 pixels', zoom => {
    expect(scaleOf(zoom) * zoom).toBeGreaterThanOrEqual(16)
    // 28.4: by whole lines, what is off a line stays as far off it.
    expect(snap(737, zoom, zoom)).toBe(737 + zoom)
    expect(snap(737, 10_000, zoom) % zoom).toBe(737 % zoom)
    expect(snap(737, -10_000, zoom)).toBe(737 % zoom)
    expect(snap(733, 0, zoom)).toBe(733)
  })
  test('EVENT-27 its state is in the address, without what is as at first', () => {
    const params = new URLSearchParams('view=calendar&span=day&date=2026-11-25&zoom=5&status=active&type=2')
    expect(toParams(fromParams(params, monday), monday).toString()).toBe(params.toString())
    // A phone begins with the agenda, and says it where it is another.
    const phone = fromParams(new URLSearchParams(), monday, 'agenda')
    expect([phone.span, toParams(phone, monday, 'agenda').has('span')]).toEqual(['agenda', false])
    expect(toParams({ ...phone, span: 'week' }, monday, 'agenda').get('span')).toBe('week')
    const odd = fromParams(new URLSearchParams('span=year&date=soon&zoom=7&type=9'), monday)
    expect(odd).toEqual({ span: 'week', day: monday, zoom: 30, status: undefined, type: undefined })
    expect(daysOf({ span: 'week', day: monday + 6 })[0]).toBe(monday)
  })
})

describe('EVENT-13 to EVENT-15 C-122 a drag', () => {
  const moment = { clock, now: Date.parse('2026-11-23T11:00:00Z') }
  const tuesday = { day: monday + 1, minutes: 1080 }
  const series = event('a')
  const date = '2026-11-24'
  const check = (to: Slot) => checkMove({ event: series, date, from: tuesday, to }, moment)?.code
  test('of all moves that weekday', () => {
    expect(movedTo(series, tuesday, { day: monday + 2, minutes: 1080 }, moment).schedule?.weekdays).toEqual([
      3, 4,
    ])
  })
  test('C-150 each way of moving has its own refusal; what is later begins where it is moved to', () => {
    const to = { day: monday + 10, minutes: 1080 }
    const { this: one, later, all } = refusalsOf({ event: series, date, from: tuesday, to }, moment)
    // Thursday of the week after has a class already, and so has every Thursday.
    expect([one?.code, later?.code, all?.code]).toEqual(Array(3).fill('event.sameDay'))
    const off = { '2026-12-03': { isAdded: false, isCancelled: true, start: null, details: {} } }
    const event = { ...series, exceptions: off }
    expect(refusalsOf({ event, date, from: tuesday, to }, moment).this).toBeUndefined()
    expect([splitDay(date, to), splitDay(date, { day: monday, minutes: 0 })]).toEqual([date, '2026-11-23'])
  })
  test.each([
    ['EVENT-15 a day that it has', { day: monday + 3, minutes: 1080 }, 'event.sameDay'],
    ['EVENT-14 today at an hour that is over', { day: monday, minutes: 600 }, 'event.past'],
    ['EVENT-12 today in three hours', { day: monday, minutes: 900 }, 'event.leadTime'],
    ['another day', { day: monday + 4, minutes: 1080 }, undefined],
  ])('%s', (_, to, code) => expect(check(to)).toBe(code))
  test('0126 28.4 what is made longer keeps its other edge; a line at least, a day at most', () => {
    const stretch = { to: tuesday, length: 60 }
    expect(resized(stretch, 'end', 40, 30)).toEqual({ to: tuesday, length: 90 })
    expect(resized(stretch, 'start', -40, 30)).toEqual({ to: { ...tuesday, minutes: 1050 }, length: 90 })
    expect(resized(stretch, 'end', -600, 30).length).toBe(30)
    expect(resized(stretch, 'end', 5000, 30).length).toBe(1440)
    expect(resized(stretch, 'start', 600, 30)).toEqual({ to: { ...tuesday, minutes: 1110 }, length: 30 })
    expect(resized(stretch, 'start', -5000, 30)).toEqual({ to: { ...tuesday, minutes: 0 }, length: 1140 })
  })
  test('0126 28.4 a length is no move: what is locked may be longer, what is over may not', () => {
    const of = (date: string, day: number) => ({
      ...{ event: series, date, from: { day, minutes: 1080 }, to: { day, minutes: 1080 } },
    })
    const same = of(date, monday + 1)
    expect(isIdle(same)).toBe(true)
    const set = { durationSecond: 5400 }
    expect(isIdle({ ...same, set })).toBe(false)
    expect(refusalsOf({ ...same, set }, moment).this).toBeUndefined()
    const over = refusalsOf({ ...of('2026-11-19', monday - 4), set }, moment)
    expect([over.this?.code, over.all]).toEqual(['event.over', undefined])
  })
  test('EVENT-13 what is locked stays', () => {
    const live = event('b', {
      type: EventType.Live,
      schedule: { type: 1, weekdays: [1], daily_time: '14:00' },
    })
    const from = { day: monday, minutes: 840 }
    const moved = { event: live, date: '2026-11-23', from, to: { day: monday + 1, minutes: 840 } }
    expect(checkMove(moved, moment)?.code).toBe('event.locked')
  })
})

test('EVENT-26 a year that is still being typed isn’t asked about', () => {
  const years = ['0002', '0020', '0202', '2026', '2199', '9999']
  expect(years.map(year => areKnown(toDayNumber(`${year}-11-23`)))).toEqual([
    ...[false, false, false],
    ...[true, true, false],
  ])
})
