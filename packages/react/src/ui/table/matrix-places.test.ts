import { describe, expect, test } from 'vitest'
import { nextPlace, spanOf } from './matrix-places.ts'

const bounds = { rows: 50, columns: 40 }
const from = (row: number, column: number, keys: string, isRtl = false) => {
  const [key, far] = keys.split('+').reverse()
  const event = { key: key!, ctrlKey: far === 'Control', metaKey: false, altKey: far === 'Alt' }
  const place = nextPlace(event, { row, column }, { bounds, page: 10, isRtl })
  return place && [place.row, place.column]
}

describe('28.3 keys of APG’s grid', () => {
  test.each([
    [
      [3, 3, 'ArrowDown'],
      [4, 3],
    ],
    [
      [3, 3, 'ArrowRight'],
      [3, 4],
    ],
    [
      [3, 3, 'ArrowRight', true],
      [3, 2],
    ],
    [
      [50, 40, 'ArrowDown'],
      [50, 40],
    ],
    [
      [1, 1, 'ArrowUp'],
      [0, 1],
    ],
    [
      [0, 1, 'ArrowLeft'],
      [0, 1],
    ],
    [
      [1, 0, 'ArrowUp'],
      [1, 0],
    ],
    [
      [7, 7, 'Home'],
      [7, 0],
    ],
    [
      [0, 7, 'Home'],
      [0, 1],
    ],
    [
      [7, 7, 'End'],
      [7, 40],
    ],
    [
      [7, 7, 'Control+Home'],
      [1, 1],
    ],
    [
      [7, 7, 'Control+End'],
      [50, 40],
    ],
    [
      [7, 7, 'PageDown'],
      [17, 7],
    ],
    [
      [7, 7, 'PageUp'],
      [1, 7],
    ],
    [[7, 7, 'a'], undefined],
    [[7, 7, 'Alt+ArrowLeft'], undefined],
  ] as const)('%j leads to %j', ([row, column, keys, isRtl], to) =>
    expect(from(row, column, keys, isRtl)).toEqual(to),
  )

  test('a range goes either way; a name stands for all lines', () => {
    expect([spanOf(2, 5, 9), spanOf(5, 2, 9), spanOf(4, 4, 9)]).toEqual([
      [1, 5],
      [1, 5],
      [3, 4],
    ])
    expect([spanOf(0, 0, 9), spanOf(3, 0, 9), spanOf(0, 3, 9)]).toEqual([
      [0, 9],
      [0, 9],
      [2, 3],
    ])
  })
})
