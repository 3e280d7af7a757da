import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, useRef } from 'react'

/**
 * The row of a windowed list that had the focus last. It stays drawn wherever one scrolls to: else the focus would be lost with
 * it, and a panel beside the list, which may change the heights of all rows, would have nothing to give it back to.
 */
export function useKeptRow() {
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

/** The places in sight, and those of some rows more. */
export function withRows(range: Range, ...rows: readonly (HTMLElement | null | undefined)[]): number[] {
  const kept = rows.flatMap(row => (row == null ? [] : [Number(row.dataset.index)]))
  const places = new Set([...defaultRangeExtractor(range), ...kept.filter(index => index < range.count)])
  return [...places].sort((one, other) => one - other)
}
