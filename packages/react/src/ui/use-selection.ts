import { useCallback, useMemo, useRef } from 'react'

export interface DataTableSelection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** The name of the box above all: "Select all titles". */
  allLabel: string
  /** The name of a row's box: "Select Morning Flow". */
  rowLabel: (row: Row) => string
}

export interface RowSelection {
  all: boolean
  some: boolean
  /** With `range` everything between the last row that was touched and this one. */
  toggle: (id: string, selected: boolean, range: boolean) => void
  toggleAll: (selected: boolean) => void
}

/** What the boxes of a table do; `toggle` stays the same, so that rows need not be drawn again. */
export function useSelection<Row>(
  ids: readonly string[],
  selection: DataTableSelection<Row> | undefined,
): RowSelection {
  const selected = selection?.selected
  const chosen = useMemo(() => ids.filter(id => selected?.has(id)).length, [ids, selected])
  const latest = useRef({ ids, selection })
  latest.current = { ids, selection }
  const touched = useRef<string>(undefined)
  const set = useCallback((changed: readonly string[], isSelected: boolean) => {
    const next = new Set(latest.current.selection?.selected)
    for (const id of changed) {
      if (isSelected) next.add(id)
      else next.delete(id)
    }
    latest.current.selection?.onChange(next)
  }, [])
  const toggle = useCallback(
    (id: string, isSelected: boolean, range: boolean) => {
      set(range ? between(latest.current.ids, touched.current ?? id, id) : [id], isSelected)
      touched.current = id
    },
    [set],
  )
  const toggleAll = (isSelected: boolean) => set(ids, isSelected)
  return { all: ids.length > 0 && chosen === ids.length, some: chosen > 0, toggle, toggleAll }
}

function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from === -1 ? [other] : ids.slice(from, to! + 1)
}
