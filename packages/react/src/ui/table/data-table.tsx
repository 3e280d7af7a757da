import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classes } from '../classes.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { Skeleton } from '../status/skeleton.tsx'
import { type DataTableColumn, selectWidth, toTracks } from './data-table-columns.ts'
import { DataTableHead } from './data-table-head.tsx'
import { EditCell } from './edit-cell.tsx'
import { placeOf, useFocusedRow, withPlaces } from './focused-row.ts'
import { roles, type TableRows } from './table-rows.ts'
import type { DataTableModel } from './use-data-table.ts'
import { type DataTableSelection, type RowSelection, useSelection } from './use-selection.ts'

export interface DataTableProps<Row> {
  /** The name of the table. */
  label: string
  rows: TableRows<Row>
  /** Keep it stable, like the columns: the rows render again when one of them changes. */
  rowId: (row: Row) => string
  /** From `useDataTable`. */
  model: DataTableModel<Row>
  selection?: DataTableSelection<Row>
  /** At the end of a row: what appears on hover (`.kn-hover-actions`) and the row menu. */
  rowActions?: { label: string; width: number; render: (row: Row) => ReactNode }
  /** Rows in all pages and the place of the first one here. */
  total?: number
  offset?: number
  /** Stands for what was asked: when it changes, the rows start at the top. */
  query?: string
  loading?: boolean
  loadingText: string
  /** Shown when there are no rows and nothing is loading. */
  empty: ReactNode
  /** Shown instead of rows. */
  error?: ReactNode
  /** The height of the scroller, any CSS length. */
  maxHeight?: string
  className?: string
}

/** A table for many rows: virtual, sortable, selectable; cards when it is narrow. Sorting and paging are the caller's. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, model, selection, rowActions, loading, error, maxHeight } = props
  // State and not a ref: the body is mounted before its scroller is, and has to learn of it.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const boxes = useSelection(rows, rowId, selection)
  const tracks = toTracks(model.shown, {
    select: Boolean(selection),
    actionsWidth: rowActions?.width ?? 0,
    widths: model.columnState.columnSizing ?? {},
  })
  const style = {
    '--kn-table-columns': tracks.template,
    '--kn-table-min': `${tracks.least}px`,
    '--kn-table-height': maxHeight,
    '--kn-sticky-start': `${selection ? selectWidth : 0}px`,
  } as CSSProperties
  const shown = rows.length > 0 && !error
  const skeleton = loading && !shown && !error
  return (
    <div className={classes('kn-table-frame', props.className)} style={style}>
      <section
        ref={setScroller}
        className="kn-table-scroll"
        {...reachable}
        aria-label={props.label}
        onScrollCapture={markScrolled}
      >
        <table
          {...roles.table}
          className="kn-table"
          data-density={model.columnState.density}
          aria-label={props.label}
          aria-busy={loading || undefined}
          aria-rowcount={skeleton ? -1 : (props.total ?? rows.length) + 1}
        >
          <DataTableHead
            model={model}
            boxes={boxes}
            allLabel={selection?.allLabel}
            actionsLabel={rowActions?.label}
          />
          {shown ? <DataTableBody {...props} boxes={boxes} scroller={scroller} /> : null}
          {skeleton ? (
            <DataTableSkeleton columns={model.shown} selectable={Boolean(selection)} acts={!!rowActions} />
          ) : null}
        </table>
        {error ?? (shown || loading ? null : props.empty)}
      </section>
      <span className="kn-hidden" role="status">
        {loading ? props.loadingText : null}
      </span>
    </div>
  )
}

/** A scroller must be reachable by keyboard; what leaves its list hands the focus on to it. */
const reachable = { tabIndex: 0, 'data-focus-fallback': '' }

/** Comes before the rows are drawn anew: asked after that, the browser would have to lay the page out for the answer. */
function markScrolled({ currentTarget }: UIEvent<HTMLElement>) {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft !== 0)
}

interface DataTableBodyProps<Row> {
  rows: TableRows<Row>
  rowId: (row: Row) => string
  scroller: HTMLElement | null
  model: DataTableModel<Row>
  selection?: DataTableSelection<Row>
  boxes: RowSelection
  rowActions?: { render: (row: Row) => ReactNode }
  offset?: number
  query?: string
}

/** px of a row, as table.css has it. */
const heights = { normal: 56, compact: 40 } as const
/** Pixels of the table's own width under which its rows are cards, as list.css has it: only those differ in height. */
const CARDS = 640

/** The rows in sight, placed where they stand among all. */
function DataTableBody<Row>(props: DataTableBodyProps<Row>) {
  const { rows, rowId, scroller, model, selection, boxes, rowActions, offset = 0, query } = props
  const rowHeight = heights[model.columnState.density ?? 'normal']
  const kept = useFocusedRow()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: { width: 1200, height: 800 },
    // The row of a cell that is being changed stays too, wherever one scrolls to.
    rangeExtractor: range =>
      withPlaces(range, ...[kept.element(), editedRow(scroller)].map(row => placeOf(rows, rowId, row))),
  })
  const asked = useRef(query)
  useLayoutEffect(() => {
    if (asked.current !== query) scroller?.scrollTo({ top: 0 })
    asked.current = query
  }, [scroller, query])
  const items = virtualizer.getVirtualItems()
  const { startIndex: first, endIndex: last } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  useEffect(() => rows.show?.(first, last), [rows, first, last])
  const isNarrow = useIsNarrow(scroller)
  const measure = isNarrow ? virtualizer.measureElement : undefined
  // What was measured as a card is no longer its height as a row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets when the width has crossed the line
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isNarrow, rowHeight])
  return (
    <tbody {...roles.rowgroup} style={{ blockSize: virtualizer.getTotalSize() }} onFocus={kept.onFocus}>
      {items.map(({ index, start }) => {
        const row = rows.at(index)
        const place = { index, start, place: offset + index + 2, measure }
        if (row === undefined) return <DataTableGap key={`gap ${index}`} {...place} />
        const id = rowId(row)
        return (
          <DataTableRow
            key={id}
            id={id}
            row={row}
            {...place}
            columns={model.shown}
            selected={selection?.selected.has(id)}
            selectLabel={selection?.rowLabel}
            toggle={boxes.toggle}
            actions={rowActions?.render}
          />
        )
      })}
    </tbody>
  )
}

