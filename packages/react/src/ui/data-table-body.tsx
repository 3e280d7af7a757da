import type { ReactTable, RowData, Row as TableRow } from '@tanstack/react-table'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { DataTableColumn, Features } from './data-table-columns.ts'
import { roles } from './table-roles.ts'
import type { DataTableSelection } from './use-selection.ts'

export interface DataTableBodyProps<Row extends RowData> {
  table: ReactTable<Features, Row>
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly DataTableColumn<Row>[]
  selection?: DataTableSelection<Row>
  rowActions?: { render: (row: Row) => ReactNode }
  offset?: number
}

export const rowHeight = 56

/** The rows in sight, placed where they stand among all. */
export function DataTableBody<Row extends RowData>(props: DataTableBodyProps<Row>) {
  const { rows } = props.table.getRowModel()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => props.scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
  })
  return (
    <tbody {...roles.rowgroup} style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(item => {
        const row = rows[item.index]
        return row ? (
          <BodyRow key={row.id} {...props} row={row} item={item} measure={virtualizer.measureElement} />
        ) : null
      })}
    </tbody>
  )
}

interface BodyRowProps<Row extends RowData> extends DataTableBodyProps<Row> {
  row: TableRow<Features, Row>
  item: VirtualItem
  measure: (element: HTMLTableRowElement | null) => void
}

function BodyRow<Row extends RowData>(props: BodyRowProps<Row>) {
  const { row, item, measure, columns, selection, rowActions, offset = 0 } = props
  return (
    <tr
      {...roles.row}
      ref={measure}
      className="kn-row"
      data-index={item.index}
      data-first={item.index === 0 ? '' : undefined}
      aria-rowindex={offset + item.index + 2}
      aria-selected={selection ? row.getIsSelected() : undefined}
      style={{ transform: `translateY(${item.start}px)` }}
    >
      {selection ? (
        <td
          {...roles.cell}
          className="kn-cell"
          data-kind="select"
          data-sticky=""
          style={{ insetInlineStart: 0 }}
        >
          <Checkbox
            aria-label={selection.rowLabel(row.original)}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <BodyCell key={column.id} column={column} first={index === 0}>
          {column.cell(row.original)}
        </BodyCell>
      ))}
      {rowActions ? (
        <td {...roles.cell} className="kn-cell" data-kind="actions">
          {rowActions.render(row.original)}
        </td>
      ) : null}
    </tr>
  )
}

interface BodyCellProps<Row> {
  column: DataTableColumn<Row>
  first: boolean
  children: ReactNode
}

/** One cell; its header goes with it for the time when the row is a card. */
export function BodyCell<Row>({ column, first, children }: BodyCellProps<Row>) {
  return (
    <td
      {...roles.cell}
      className="kn-cell"
      data-align={column.align}
      data-label={first || column.card === 'plain' ? undefined : column.header}
      data-primary={first ? '' : undefined}
      data-sticky={first ? 'last' : undefined}
      data-card={column.card}
    >
      {children}
    </td>
  )
}
