import { describe, expect, test } from 'vitest'
import { clockWords, hoursOf, twelveHourRegions } from './hours.ts'

describe('28.4 0126 times as people write them', () => {
  test.each([
    ['en', 'America/New_York', 12],
    ['en', 'Asia/Kolkata', 12],
    ['en', 'Australia/Sydney', 12],
    ['en', 'Europe/Berlin', 24],
    ['en', 'Europe/London', 24],
    ['de', 'Europe/Berlin', 24],
    ['en', 'America/Toronto', 12],
    ['fr', 'America/Toronto', 24],
    ['en', 'UTC', 24],
  ] as const)('%s in %s: %i hours', (language, zone, hours) => expect(hoursOf(language, zone)).toBe(hours))

  test('every region that writes 12 hours is known', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const known = new Set(twelveHourRegions)
    const unknown = letters
      .flatMap(first => letters.map(second => first + second))
      .map(region => new Intl.Locale(`en-${region}`))
      // Names of before are those of now.
      .filter(({ region }) => !known.has(region!))
      .filter(locale => {
        const { hourCycles, getHourCycles } = locale as Intl.Locale & Record<string, unknown>
        const cycles = (hourCycles ?? (getHourCycles as () => string[]).call(locale)) as string[]
        const { timeZones, getTimeZones } = locale as Intl.Locale & Record<string, unknown>
        const zones = (timeZones ?? (getTimeZones as () => string[] | undefined).call(locale)) as string[]
        return cycles[0] === 'h12' && zones?.length > 0
      })
    expect(unknown.map(String)).toEqual([])
  })

  test('and both are read', () => {
    const twelve = clockWords('en', 12)
    expect(['00:00', '09:05', '12:00', '18:30', 'soon'].map(twelve)).toEqual([
      ...['12:00 AM', '9:05 AM', '12:00 PM', '6:30 PM', 'soon'],
    ])
    expect(clockWords('en', 24)('18:30')).toBe('18:30')
  })
})