const editedRow = (scroller: HTMLElement | null): HTMLElement | null | undefined =>
  scroller?.querySelector('[data-editing]')?.closest<HTMLElement>('[data-index]')

function useIsNarrow(element: HTMLElement | null): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useLayoutEffect(() => {
    if (element === null) return
    const look = () => setIsNarrow(element.offsetWidth < CARDS)
    const watch = new ResizeObserver(look)
    look()
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  return isNarrow
}

interface RowPlace {
  index: number
  /** Pixels from the first row. */
  start: number
  /** The place among all rows of all pages, the header being 1. */
  place: number
  /** Where heights differ. */
  measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

interface DataTableRowProps<Row> extends RowPlace {
  id: string
  row: Row
  columns: readonly DataTableColumn<Row>[]
  /** Undefined where rows can't be chosen. */
  selected: boolean | undefined
  selectLabel?: (row: Row) => string
  toggle: RowSelection['toggle']
  actions?: (row: Row) => ReactNode
}

/** The attributes of every row at its place. */
const placed = ({ index, start, place }: RowPlace) => ({
  ...roles.row,
  className: 'kn-row',
  'data-index': index,
  'aria-rowindex': place,
  style: { transform: `translateY(${start}px)` },
})

/** One row; renders again only when its own data changes, not on scrolling. */
const DataTableRow = memo(Row) as typeof Row

function Row<R>(props: DataTableRowProps<R>) {
  const { id, row, index, columns, selected, selectLabel, toggle, actions, measure } = props
  const shift = useRef(false)
  const editable = columns.find(column => column.edit)
  return (
    <tr
      {...placed(props)}
      ref={measure}
      data-id={id}
      data-first={index === 0 ? '' : undefined}
      aria-selected={selected}
    >
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
        <BodyCell
          key={column.id}
          column={column}
          first={nth === 0}
          isCard={measure !== undefined}
          edit={column.edit && { row, isStop: index === 0 && column === editable }}
        >
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
function DataTableGap(props: RowPlace) {
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
  /** Where it can be changed: its row, and whether Tab comes to it. */
  edit?: { row: Row; isStop: boolean } | undefined
  children: ReactNode
}

/** One cell; its header goes with it for the time when the row is a card. */
function BodyCell<Row>({ column, first, isCard, edit, children }: BodyCellProps<Row>) {
  const attributes = {
    className: 'kn-cell',
    'data-align': column.align,
    'data-label': !isCard || first || column.card === 'plain' ? undefined : column.header,
    'data-primary': first ? '' : undefined,
    'data-sticky': first ? 'last' : undefined,
    'data-card': column.card,
  }
  if (edit === undefined)
    return (
      <td {...roles.cell} {...attributes}>
        {children}
      </td>
    )
  return (
    <EditCell
      {...attributes}
      column={column.id}
      isStop={edit.isStop}
      edit={done => column.edit?.(edit.row, done)}
      startsOpen={column.hasDraft?.(edit.row)}
    >
      {children}
    </EditCell>
  )
}

interface DataTableSkeletonProps<Row> {
  columns: readonly DataTableColumn<Row>[]
  selectable: boolean
  acts: boolean
}

const count = 8

/** Rows of the right height while the first ones load, so that nothing jumps. */
function DataTableSkeleton<Row>({ columns, selectable, acts }: DataTableSkeletonProps<Row>) {
  return (
    <tbody {...roles.rowgroup} aria-hidden="true" style={{ blockSize: count * heights.normal }}>
      {Array.from({ length: count }, (_, index) => (
        <tr
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          key={index}
          {...roles.row}
          className="kn-row"
          data-first={index === 0 ? '' : undefined}
          style={{ transform: `translateY(${index * heights.normal}px)`, blockSize: heights.normal }}
        >
          {selectable ? <td {...roles.cell} className="kn-cell" data-kind="select" /> : null}
          {columns.map((column, place) => (
            <BodyCell key={column.id} column={column} first={place === 0} isCard={false}>
              {place === 0 ? (
                <TitleSkeleton width={120 + ((index * 47) % 90)} />
              ) : (
                <Skeleton width="56%" height={12} />
              )}
            </BodyCell>
          ))}
          {acts ? <td {...roles.cell} className="kn-cell" data-kind="actions" /> : null}
        </tr>
      ))}
    </tbody>
  )
}

function TitleSkeleton({ width }: { width: number }) {
  return (
    <span className="kn-cell-title">
      <Skeleton width={64} height={36} />
      <span className="kn-cell-words" style={{ gap: 6 }}>
        <Skeleton width={width} height={12} />
        <Skeleton width={64} height={10} />
      </span>
    </span>
  )
}
