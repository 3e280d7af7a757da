import { ArrowDown, ArrowUp } from 'lucide-react'
import type { PointerEvent } from 'react'
import { Checkbox } from '../form/checkbox.tsx'
import { type DataTableColumn, resizeColumn } from './data-table-columns.ts'
import { roles } from './table-rows.ts'
import type { ColumnModel, DataTableModel } from './use-data-table.ts'
import type { RowSelection } from './use-selection.ts'

interface DataTableHeadProps<Row> {
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

interface ColumnResizerProps {
  model: ColumnModel
  id: string
}

/**
 * The edge of a column's header, for a pointer: dragged; a double click lets the column take its own width again.
 * No stop for Tab, or a table of twelve columns would cost twelve: the panel of columns sets widths by key and by click.
 */
function ColumnResizer({ model, id }: ColumnResizerProps) {
  const drag = (start: PointerEvent<HTMLElement>) => {
    const handle = start.currentTarget
    const head = handle.closest<HTMLElement>('th')!
    const sign = getComputedStyle(head).direction === 'rtl' ? -1 : 1
    const width = head.offsetWidth
    start.preventDefault()
    handle.setPointerCapture(start.pointerId)
    const move = (event: globalThis.PointerEvent) =>
      resizeColumn(model, head, width + sign * (event.clientX - start.clientX))
    const end = () => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  return (
    <span
      className="kn-resizer"
      aria-hidden="true"
      onPointerDown={drag}
      onDoubleClick={() => model.table.getColumn(id)?.resetSize()}
    />
  )
}
