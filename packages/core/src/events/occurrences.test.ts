import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { noException } from './draft.ts'
import {
  checkException,
  checkTiming,
  DAY,
  held,
  isLocked,
  type Moment,
  movedTo,
  nextOccurrence,
  openAt,
  running,
  type Timing,
  toDate,
  toDayNumber,
  toMinutes,
  wallClock,
  withException,
} from './schedule.ts'
import { type EventException, EventType } from './schema.ts'

const berlin = wallClock('Europe/Berlin')
/** Monday 23 November 2026, 12:00 in Berlin. */
const moment: Moment = { clock: berlin, now: Date.parse('2026-11-23T11:00:00Z') }
const at = (date: string, time: string) => berlin.at(toDayNumber(date), toMinutes(time))
const iso = (date: string, time: string) => new Date(at(date, time)).toISOString()
const series = (more: Partial<Timing> = {}): Timing => ({
  type: EventType.Simulated,
  schedule: { type: 1, weekdays: [1, 3], daily_time: '18:00' },
  schedule_time: null,
  durationSecond: 3600,
  ...more,
})
const differing = (more: Partial<EventException>): EventException => ({ ...noException, ...more })

/** What takes place, day by day as it is said in words: the rule, unless the day differs; and what was added. */
function plainly(timing: Timing, zone: string, days: readonly number[]): number[] {
  const clock = wallClock(zone)
  const starts: number[] = []
  for (const day of days) {
    const date = toDate(day)
    const weekday = new Date(day * DAY).getUTCDay()
    const isOfRule =
      timing.schedule!.weekdays.includes(weekday) &&
      !(timing.startsOn && date < timing.startsOn) &&
      !(timing.endsOn && date > timing.endsOn)
    const exception = timing.exceptions?.[date]
    if (exception?.isCancelled) continue
    if (!isOfRule && !exception?.isAdded) continue
    starts.push(
      exception?.start ? Date.parse(exception.start) : clock.at(day, toMinutes(timing.schedule!.daily_time)),
    )
  }
  return starts.sort((one, other) => one - other)
}

describe('C-150 EVENT-36 a series with exceptions', () => {
  const first = toDayNumber('2027-02-01')
  const days = Array.from({ length: 140 }, (_, index) => first + index)
  const day = fc.integer({ min: 0, max: 139 }).map(nth => first + nth)
  const exception = fc.record({
    isAdded: fc.boolean(),
    isCancelled: fc.boolean(),
    start: fc.option(fc.tuple(day, fc.integer({ min: 0, max: 1439 }))),
    durationSecond: fc.option(fc.integer({ min: 60, max: 86_400 }), { nil: undefined }),
  })
  const sample = fc.record({
    zone: fc.constantFrom('Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
    minutes: fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 1439 })),
    startsOn: fc.option(day),
    endsOn: fc.option(day),
    own: fc.array(fc.tuple(day, exception), { maxLength: 12 }),
    from: day,
  })

  test('takes place as it is said day by day, over changes of the clock; next and running agree', () => {
    fc.assert(
      fc.property(sample, ({ zone, weekdays, minutes, startsOn, endsOn, own, from }) => {
        const clock = wallClock(zone)
        const daily_time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        const exceptions = Object.fromEntries(
          own.map(([on, { isAdded, isCancelled, start, durationSecond }]) => {
            const moved = start && new Date(clock.at(...start)).toISOString()
            const details = durationSecond === undefined ? {} : { durationSecond }
            // One that is added has a time of its own.
            return [toDate(on), { isAdded: isAdded && moved !== null, isCancelled, start: moved, details }]
          }),
        )
        const timing = series({
          schedule: { type: 1, weekdays, daily_time },
          startsOn: startsOn === null ? null : toDate(startsOn),
          endsOn: endsOn === null ? null : toDate(endsOn),
          exceptions,
        })
        const wanted = plainly(timing, zone, days)
        const [begin, end] = [clock.at(first, 0), clock.at(first + 140, 0)]
        expect(held(clock, timing, begin, end).map(({ start }) => start)).toEqual(wanted)
        const now = clock.at(from, 12 * 60)
        const next = wanted.find(start => start >= now)
        const isBeyond = endsOn === null && next === undefined
        if (!isBeyond) expect(nextOccurrence(clock, timing, now)).toBe(next)
        const runs = held(clock, timing, begin, end).find(one => one.start <= now && one.end > now)
        expect(running(clock, timing, now)?.start).toBe(runs?.start)
      }),
    )
  })

  test('what comes next is found once, whatever the number of exceptions, also of a series that ended', () => {
    let asked = 0
    const counted = (day: number, minutes: number) => {
      asked++
      return berlin.at(day, minutes)
    }
    const counting = { ...berlin, at: counted }
    const first = toDayNumber('2026-11-23')
    const off = Array.from({ length: 100 }, (_, nth) => toDate(first + nth))
    const exceptions = Object.fromEntries(off.map(date => [date, differing({ isCancelled: true })]))
    const schedule = { type: 1 as const, weekdays: [0, 1, 2, 3, 4, 5, 6], daily_time: '18:00' }
    const timing = series({ exceptions, schedule })
    expect(nextOccurrence(counting, timing, moment.now)).toBe(berlin.at(first + 100, 18 * 60))
    const ended = { ...timing, endsOn: '2027-01-31' }
    expect(nextOccurrence(counting, ended, at('2027-02-01', '12:00'))).toBeUndefined()
    expect(asked).toBeLessThan(300)
  })

  test('one that says nothing is none, and the time of the series is no move', () => {
    const moved = movedTo(berlin, series(), '2026-11-30', at('2026-11-30', '19:00'))
    const timing = withException(series(), '2026-11-30', moved)
    expect(Object.keys(timing.exceptions)).toEqual(['2026-11-30'])
    const back = movedTo(berlin, timing, '2026-11-30', at('2026-11-30', '18:00'))
    expect(withException(timing, '2026-11-30', back).exceptions).toEqual({})
  })

  test('one of a day that the series no longer has rests, and is there again with the day', () => {
    const exceptions = { '2026-11-30': differing({ start: iso('2026-12-01', '18:00') }) }
    const days = (weekdays: number[]) =>
      held(
        berlin,
        series({ exceptions, schedule: { type: 1, weekdays, daily_time: '18:00' } }),
        at('2026-11-30', '00:00'),
        at('2026-12-05', '00:00'),
      ).map(({ start }) => new Date(start).toISOString())
    expect(days([4])).toEqual([iso('2026-12-03', '18:00')])
    expect(days([1])).toEqual([iso('2026-12-01', '18:00')])
  })
})

