import type { Header, ReactTable, RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from './checkbox.tsx'
import type { Features } from './data-table-columns.ts'
import { roles } from './table-roles.ts'
import type { DataTableSelection } from './use-selection.ts'

export interface DataTableHeadProps<Row extends RowData> {
  table: ReactTable<Features, Row>
  selection?: DataTableSelection<Row>
  actionsLabel?: string
}

/** The header row: a box for all, sort headers as buttons. */
export function DataTableHead<Row extends RowData>({
  table,
  selection,
  actionsLabel,
}: DataTableHeadProps<Row>) {
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <thead {...roles.rowgroup}>
      <tr {...roles.row} className="kn-row" aria-rowindex={1}>
        {selection ? <SelectAll table={table} label={selection.allLabel} /> : null}
        {headers.map((header, index) => (
          <Head key={header.id} header={header} first={index === 0} />
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

function SelectAll<Row extends RowData>({
  table,
  label,
}: {
  table: ReactTable<Features, Row>
  label: string
}) {
  const all = table.getIsAllRowsSelected()
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
        indeterminate={!all && table.getIsSomeRowsSelected()}
        onChange={event => table.toggleAllRowsSelected(event.target.checked)}
      />
    </th>
  )
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function Head<Row extends RowData>({
  header,
  first,
}: {
  header: Header<Features, Row, unknown>
  first: boolean
}) {
  const column = header.column.columnDef.meta?.column
  const sorted = header.column.getIsSorted()
  const text = column?.header
  return (
    <th
      {...roles.columnheader}
      scope="col"
      className="kn-head"
      data-align={column?.align}
      data-sticky={first ? 'last' : undefined}
      aria-sort={column?.sortable ? (sorted ? directions[sorted] : 'none') : undefined}
    >
      {column?.sortable ? (
        <button type="button" className="kn-sort" onClick={header.column.getToggleSortingHandler()}>
          {text}
          {sorted === 'desc' ? (
            <ArrowDown size={14} aria-hidden="true" />
          ) : (
            <ArrowUp size={14} aria-hidden="true" />
          )}
        </button>
      ) : (
        text
      )}
    </th>
  )
}
