import { createContext, type ReactNode, useContext } from 'react'
import type { DataTableColumn } from '../table/data-table-columns.ts'
import type { DataTableModel } from '../table/use-data-table.ts'
import type { DataTableSelection } from '../table/use-selection.ts'
import type { ListModel } from './list-model.ts'

/** What the parts of a list read of the root around them. */
export interface ListAround<Row> {
  list: ListModel<Row>
  /** Keep it stable. */
  rowId: (row: Row) => string
  /** All of them, the host's too. */
  columns: readonly DataTableColumn<Row>[]
  model: DataTableModel<Row>
  /** Undefined where rows can't be chosen. */
  selection: DataTableSelection<Row> | undefined
  /** At the end of a row; undefined where nothing is there. */
  end: { width: number; render: (row: Row) => ReactNode } | undefined
  /** The bar of what is chosen. */
  bar: { count: number; clear: () => void; actions: ReactNode; offer: SelectionOffer | undefined } | undefined
  /** Has the name within open its row, where the host opens rows. */
  named: (row: Row, card: ReactNode) => ReactNode
}

/** Chooses more, such as all that match. */
export interface SelectionOffer {
  label: string
  onSelect: () => void
}

export const ListContext = createContext<ListAround<unknown> | undefined>(undefined)

/** The list around, for parts that stand alone too. */
export const useListAround = (): ListModel<unknown> | undefined => useContext(ListContext)?.list

/** All of the root around. */
export function useListRoot<Row>(): ListAround<Row> {
  const found = useContext(ListContext)
  if (found === undefined) throw new Error('Parts of a list stand in a <ListRoot>')
  return found as unknown as ListAround<Row>
}