describe('C-150 EVENT-11 to EVENT-16 hold for each date', () => {
  const added = { '2026-11-27': differing({ isAdded: true, start: iso('2026-11-27', '18:00') }) }
  const cancelled = { '2026-11-25': differing({ isCancelled: true }) }
  const to = (date: string, time: string) => differing({ start: iso(date, time) })
  test.each<[string, Partial<Timing>, string, EventException, string[]]>([
    ['a move', {}, '2026-11-30', to('2026-12-01', '10:00'), []],
    ['EVENT-14 into the past', {}, '2026-11-30', to('2026-11-20', '10:00'), ['event.past']],
    ['EVENT-15 before EVENT-12', {}, '2026-11-30', to('2026-11-23', '15:59'), ['event.sameDay']],
    [
      'EVENT-12 within four hours',
      { type: 3, exceptions: { '2026-11-23': differing({ isCancelled: true }) } },
      '2026-11-30',
      to('2026-11-23', '15:59'),
      ['event.leadTime'],
    ],
    [
      'EVENT-12 in exactly four hours',
      { exceptions: { '2026-11-23': differing({ isCancelled: true }) } },
      '2026-11-30',
      to('2026-11-23', '16:00'),
      [],
    ],
    ['EVENT-15 onto a day that has one', {}, '2026-11-30', to('2026-12-02', '10:00'), ['event.sameDay']],
    [
      'EVENT-15 onto one that was cancelled',
      { exceptions: cancelled },
      '2026-11-30',
      to('2026-11-25', '10:00'),
      [],
    ],
    [
      'EVENT-15 onto one that was added',
      { exceptions: added },
      '2026-11-30',
      to('2026-11-27', '10:00'),
      ['event.sameDay'],
    ],
    ['EVENT-15 another hour of its own day', {}, '2026-11-30', to('2026-11-30', '10:00'), []],
    ['an added one', {}, '2026-11-27', added['2026-11-27'], []],
    ['no class on that day', {}, '2026-11-27', to('2026-11-28', '10:00'), ['event.noOccurrence']],
    ['what was', {}, '2026-11-18', differing({ isCancelled: true }), ['event.over']],
    ['restored', { exceptions: cancelled }, '2026-11-25', noException, []],
  ])('%s', (_, more, date, exception, codes) =>
    expect(checkException(series(more), date, exception, moment).map(({ code }) => code)).toEqual(codes),
  )

  test('EVENT-13 EVENT-16 what is near can’t be moved, but edited, cancelled and brought back', () => {
    const near = { ...moment, now: at('2026-11-23', '14:30') }
    const found = (exception: EventException, timing = series()) =>
      checkException(timing, '2026-11-23', exception, near).map(({ code }) => code)
    expect(found(to('2026-11-24', '18:00'))).toEqual(['event.locked'])
    expect(found(differing({ details: { title: 'Spin' } }))).toEqual([])
    expect(found(differing({ isCancelled: true }))).toEqual([])
    const off = series({ exceptions: { '2026-11-23': differing({ isCancelled: true }) } })
    expect(found(noException, off)).toEqual([])
    expect([isLocked(series(), near), isLocked(off, near)]).toEqual([true, false])
    // Other dates of a series that is locked can be moved.
    expect(checkException(series(), '2026-11-30', to('2026-12-01', '18:00'), near)).toEqual([])
  })

  test('C-122 all: what was moved alone keeps its hour; a new day must not have it twice', () => {
    const exceptions = { '2026-11-30': to('2026-12-01', '18:00') }
    const before = series({ exceptions })
    const codes = (schedule: { weekdays: number[]; daily_time: string }) =>
      checkTiming(before, series({ exceptions, schedule: { type: 1, ...schedule } }), moment).map(
        ({ code }) => code,
      )
    expect(codes({ weekdays: [1, 2, 3], daily_time: '18:00' })).toEqual(['event.sameDay'])
    expect(codes({ weekdays: [1, 3, 4], daily_time: '19:00' })).toEqual([])
  })

  test.each<[string, Partial<EventException>, string[]]>([
    ['takes place', {}, []],
    ['is cancelled', { isCancelled: true }, ['event.sameDay']],
    ['was moved away', { start: iso('2026-11-28', '18:00') }, ['event.sameDay']],
  ])('a weekday is added on which one that was added %s', (_, more, codes) => {
    const exceptions = { '2026-11-27': { ...added['2026-11-27'], ...more } }
    const after = series({ exceptions, schedule: { type: 1, weekdays: [1, 3, 5], daily_time: '18:00' } })
    expect(checkTiming(series({ exceptions }), after, moment).map(({ code }) => code)).toEqual(codes)
    expect(checkTiming(after, after, moment)).toEqual([])
  })
})

