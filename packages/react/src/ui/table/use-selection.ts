import { useCallback, useMemo, useRef, useState } from 'react'
import { rowsBetween, type TableRows } from './table-rows.ts'

export interface DataTableSelection<Row> {
  selected: ReadonlySet<string>
  /** `changed` are the rows that were added or taken away. */
  onChange: (selected: ReadonlySet<string>, changed: readonly Row[]) => void
  /** The name of the box above all: "Select all titles". */
  allLabel: string
  /** The name of a row's box: "Select Morning Flow". */
  rowLabel: (row: Row) => string
}

export interface RowSelection {
  all: boolean
  some: boolean
  /** With `range` everything between the last row that was touched and this one. */
  toggle: (index: number, selected: boolean, range: boolean) => void
  toggleAll: (selected: boolean) => void
  /** There is nothing to choose, as while the first rows are fetched. */
  isEmpty: boolean
}

/** Selection of a table's rows; `toggle` is stable, so that rows don't render again. */
export function useSelection<Row>(
  rows: TableRows<Row>,
  rowId: (row: Row) => string,
  selection: DataTableSelection<Row> | undefined,
): RowSelection {
  const selected = selection?.selected
  const chosen = useMemo(() => countChosen(rows, rowId, selected), [rows, rowId, selected])
  const latest = useRef({ rows, rowId, selection })
  latest.current = { rows, rowId, selection }
  const touched = useRef<string>(undefined)
  const set = useCallback(async (first: number, end: number, isSelected: boolean) => {
    const between = rowsBetween(latest.current.rows, first, end)
    const changed = Array.isArray(between) ? (between as readonly Row[]) : await between
    const { selection, rowId } = latest.current
    const next = new Set(selection?.selected)
    for (const row of changed) {
      if (isSelected) next.add(rowId(row))
      else next.delete(rowId(row))
    }
    selection?.onChange(next, changed)
  }, [])
  const toggle = useCallback(
    (index: number, isSelected: boolean, range: boolean) => {
      const { rows, rowId } = latest.current
      const before = range ? indexOf(rows, rowId, touched.current) : index
      const row = rows.at(index)
      touched.current = row && rowId(row)
      void set(Math.min(before ?? index, index), Math.max(before ?? index, index) + 1, isSelected)
    },
    [set],
  )
  const toggleAll = (isSelected: boolean) => void set(0, rows.length, isSelected)
  const isEmpty = rows.length === 0
  return { all: !isEmpty && chosen === rows.length, some: chosen > 0, toggle, toggleAll, isEmpty }
}

/** Of a long list all that is chosen counts, as its position is not known. */
function countChosen<Row>(
  rows: TableRows<Row>,
  rowId: (row: Row) => string,
  selected: ReadonlySet<string> | undefined,
): number {
  if (selected === undefined || selected.size === 0) return 0
  if (rows.load !== undefined) return selected.size
  let count = 0
  for (let index = 0; index < rows.length; index += 1) if (selected.has(rowId(rows.at(index)!))) count += 1
  return count
}

function indexOf<Row>(
  rows: TableRows<Row>,
  rowId: (row: Row) => string,
  id: string | undefined,
): number | undefined {
  for (let index = 0; id !== undefined && index < rows.length; index += 1) {
    const row = rows.at(index)
    if (row !== undefined && rowId(row) === id) return index
  }
  return undefined
}

export interface ListSelection<Row> {
  selected: ReadonlySet<string>
  /** The selected rows of the page; of a long list also those that were scrolled away and are no longer loaded. */
  chosen: readonly Row[]
  /** Whether everything that the list finds is chosen, on whatever page it is. */
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
    return loadedRows(rows).filter(row => selected.has(rowId(row)))
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

const loadedRows = <Row>(rows: TableRows<Row>): Row[] =>
  Array.from({ length: rows.length }, (_, index) => rows.at(index)).filter(row => row !== undefined)

const idsOf = <Row>(rows: TableRows<Row>, rowId: (row: Row) => string): ReadonlySet<string> =>
  new Set(loadedRows(rows).map(rowId))
