import { memo, type ReactNode, useRef } from 'react'
import { Checkbox } from '../form/checkbox.tsx'
import { Skeleton } from '../status/skeleton.tsx'
import type { DataTableColumn } from './data-table-columns.ts'
import { roles } from './table-roles.ts'
import type { RowSelection } from './use-selection.ts'

export interface RowPlace {
  index: number
  /** Pixels from the first row. */
  start: number
  /** The place among all rows of all pages, the header being 1. */
  place: number
  /** Where heights differ. */
  measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

export interface DataTableRowProps<Row> extends RowPlace {
  row: Row
  columns: readonly DataTableColumn<Row>[]
  /** Undefined where rows can't be chosen. */
  selected: boolean | undefined
  selectLabel?: (row: Row) => string
  toggle: RowSelection['toggle']
  actions?: (row: Row) => ReactNode
}

/** What every row has that stands at its place. */
const placed = ({ index, start, place }: RowPlace) => ({
  ...roles.row,
  className: 'kn-row',
  'data-index': index,
  'aria-rowindex': place,
  style: { transform: `translateY(${start}px)` },
})

/** One row; renders again only when its own data changes, not on scrolling. */
export const DataTableRow = memo(Row) as typeof Row

function Row<R>(props: DataTableRowProps<R>) {
  const { row, index, columns, selected, selectLabel, toggle, actions, measure } = props
  const shift = useRef(false)
  return (
    <tr {...placed(props)} ref={measure} data-first={index === 0 ? '' : undefined} aria-selected={selected}>
      {selected === undefined ? null : (
        <td
          {...roles.cell}
          className="kn-cell"
          data-kind="select"
          data-sticky=""
          style={{ insetInlineStart: 0 }}
        >
          <Checkbox
            aria-label={selectLabel?.(row)}
            checked={selected}
            onClick={event => {
              shift.current = event.shiftKey
            }}
            onChange={event => toggle(index, event.target.checked, shift.current)}
          />
        </td>
      )}
      {columns.map((column, nth) => (
        <BodyCell key={column.id} column={column} first={nth === 0} isCard={measure !== undefined}>
          {column.cell(row)}
        </BodyCell>
      ))}
      {actions ? (
        <td {...roles.cell} className="kn-cell" data-kind="actions">
          {actions(row)}
        </td>
      ) : null}
    </tr>
  )
}

/** The place of a row that is not loaded yet. */
export function DataTableGap(props: RowPlace) {
  return (
    <tr {...placed(props)} ref={props.measure} data-gap="" aria-busy="true">
      <td {...roles.cell} className="kn-cell" data-kind="gap">
        <Skeleton width="40%" height={12} />
      </td>
    </tr>
  )
}

interface BodyCellProps<Row> {
  column: DataTableColumn<Row>
  first: boolean
  /** Whether it may stand in a card, which says its header beside it: each such cell costs an element more. */
  isCard: boolean
  children: ReactNode
}

/** One cell; its header goes with it for the time when the row is a card. */
export function BodyCell<Row>({ column, first, isCard, children }: BodyCellProps<Row>) {
  return (
    <td
      {...roles.cell}
      className="kn-cell"
      data-align={column.align}
      data-label={!isCard || first || column.card === 'plain' ? undefined : column.header}
      data-primary={first ? '' : undefined}
      data-sticky={first ? 'last' : undefined}
      data-card={column.card}
    >
      {children}
    </td>
  )
}
