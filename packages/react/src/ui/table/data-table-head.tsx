import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '../form/checkbox.tsx'
import type { DataTableColumn, DataTableSort } from './data-table-columns.ts'
import { roles } from './table-roles.ts'
import type { RowSelection } from './use-selection.ts'

export interface DataTableHeadProps<Row> {
  columns: readonly DataTableColumn<Row>[]
  sort?: DataTableSort | null
  onSort?: (sort: DataTableSort) => void
  boxes: RowSelection
  /** Given, there is a box for all rows with this name. */
  allLabel?: string
  actionsLabel?: string
}

/** The header row: a box for all, sort headers as buttons. */
export function DataTableHead<Row>(props: DataTableHeadProps<Row>) {
  const { columns, sort, onSort, boxes, allLabel, actionsLabel } = props
  return (
    <thead {...roles.rowgroup}>
      <tr {...roles.row} className="kn-row" aria-rowindex={1}>
        {allLabel ? <SelectAll boxes={boxes} label={allLabel} /> : null}
        {columns.map((column, index) => (
          <Head
            key={column.id}
            column={column}
            first={index === 0}
            sort={sort?.id === column.id ? sort : undefined}
            onSort={onSort}
          />
        ))}
        {actionsLabel ? (
          <th {...roles.columnheader} scope="col" className="kn-head" data-kind="actions">
            <span className="kn-hidden">{actionsLabel}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

function SelectAll({ boxes: { all, some, toggleAll }, label }: { boxes: RowSelection; label: string }) {
  return (
    <th
      {...roles.columnheader}
      scope="col"
      className="kn-head"
      data-kind="select"
      data-sticky=""
      style={{ insetInlineStart: 0 }}
    >
      <Checkbox
        aria-label={label}
        checked={all}
        indeterminate={some && !all}
        onChange={event => toggleAll(event.target.checked)}
      />
    </th>
  )
}

interface HeadProps<Row> {
  column: DataTableColumn<Row>
  first: boolean
  /** Given, the rows are sorted by this column. */
  sort: DataTableSort | undefined
  onSort?: (sort: DataTableSort) => void
}

function Head<Row>({ column, first, sort, onSort }: HeadProps<Row>) {
  const { id, header, align, sortable } = column
  const direction = sort === undefined ? 'none' : sort.descending ? 'descending' : 'ascending'
  const Arrow = sort?.descending ? ArrowDown : ArrowUp
  return (
    <th
      {...roles.columnheader}
      scope="col"
      className="kn-head"
      data-align={align}
      data-sticky={first ? 'last' : undefined}
      aria-sort={sortable ? direction : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className="kn-sort"
          onClick={() => onSort?.({ id, descending: sort !== undefined && !sort.descending })}
        >
          {header}
          <Arrow size={14} aria-hidden="true" />
        </button>
      ) : (
        header
      )}
    </th>
  )
}
