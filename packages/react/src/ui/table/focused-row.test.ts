import { describe, expect, test } from 'vitest'
import { placeOf, withPlaces } from './focused-row.ts'

describe('A11Y-01 what has the focus is drawn wherever it is', () => {
  const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 50 }
  test.each([
    [11, [9, 10, 11, 12, 13]],
    [0, [0, 9, 10, 11, 12, 13]],
    [40, [9, 10, 11, 12, 13, 40]],
    [-1, [9, 10, 11, 12, 13]],
    [50, [9, 10, 11, 12, 13]],
  ])('the row at %i', (place, drawn) => {
    expect(withPlaces(range, place)).toEqual(drawn)
  })

  test('of rows in another order, the row itself and not its place', () => {
    const row = (id: string, index: number) =>
      ({ dataset: { id, index: String(index) } }) as unknown as HTMLElement
    const at = (element: HTMLElement | null) => placeOf(['b', 'c', 'a'], id => id, element)
    expect([row('a', 0), row('c', 1), row('gone', 1), null].map(at)).toEqual([2, 1, -1, -1])
  })

  test('of rows that are loaded as they come into sight, the place that it had', () => {
    const rows = { length: 3, at: (index: number) => (index === 0 ? 'a' : undefined) }
    const row = (index: number) => ({ dataset: { id: 'x', index: String(index) } }) as unknown as HTMLElement
    expect([row(2), row(3)].map(each => placeOf(rows, id => id, each))).toEqual([2, -1])
  })
})
