import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import type { DataTableColumn } from './data-table-columns.ts'
import { DataTableRow } from './data-table-row.tsx'
import { roles } from './table-roles.ts'
import type { DataTableSelection, RowSelection } from './use-selection.ts'

export interface DataTableBodyProps<Row> {
  rows: readonly Row[]
  ids: readonly string[]
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly DataTableColumn<Row>[]
  selection?: DataTableSelection<Row>
  boxes: RowSelection
  rowActions?: { render: (row: Row) => ReactNode }
  offset?: number
}

export const rowHeight = 56

/** The rows in sight, placed where they stand among all. */
export function DataTableBody<Row>(props: DataTableBodyProps<Row>) {
  const { rows, ids, scroller, columns, selection, boxes, rowActions, offset = 0 } = props
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => ids[index] ?? index,
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
  })
  return (
    <tbody {...roles.rowgroup} style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const [row, id] = [rows[index], ids[index]]
        return row === undefined || id === undefined ? null : (
          <DataTableRow
            key={id}
            {...{ row, id, index, start, columns }}
            place={offset + index + 2}
            selected={selection?.selected.has(id)}
            selectLabel={selection?.rowLabel}
            toggle={boxes.toggle}
            actions={rowActions?.render}
            measure={virtualizer.measureElement}
          />
        )
      })}
    </tbody>
  )
}
