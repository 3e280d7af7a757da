import { useCallback, useMemo, useRef, useState } from 'react'
import type { TableRows } from '../table/table-rows.ts'

export interface ListSelection<Row, Chosen = Row> {
  selected: ReadonlySet<string>
  /**
   * The selected rows of the page; of a long list also those that were scrolled away and are no longer held, and after
   * `choose` those of other pages.
   */
  chosen: readonly Chosen[]
  /** Whether `choose` has chosen. */
  isBeyond: boolean
  /** Chooses rows that need not be on the page, until the selection changes or the list is another one. */
  choose: (rows: readonly Chosen[]) => void
  onChange: (selected: ReadonlySet<string>, changed: readonly Row[]) => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Which rows of a list are selected. `query` is what the list was asked for, without its page: what was chosen beyond a
 * page belongs to it. Keep `rowId` stable.
 */
export function useListSelection<Row extends Chosen, Chosen = Row>(
  rows: TableRows<Row>,
  rowId: (row: Chosen) => string,
  query = '',
): ListSelection<Row, Chosen> {
  const [selected, setSelected] = useState(none)
  const [beyond, setBeyond] = useState<string>()
  const known = useRef(new Map<string, Chosen>())
  const isBeyond = beyond !== undefined
  if (isBeyond && beyond !== query) {
    setBeyond(undefined)
    setSelected(none)
  }
  const chosen = useMemo((): readonly Chosen[] => {
    if (selected.size === 0) known.current.clear()
    if (isBeyond || rows.load !== undefined) return [...selected].flatMap(id => known.current.get(id) ?? [])
    return Array.from({ length: rows.length }, (_, index) => rows.at(index)!).filter(row =>
      selected.has(rowId(row)),
    )
  }, [rows, rowId, selected, isBeyond])
  const onChange = useCallback(
    (next: ReadonlySet<string>, changed: readonly Chosen[]) => {
      for (const row of changed) known.current.set(rowId(row), row)
      setSelected(next)
    },
    [rowId],
  )
  const clear = useCallback(() => {
    setBeyond(undefined)
    setSelected(none)
  }, [])
  const choose = useCallback(
    (all: readonly Chosen[]) => {
      setBeyond(query)
      onChange(new Set(all.map(rowId)), all)
    },
    [query, onChange, rowId],
  )
  return { selected, chosen, isBeyond, onChange, choose, clear }
}