describe('LIVE-04 C-138 the occurrence that is open', () => {
  const cancelled = { exceptions: { '2026-11-23': differing({ isCancelled: true }) } }
  const moved = { exceptions: { '2026-11-23': differing({ start: iso('2026-11-24', '09:00') }) } }
  const added = {
    exceptions: { '2026-11-27': differing({ isAdded: true, start: iso('2026-11-27', '09:00') }) },
  }
  const longer = { exceptions: { '2026-11-23': differing({ details: { durationSecond: 7200 } }) } }
  test.each([
    ['a moment before', {}, '2026-11-23', '17:49', undefined],
    ['ten minutes before', {}, '2026-11-23', '17:50', '2026-11-23'],
    ['while it runs', {}, '2026-11-23', '18:59', '2026-11-23'],
    ['not at its end', {}, '2026-11-23', '19:00', undefined],
    ['cancelled', cancelled, '2026-11-23', '18:00', undefined],
    ['moved away', moved, '2026-11-23', '18:00', undefined],
    ['where it was moved to', moved, '2026-11-24', '08:50', '2026-11-23'],
    ['added', added, '2026-11-27', '09:59', '2026-11-27'],
    ['longer on its own', longer, '2026-11-23', '19:59', '2026-11-23'],
    ['what runs goes before what comes', { durationSecond: 2 * 86_400 }, '2026-11-25', '17:55', '2026-11-23'],
  ])('%s', (_, more, day, time, date) => {
    const one = openAt(berlin, series(more), at(day, time))
    expect(one && toDate(one.day)).toBe(date)
  })

  test('is what a plain reference says, at all moments, in every zone, over changes of the clock', () => {
    const sample = fc.record({
      zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'),
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      hour: fc.integer({ min: 0, max: 23 }),
      minutes: fc.integer({ min: 1, max: 300 }),
      from: fc.constantFrom('2026-10-22', '2027-03-11', '2027-03-26', '2027-04-02', '2026-11-18'),
      away: fc.integer({ min: 0, max: 6 * DAY }),
    })
    fc.assert(
      fc.property(sample, ({ zone, weekdays, hour, minutes, from, away }) => {
        const clock = wallClock(zone)
        const daily_time = `${String(hour).padStart(2, '0')}:00`
        const timing = series({ schedule: { type: 1, weekdays, daily_time }, durationSecond: minutes * 60 })
        const first = toDayNumber(from)
        const now = clock.at(first, 0) + away
        const all = plainly(
          timing,
          zone,
          Array.from({ length: 12 }, (_, index) => first - 3 + index),
        )
        const runs = all.filter(start => start <= now && now < start + minutes * 60_000)
        const [soon] = all.filter(start => start >= now && start - now <= 600_000)
        expect(openAt(clock, timing, now)?.start).toBe(runs[0] ?? soon)
      }),
    )
  })
})
