import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '../form/checkbox.tsx'
import { ColumnResizer } from './column-resizer.tsx'
import type { DataTableColumn } from './data-table-columns.ts'
import { roles } from './table-roles.ts'
import type { DataTableModel } from './use-data-table.ts'
import type { RowSelection } from './use-selection.ts'

export interface DataTableHeadProps<Row> {
  model: DataTableModel<Row>
  boxes: RowSelection
  /** Given, there is a box for all rows with this name. */
  allLabel?: string
  actionsLabel?: string
}

/** The header row: a box for all, sort headers as buttons. */
export function DataTableHead<Row>(props: DataTableHeadProps<Row>) {
  const { model, boxes, allLabel, actionsLabel } = props
  return (
    <thead {...roles.rowgroup}>
      <tr {...roles.row} className="kn-row" aria-rowindex={1}>
        {allLabel ? <SelectAll boxes={boxes} label={allLabel} /> : null}
        {model.shown.map((column, index) => (
          <Head key={column.id} model={model} column={column} first={index === 0} />
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

function SelectAll({
  boxes: { all, some, toggleAll, isEmpty },
  label,
}: {
  boxes: RowSelection
  label: string
}) {
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
        disabled={isEmpty}
        indeterminate={some && !all}
        onChange={event => toggleAll(event.target.checked)}
      />
    </th>
  )
}

interface HeadProps<Row> {
  model: DataTableModel<Row>
  column: DataTableColumn<Row>
  first: boolean
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function Head<Row>({ model, column: { id, header, align, sortable }, first }: HeadProps<Row>) {
  const column = model.table.getColumn(id)
  const sorted = column?.getIsSorted()
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      {...roles.columnheader}
      scope="col"
      className="kn-head"
      aria-label={header}
      data-column={id}
      data-align={align}
      data-sticky={first ? 'last' : undefined}
      aria-sort={sortable ? (sorted ? directions[sorted] : 'none') : undefined}
    >
      {sortable ? (
        <button type="button" className="kn-sort" onClick={() => column?.toggleSorting()}>
          {header}
          <Arrow size={14} aria-hidden="true" />
        </button>
      ) : (
        header
      )}
      {model.onColumnState ? <ColumnResizer model={model} id={id} /> : null}
    </th>
  )
}
