import type { RowSelectionState } from '@tanstack/react-table'
import { useMemo } from 'react'

export interface DataTableSelection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** The name of the box above all: "Select all titles". */
  allLabel: string
  /** The name of a row's box: "Select Morning Flow". */
  rowLabel: (row: Row) => string
}

type Update = RowSelectionState | ((old: RowSelectionState) => RowSelectionState)

/** The selection as a set outside and as the table's record inside. */
export function useSelection<Row>(selection: DataTableSelection<Row> | undefined) {
  const selected = selection?.selected
  const state = useMemo(
    () => Object.fromEntries([...(selected ?? [])].map(id => [id, true as const])),
    [selected],
  )
  const change = (update: Update) => {
    const next = typeof update === 'function' ? update(state) : update
    selection?.onChange(new Set(Object.keys(next).filter(id => next[id])))
  }
  return { state, change }
}
