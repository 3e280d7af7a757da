import { toDayNumber, wallClock } from '@kinora/core/schedule'
import { describe, expect, test } from 'vitest'
import { showsLocalHours } from './hour-axis.tsx'

const week = (monday: string) => Array.from({ length: 7 }, (_, index) => toDayNumber(monday) + index)
const berlin = wallClock('Europe/Berlin')

describe('C-97, EVENT-29: the viewer’s own hours beside those of a week', () => {
  test('are told where they differ by as much all week', () => {
    expect(showsLocalHours(berlin, wallClock('UTC'), week('2027-03-15'))).toBe(true)
    expect(showsLocalHours(berlin, wallClock('Europe/Paris'), week('2027-03-15'))).toBe(false)
  })

  test('are not told by one axis in a week in which one of the clocks changes', () => {
    expect(showsLocalHours(berlin, wallClock('UTC'), week('2027-03-22'))).toBe(false)
    expect(showsLocalHours(berlin, wallClock('Europe/Paris'), week('2027-03-22'))).toBe(false)
    expect(showsLocalHours(berlin, wallClock('America/New_York'), week('2027-03-08'))).toBe(false)
  })
})
