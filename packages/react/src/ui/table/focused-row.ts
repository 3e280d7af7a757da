import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, useRef } from 'react'
import type { TableRows } from './table-rows.ts'

/**
 * The row of a windowed list that had the focus last. It stays drawn wherever one scrolls to: else the focus would be lost with
 * it, and a panel beside the list, which may change the heights of all rows, would have nothing to give it back to.
 */
export function useFocusedRow() {
  const row = useRef<HTMLElement | null>(null)
  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      // React tells of a row's menu and dialog too, which stand elsewhere in the page.
      if (currentTarget.contains(target))
        row.current = target.closest<HTMLElement>('[data-index]') ?? row.current
    },
    element: (): HTMLElement | null => (row.current?.isConnected ? row.current : null),
  }
}

/** Where a drawn row (`data-id`, `data-index`) stands now: of rows that are all here it may have moved. -1 where it is gone. */
export function placeOf<Row>(
  rows: TableRows<Row>,
  rowId: (row: Row) => string,
  element: HTMLElement | null | undefined,
): number {
  if (element == null) return -1
  const guess = Number(element.dataset.index)
  const isThere = (row: Row | undefined) => row !== undefined && rowId(row) === element.dataset.id
  if (isThere(rows.at(guess))) return guess
  if (!Array.isArray(rows)) return guess < rows.length ? guess : -1
  return (rows as Row[]).findIndex(isThere)
}

/** The places in sight with those around them, and some more; one below 0 or past the end is none. */
export function withPlaces(range: Range, ...more: readonly number[]): number[] {
  const there = more.filter(place => place >= 0 && place < range.count)
  return [...new Set([...defaultRangeExtractor(range), ...there])].sort((one, other) => one - other)
}
