import { EventType, newEvent } from '@kinora/core'
import { DAY, held, toDate, toDayNumber, wallClock, weekdayOf } from '@kinora/core/schedule'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { toICalendar } from './icalendar.ts'
import type { StoredEvent } from './tables.ts'

const at = new Date('2027-01-01T00:00:00Z')
const row = (more: Partial<StoredEvent>): StoredEvent => ({
  ...newEvent,
  ...{ eventId: 'spin', tenantId: 'pulse', title: 'Spin', eventKey: null, activatedOnce: false },
  ...{ type: EventType.Scheduled, durationSecond: 1800, exceptions: {}, continues: null, version: 3 },
  ...{ createdAt: at, createdBy: null, updatedAt: at, updatedBy: null },
  ...more,
})

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
/** Milliseconds as if what the clock shows were UTC. */
const shown = (written: string): number =>
  Date.parse(written.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3T$4:$5:$6Z'))

/** The starts that a calendar reads, as RFC 5545 says: the rule, without EXDATE and what has a RECURRENCE-ID of its own. */
function starts(text: string, zone: string): number[] {
  const clock = wallClock(zone)
  const toInstant = (local: number) =>
    clock.at(Math.floor(local / DAY), (local - Math.floor(local / DAY) * DAY) / 60_000)
  const events = text
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map(block => block.split('\r\n').map(line => line.split(/:(.*)/s).slice(0, 2) as [string, string]))
  const valuesOf = (event: [string, string][], name: string) =>
    event.flatMap(([key, value]) => (key.split(';')[0] === name ? [value] : []))
  const replaced = events.flatMap(event => valuesOf(event, 'RECURRENCE-ID').map(shown))
  return events
    .flatMap(event => {
      const [start, rule] = [shown(valuesOf(event, 'DTSTART')[0]!), valuesOf(event, 'RRULE')[0]]
      if (rule === undefined) return [start]
      const parts = Object.fromEntries(rule.split(';').map(part => part.split('='))) as Record<string, string>
      const gone = new Set([...valuesOf(event, 'EXDATE').map(shown), ...replaced])
      const found: number[] = []
      for (let local = start; toInstant(local) <= shown(parts.UNTIL!); local += DAY)
        if (
          parts.BYDAY!.split(',').includes(weekdays[weekdayOf(Math.floor(local / DAY))]!) &&
          !gone.has(local)
        )
          found.push(toInstant(local))
      return found
    })
    .sort((one, other) => one - other)
}

describe('C-150 decision 0118 the schedule as iCalendar', () => {
  const first = toDayNumber('2027-03-01')
  const day = fc.integer({ min: 0, max: 69 }).map(nth => first + nth)
  const sample = fc.record({
    zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    hour: fc.constantFrom('02:15', '02:30', '18:00', '23:45'),
    endsOn: fc.option(day),
    own: fc.array(fc.tuple(day, fc.boolean(), fc.option(fc.tuple(day, fc.integer({ min: 0, max: 1439 })))), {
      maxLength: 8,
    }),
  })

  test('says what takes place, over changes of the clock, whatever differs', () => {
    fc.assert(
      fc.property(sample, ({ zone, weekdays, hour, endsOn, own }) => {
        const clock = wallClock(zone)
        const exceptions = Object.fromEntries(
          own.map(([on, isCancelled, moved]) => {
            const start = moved && new Date(clock.at(...moved)).toISOString()
            return [toDate(on), { isAdded: start !== null, isCancelled, start, details: {} }]
          }),
        )
        const event = row({
          schedule: { type: 1, weekdays, daily_time: hour },
          endsOn: endsOn === null ? null : toDate(endsOn),
          exceptions,
        })
        const range = { start: clock.at(first, 0), end: clock.at(first + 70, 0) }
        const text = toICalendar({ name: 'Pulse', rows: [event], range }, clock)
        const wanted = held(clock, event, range.start, range.end).map(({ start }) => start)
        expect(starts(text, zone).filter(start => start >= range.start && start < range.end)).toEqual(wanted)
      }),
    )
  })

  test('a description stays one line, however its lines end', () => {
    const clock = wallClock('UTC')
    const range = { start: clock.at(first, 0), end: clock.at(first + 70, 0) }
    const once = { schedule: null, schedule_time: '2027-03-28T01:00:00.000Z' }
    const rows = [row({ ...once, description: 'one\rtwo\r\nthree\nfour' })]
    const text = toICalendar({ name: 'Pulse', rows, range }, clock)
    expect(text).toContain('DESCRIPTION:one\\ntwo\\nthree\\nfour\r\n')
  })

  test('names the changes of the zone', () => {
    const clock = wallClock('Europe/Berlin')
    const range = { start: clock.at(first, 0), end: clock.at(first + 70, 0) }
    const schedule = { type: 1 as const, weekdays: [1], daily_time: '18:00' }
    const text = toICalendar({ name: 'Pulse', rows: [row({ schedule })], range }, clock)
    expect(text).toContain(
      'BEGIN:DAYLIGHT\r\nDTSTART:20270328T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT',
    )
    // What takes place once says its instant, and needs none.
    const once = row({ schedule: null, schedule_time: '2027-03-28T01:00:00.000Z' })
    const single = toICalendar({ name: 'Pulse', rows: [once], range }, clock)
    expect(single).toContain('UID:spin@kinora\r\nDTSTART:20270328T010000Z\r\nDTEND:20270328T013000Z')
    expect(single).not.toContain('VTIMEZONE')
  })
})
