import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import {
  DAY,
  MINUTE,
  nextOccurrence,
  occurrences,
  type Timing,
  toDailyTime,
  toDayNumber,
  toMinutes,
  wallClock,
} from './schedule.ts'
import { EventType } from './schema.ts'

const zones = Intl.supportedValuesOf('timeZone')
const weekly = (weekdays: number[], daily_time: string): Timing => ({
  type: EventType.Scheduled,
  schedule: { type: 1, weekdays, daily_time },
  schedule_time: null,
  durationSecond: 3600,
})
/** What a clock in the zone shows, by Intl alone. */
function showing(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  })
  return (instant: number) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
  }
}

describe('EVENT-36 C-97 C-110 C-121 a weekly class', () => {
  test(`keeps its weekday and its hour over a year in every zone (${zones.length})`, () => {
    for (const zone of zones) {
      const clock = wallClock(zone)
      const shown = showing(zone)
      const sample = fc.record({
        year: fc.integer({ min: 2012, max: 2037 }),
        weekday: fc.integer({ min: 0, max: 6 }),
        // Clocks change in the night, so half of the classes are there.
        minutes: fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 1439 })),
      })
      fc.assert(
        fc.property(sample, ({ year, weekday, minutes }) => {
          const first = toDayNumber(`${year}-01-01`)
          const [from, to] = [clock.at(first, 0), clock.at(first + 52 * 7, 0)]
          const time = toDailyTime(minutes)
          const starts = occurrences(clock, weekly([weekday], time), from, to)
          // None is lost and none doubled: 52 weeks, 52 classes, each a week after the one before.
          expect(starts).toHaveLength(52)
          let day = first + ((weekday - ((first + 4) % 7) + 7) % 7)
          for (const start of starts) {
            const wanted = `${new Date(day * DAY).toISOString().slice(0, 10)}T${time}`
            const is = shown(start)
            // Of a time that is shown twice it is the first; of one that is skipped the first that follows.
            if (is === wanted)
              for (const back of [30, 60]) expect(shown(start - back * MINUTE)).not.toBe(wanted)
            else {
              expect(is > wanted).toBe(true)
              expect(shown(start - MINUTE) < wanted).toBe(true)
            }
            day += 7
          }
        }),
        { numRuns: 1 },
      )
    }
  })

  test.each([
    ['02:30 is skipped: 03:00', 'Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T01:00:00.000Z'],
    ['02:30 is twice: the first', 'Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['half an hour is skipped', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00.000Z'],
    ['midnight is skipped', 'Africa/Cairo', '2026-04-24', '00:10', '2026-04-23T22:00:00.000Z'],
    ['the hour before midnight is twice', 'Africa/Cairo', '2026-10-29', '23:30', '2026-10-29T20:30:00.000Z'],
    ['a day is skipped', 'Pacific/Apia', '2011-12-30', '09:00', '2011-12-30T10:00:00.000Z'],
    ['no change', 'Asia/Kolkata', '2026-10-29', '18:00', '2026-10-29T12:30:00.000Z'],
  ])('%s: %s', (_, zone, date, time, instant) => {
    const [hours, minutes] = time.split(':').map(Number)
    const at = wallClock(zone).at(toDayNumber(date), hours! * 60 + minutes!)
    expect(new Date(at).toISOString()).toBe(instant)
  })

  test.each([
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T01:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T15:15:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '03:00', undefined],
    ['Europe/Berlin', '2026-03-29', '02:30', undefined],
  ])('%s shows %s %s again', (zone, date, time, instant) => {
    const again = wallClock(zone).again(toDayNumber(date), toMinutes(time))
    expect(again && new Date(again).toISOString()).toBe(instant)
  })

  test('the next one is the first at or after a moment', () => {
    const clock = wallClock('Europe/Berlin')
    const timing = weekly([1, 4], '18:00')
    const at = (text: string) => nextOccurrence(clock, timing, Date.parse(text))
    expect(at('2026-11-23T17:00:00Z')).toBe(Date.parse('2026-11-23T17:00:00Z'))
    expect(at('2026-11-23T17:00:01Z')).toBe(Date.parse('2026-11-26T17:00:00Z'))
    expect(nextOccurrence(clock, { ...timing, schedule: null }, 0)).toBeUndefined()
  })
})
