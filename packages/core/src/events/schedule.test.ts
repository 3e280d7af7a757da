import { describe, expect, test } from 'vitest'
import { checkTiming, isLocked, type Moment, movedSeries, type Timing, wallClock } from './schedule.ts'
import { EventType } from './schema.ts'

/** A Monday, 12:00 in Berlin. */
const noon = Date.parse('2026-11-23T11:00:00Z')
const moment: Moment = { clock: wallClock('Europe/Berlin'), now: noon }
const at = (now: string): Moment => ({ ...moment, now: Date.parse(now) })
const series = (daily_time: string, ...weekdays: number[]): Timing => ({
  type: EventType.Simulated,
  schedule: { type: 1, weekdays, daily_time },
  schedule_time: null,
  durationSecond: 1800,
})
const once = (schedule_time: string): Timing => ({
  ...{ type: EventType.Live, schedule: null, schedule_time, durationSecond: 0 },
})
const found = (before: Timing | undefined, after: Timing, when = moment) =>
  checkTiming(before, after, when).map(({ code }) => code)

describe('EVENT-16 CONST-20 imminent', () => {
  test.each([
    ['in 3:59:59', at('2026-11-23T11:00:01Z'), true],
    ['in exactly 4 hours', moment, false],
  ])('%s', (_, when, is) => {
    expect(isLocked(series('16:00', 1), when)).toBe(is)
    expect(isLocked(once('2026-11-23T15:00:00Z'), when)).toBe(is)
  })
  test('a scheduled class never is', () =>
    expect(isLocked({ ...series('13:00', 1), type: EventType.Scheduled }, moment)).toBe(false))
  test('C-38 what runs is locked, whatever its type', () => {
    const running = { ...series('11:45', 1), type: EventType.Scheduled }
    expect([isLocked(running, moment), isLocked(running, at('2026-11-23T11:15:00Z'))]).toEqual([true, false])
  })
})

describe('EVENT-11 to EVENT-15 C-122 where and when', () => {
  test.each<[string, Timing | undefined, Timing, string[]]>([
    ['EVENT-12 a new one in 3:59', undefined, series('15:59', 1), ['event.leadTime']],
    ['EVENT-12 a new one in exactly 4 hours', undefined, series('16:00', 1), []],
    ['E-7 EVENT-12 a moment in 3:59:59', undefined, once('2026-11-23T14:59:59Z'), ['event.leadTime']],
    ['E-7 EVENT-12 a moment in exactly 4 hours', undefined, once('2026-11-23T15:00:00Z'), []],
    ['EVENT-12 for all types', undefined, { ...series('13:00', 1), type: 3 }, ['event.leadTime']],
    ['an hour of today that is over lies ahead: next week', undefined, series('09:00', 1), []],
    [
      'EVENT-11 that hour chosen in the calendar',
      undefined,
      { ...series('09:00', 1), schedule_time: '2026-11-23T08:00:00Z' },
      ['event.past'],
    ],
    ['EVENT-11 a moment that is over', undefined, once('2026-11-23T10:00:00Z'), ['event.past']],
    ['EVENT-14 a move to one', once('2026-12-01T10:00:00Z'), once('2026-11-22T10:00:00Z'), ['event.past']],
    ['a moment that is over and stays', once('2026-11-22T10:00:00Z'), once('2026-11-22T10:00:00.000Z'), []],
    ['EVENT-13 imminent, another hour', series('13:00', 1), series('18:00', 1), ['event.locked']],
    ['EVENT-13 imminent, another day', series('13:00', 1), series('13:00', 2), ['event.locked']],
    ['C-122 other days of a locked one, at its hour', series('13:00', 1, 3), series('13:00', 1, 4), []],
    ['C-122 leaving out is no move', series('13:00', 1, 3), series('13:00', 3), []],
    [
      'EVENT-13 a moment that is near',
      once('2026-11-23T13:00:00Z'),
      once('2026-11-25T13:00:00Z'),
      ['event.locked'],
    ],
    ['EVENT-15 a day that it has', series('18:00', 2, 4), series('18:00', 4, 4), ['event.sameDay']],
    ['EVENT-12 a move of the hour', series('18:00', 1), series('14:00', 1), ['event.leadTime']],
    ['C-83 nothing moved', series('13:00', 1), { ...series('13:00', 1), durationSecond: 60 }, []],
    ['C-83 another type', { ...series('13:00', 1), type: 3 }, series('13:00', 1), ['event.leadTime']],
    [
      'the first refusal: locked before doubled',
      series('13:00', 1, 2),
      series('14:00', 2, 2),
      ['event.locked'],
    ],
  ])('%s', (_, before, after, codes) => expect(found(before, after)).toEqual(codes))

  test('EVENT-11 is said at the field that holds the time', () => {
    const paths = (after: Timing) => checkTiming(undefined, after, moment).map(({ path }) => path)
    expect(paths(once('2026-11-23T10:00:00Z'))).toEqual(['schedule_time'])
    expect(paths(series('15:59', 1))).toEqual(['schedule'])
  })

  test('EVENT-15 a drag from one weekday to another makes the series that is checked', () => {
    const { schedule } = series('18:00', 2, 4)
    expect(movedSeries(schedule!, 2, 4, '18:00').weekdays).toEqual([4, 4])
    expect(movedSeries(schedule!, 2, 5, '19:00')).toEqual({ type: 1, weekdays: [5, 4], daily_time: '19:00' })
  })
})
