import { useCallback, useMemo, useRef, useState } from 'react'
import type { TableRows } from '../table/table-rows.ts'

export interface ListSelection<Row> {
  selected: ReadonlySet<string>
  /** The selected rows of the page; of a long list also those that were scrolled away and are no longer held. */
  chosen: readonly Row[]
  onChange: (selected: ReadonlySet<string>, changed: readonly Row[]) => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** Which rows of a list are selected. Keep `rowId` stable. */
export function useListSelection<Row>(rows: TableRows<Row>, rowId: (row: Row) => string): ListSelection<Row> {
  const [selected, setSelected] = useState(none)
  const known = useRef(new Map<string, Row>())
  const chosen = useMemo(() => {
    if (selected.size === 0) known.current.clear()
    if (rows.load !== undefined) return [...selected].flatMap(id => known.current.get(id) ?? [])
    return Array.from({ length: rows.length }, (_, index) => rows.at(index)!).filter(row =>
      selected.has(rowId(row)),
    )
  }, [rows, rowId, selected])
  const onChange = useCallback(
    (next: ReadonlySet<string>, changed: readonly Row[]) => {
      for (const row of changed) known.current.set(rowId(row), row)
      setSelected(next)
    },
    [rowId],
  )
  const clear = useCallback(() => setSelected(none), [])
  return { selected, chosen, onChange, clear }
}
