import { describe, expect, test } from 'vitest'
import { columnsIn, fillDown, move, neighbour, type Place, paste, toRange } from './grid-moves.ts'

const extent = { rows: 20, columns: 4, page: 5, isRtl: false }
const from: Place = { row: 7, column: 2 }
const press = (key: string, ctrlKey = false, isRtl = false) => {
  const to = move({ key, ctrlKey, metaKey: false }, from, { ...extent, isRtl })
  return to && [to.row, to.column]
}

describe('28.1, decision 0119: the keys of a sheet', () => {
  test.each<[string, boolean, [number, number] | undefined]>([
    ['ArrowUp', false, [6, 2]],
    ['ArrowDown', false, [8, 2]],
    ['ArrowLeft', false, [7, 1]],
    ['ArrowRight', false, [7, 3]],
    ['ArrowUp', true, [0, 2]],
    ['ArrowDown', true, [19, 2]],
    ['ArrowLeft', true, [7, 0]],
    ['Home', false, [7, 0]],
    ['End', false, [7, 3]],
    ['Home', true, [0, 0]],
    ['End', true, [19, 3]],
    ['PageUp', false, [2, 2]],
    ['PageDown', false, [12, 2]],
    ['a', false, undefined],
  ])('%s, with Ctrl %s', (key, ctrl, place) => {
    expect(press(key, ctrl)).toEqual(place)
  })

  test('stays within, goes the other way in a page that reads right to left, and from row to row by Tab', () => {
    expect(press('ArrowRight', false, true)).toEqual([7, 1])
    const corner = { row: 19, column: 3 }
    expect(move({ key: 'ArrowDown', ctrlKey: false, metaKey: false }, corner, extent)).toEqual(corner)
    expect(neighbour({ row: 0, column: 3 }, 1, extent)).toEqual({ row: 1, column: 0 })
    expect(neighbour({ row: 0, column: 0 }, -1, extent)).toBeUndefined()
    expect(neighbour(corner, 1, extent)).toBeUndefined()
  })
})

describe('28.1: many cells at once', () => {
  const range = toRange({ row: 3, column: 2 }, { row: 1, column: 1 })

  test('a range has two corners', () => {
    expect(range).toEqual({ top: 1, bottom: 3, start: 1, end: 2 })
    expect([columnsIn(range, 2).from, columnsIn(range, 2).to]).toEqual([1, 2])
    expect(columnsIn(range, 0).from).toBeUndefined()
  })

  test('a table is pasted from its corner on, a single text into all of it', () => {
    expect(
      paste(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        toRange({ row: 19, column: 3 }),
        extent,
      ),
    ).toEqual([{ row: 19, column: 3, text: 'a' }])
    expect(paste([['x']], range, extent).map(({ text }) => text)).toEqual(['x', 'x', 'x', 'x', 'x', 'x'])
  })

  test('the first row of a range fills it; a single row takes the one above', () => {
    const textAt = ({ row, column }: Place) => `${row}.${column}`
    expect(fillDown(range, textAt).map(({ row, text }) => [row, text])).toEqual([
      [2, '1.1'],
      [2, '1.2'],
      [3, '1.1'],
      [3, '1.2'],
    ])
    expect(fillDown(toRange({ row: 5, column: 0 }), textAt)).toEqual([{ row: 5, column: 0, text: '4.0' }])
    expect(fillDown(toRange({ row: 0, column: 0 }), textAt)).toEqual([])
  })
})
