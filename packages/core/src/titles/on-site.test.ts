import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { wallClock } from '../kernel/clock.ts'
import { dateStateAt, isOnSite, siteMoment, toSiteInstants, whyNotOnSite } from './on-site.ts'
import { TitleStatus } from './status.ts'

const zones = Intl.supportedValuesOf('timeZone')
const undated = { scheduleDate: null, startDate: null, endDate: null, publishedDate: null }
const published = { ...undated, status: TitleStatus.Published, isDelete: false, tenants: ['pulsehouse'] }
const site = { tenantId: 'pulsehouse', isDeleted: false }
const at = (instant: string, zone = 'UTC') => siteMoment(wallClock(zone), Date.parse(instant))

describe('LIVE-01 C-144 whether a site shows a title', () => {
  test.each([
    [
      'a second before its release',
      { scheduleDate: '2026-11-20T09:00:00' },
      '2026-11-20T08:59:59Z',
      'notYet',
    ],
    ['with its release', { scheduleDate: '2026-11-20T09:00:00' }, '2026-11-20T09:00:00Z', 'on'],
    [
      'released, not begun',
      { scheduleDate: '2026-11-20T09:00:00', startDate: '2026-11-21' },
      '2026-11-20T22:59:59Z',
      'notYet',
    ],
    [
      'as its first day begins in its zone',
      { startDate: '2026-11-21T00:00:00' },
      '2026-11-20T23:00:00Z',
      'on',
    ],
    ['until its last day ends there', { endDate: '2026-11-21T23:59:59' }, '2026-11-21T22:59:59.999Z', 'on'],
    ['and no longer', { endDate: '2026-11-21T23:59:59' }, '2026-11-21T23:00:00Z', 'over'],
    [
      'COLL-08 while it is still to be published',
      { publishedDate: '2026-12-01T00:00:00' },
      '2026-11-21T23:00:00Z',
      'notYet',
    ],
    [
      'what is over is not to come',
      { startDate: '2027-01-01', endDate: '2026-11-01' },
      '2026-11-21T23:00:00Z',
      'over',
    ],
    [
      'dates that nobody can read',
      { startDate: 'soon', endDate: '2026-02-30' },
      '2026-11-21T23:00:00Z',
      'on',
    ],
  ] as const)('%s', (_, dates, instant, state) => {
    expect(dateStateAt(dates, at(instant, 'Europe/Berlin'))).toBe(state)
  })

  test('says why not, the gravest first', () => {
    const moment = at('2026-11-20T09:00:00Z')
    const away = { ...published, endDate: '2026-11-01' }
    const why = (more: Partial<Parameters<typeof whyNotOnSite>[0]>) =>
      whyNotOnSite({ site, title: published, moment, ...more })
    expect([
      why({}),
      why({ title: away }),
      why({ title: { ...away, isActive: false } }),
      why({ title: { ...away, tenants: ['oasiswellness'] } }),
      why({ title: { ...away, status: TitleStatus.Completed, tenants: [] } }),
      why({ title: { ...published, isDelete: true } }),
      why({ title: away, member: { isDisabled: true } }),
      why({ site: { ...site, isDeleted: true }, member: { isDisabled: true } }),
    ]).toEqual([
      undefined,
      'over',
      'off',
      'notOnThisSite',
      'notPublished',
      'notPublished',
      'memberOff',
      'siteGone',
    ])
    expect(isOnSite({ site, title: published, moment, member: { isDisabled: false } })).toBe(true)
  })

  test(`follows the calendar on the wall in every zone (${zones.length}), over changes of the clock`, () => {
    const day = fc.date({ min: new Date('2012-01-03'), max: new Date('2037-12-01'), noInvalidDate: true })
    const sample = fc.record({
      ...{ zone: fc.constantFrom(...zones), day, first: fc.integer({ min: -2, max: 2 }) },
      // Clocks change in the night.
      ...{ minutes: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -1440, max: 1440 })) },
      length: fc.integer({ min: 0, max: 2 }),
    })
    fc.assert(
      fc.property(sample, ({ zone, day, first, length, minutes }) => {
        const clock = wallClock(zone)
        const dayNumber = Math.floor(day.getTime() / 86_400_000)
        const now = clock.at(dayNumber, 0) + minutes * 60_000
        const date = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
        const [startDate, endDate] = [date(dayNumber + first), date(dayNumber + first + length)]
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now)
        const wanted = shown < startDate ? 'notYet' : shown > endDate ? 'over' : 'on'
        expect(dateStateAt({ startDate, endDate }, siteMoment(clock, now))).toBe(wanted)
        const { from, until } = toSiteInstants({ startDate, endDate }, clock)
        expect(now >= until! ? 'over' : now < from! ? 'notYet' : 'on').toBe(wanted)
      }),
      { numRuns: 2000 },
    )
  })
})
