import { useCallback, useMemo, useRef, useState } from 'react'
import type { TableRows } from '../table/table-rows.ts'

export interface ListSelection<Row> {
  selected: ReadonlySet<string>
  /** The selected rows of the page; of a long list also those that were scrolled away and are no longer held. */
  chosen: readonly Row[]
  /** Whether everything that the list finds is chosen, on whatever page it stands. */
  isAll: boolean
  /** Chooses that, until the selection changes or the list is another one. */
  chooseAll: () => void
  onChange: (selected: ReadonlySet<string>, changed: readonly Row[]) => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** Which rows of a list are selected. `query` is what the list was asked for, without its page. Keep `rowId` stable. */
export function useListSelection<Row>(
  rows: TableRows<Row>,
  rowId: (row: Row) => string,
  query = '',
): ListSelection<Row> {
  const [own, setOwn] = useState(none)
  const [all, setAll] = useState<string>()
  const known = useRef(new Map<string, Row>())
  const isAll = all !== undefined
  if (isAll && all !== query) {
    setAll(undefined)
    setOwn(none)
  }
  const selected = useMemo(() => (isAll ? idsOf(rows, rowId) : own), [isAll, rows, rowId, own])
  const chosen = useMemo((): readonly Row[] => {
    if (selected.size === 0) known.current.clear()
    if (rows.load !== undefined) return [...selected].flatMap(id => known.current.get(id) ?? [])
    return heldRows(rows).filter(row => selected.has(rowId(row)))
  }, [rows, rowId, selected])
  const onChange = useCallback(
    (next: ReadonlySet<string>, changed: readonly Row[]) => {
      for (const row of changed) known.current.set(rowId(row), row)
      setAll(undefined)
      setOwn(next)
    },
    [rowId],
  )
  const clear = useCallback(() => {
    setAll(undefined)
    setOwn(none)
  }, [])
  const chooseAll = useCallback(() => setAll(query), [query])
  return { selected, chosen, isAll, onChange, chooseAll, clear }
}

const heldRows = <Row>(rows: TableRows<Row>): Row[] =>
  Array.from({ length: rows.length }, (_, index) => rows.at(index)).filter(row => row !== undefined)

const idsOf = <Row>(rows: TableRows<Row>, rowId: (row: Row) => string): ReadonlySet<string> =>
  new Set(heldRows(rows).map(rowId))
