import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Checkbox } from '../form/checkbox.tsx'
import { withPlaces } from './focused-row.ts'
import { type MatrixPlace, nextPlace, spanOf } from './matrix-places.ts'
import { roles } from './table-rows.ts'

/** A row or a column. */
export interface MatrixLine {
  id: string
  name: string
  /** Beside the name. */
  note?: ReactNode
}

export interface MatrixTick {
  checked: boolean
  /** Whether it is another than what is stored. */
  changed: boolean
  /** It can be reached but not ticked. */
  fixed: boolean
}

export interface TickMatrixProps {
  /** The name of the table. */
  label: string
  /** Over the names of the rows. */
  corner: string
  rows: readonly MatrixLine[]
  columns: readonly MatrixLine[]
  /** Both by id. Keep it stable while nothing changes. */
  tickOf: (row: string, column: string) => MatrixTick
  /** Ticks or unticks the cells of these rows in these columns. */
  onTick: (cells: { rows: readonly string[]; columns: readonly string[] }, checked: boolean) => void
  cellLabel: (row: string, column: string, tick: MatrixTick) => string
  rowLabel: (row: string) => string
  columnLabel: (column: string) => string
  disabled?: boolean
}

/** Pixels, as matrix.css has them. */
const size = { row: 40, column: 96, head: 64, name: 280 }

/**
 * A matrix of ticks, windowed both ways, with the keyboard of APG’s grid: arrows, Home and End, with Control to the corners, Page Up and
 * Down, Space. The names tick a whole row or column; with Shift all from the one ticked before.
 */
export function TickMatrix(props: TickMatrixProps) {
  const { label, corner, rows, columns, disabled = false } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const isRtl = scroller !== null && getComputedStyle(scroller).direction === 'rtl'
  const bounds = { rows: rows.length, columns: columns.length }
  const [wish, setWish] = useState<MatrixPlace>({ row: 1, column: 1 })
  // A search may have left fewer.
  const place = { row: Math.min(wish.row, bounds.rows), column: Math.min(wish.column, bounds.columns) }
  const down = useLine(scroller, { count: bounds.rows, pixels: size.row, head: size.head, kept: place.row })
  const across = useLine(scroller, {
    count: bounds.columns,
    pixels: size.column,
    head: size.name,
    kept: place.column,
    side: { isRtl },
  })
  const toggle = useToggle(props)
  const goTo = useFocus(scroller, place, setWish)
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - size.head) / size.row))
    const next = nextPlace(event, place, { bounds, page, isRtl })
    if (next === undefined) return
    event.preventDefault()
    if (next.row > 0) down.scrollToIndex(next.row - 1)
    if (next.column > 0) across.scrollToIndex(next.column - 1)
    goTo(next)
  }
  const cells = across.getVirtualItems()
  const boxAt: BoxAt = (row, column) => ({
    row,
    column,
    disabled,
    toggle,
    onPlace: setWish,
    isHere: row === place.row && column === place.column,
  })
  return (
    <div className="kn-matrix-scroll" ref={setScroller}>
      <table
        {...roles.grid}
        aria-label={label}
        aria-rowcount={bounds.rows + 1}
        aria-colcount={bounds.columns + 1}
        className="kn-matrix"
        style={{ inlineSize: across.getTotalSize(), blockSize: down.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        <thead {...roles.rowgroup}>
          <tr {...roles.row} aria-rowindex={1} className="kn-matrix-head">
            <th {...roles.columnheader} aria-colindex={1} className="kn-matrix-name" scope="col">
              {corner}
            </th>
            {cells.map(({ index, start }) => (
              <ColumnHead key={columns[index]!.id} {...{ ...props, index, start, boxAt }} />
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {down.getVirtualItems().map(({ index, start }) => (
            <MatrixRow key={rows[index]!.id} {...{ ...props, index, start, cells, boxAt }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type BoxAt = (row: number, column: number) => Omit<MatrixBoxProps, 'label' | 'checked' | 'fixed' | 'isHalf'>

/** A line of the matrix, its first place and where it is drawn. */
interface DrawnLine extends TickMatrixProps {
  index: number
  start: number
  /** What a box needs to know of its place, in which names are the first. */
  boxAt: BoxAt
}

function ColumnHead({ rows, columns, index, start, boxAt, tickOf, columnLabel }: DrawnLine) {
  const { id, name } = columns[index]!
  return (
    <th
      {...roles.columnheader}
      scope="col"
      aria-colindex={index + 2}
      className="kn-matrix-column"
      style={{ insetInlineStart: start }}
    >
      <span className="kn-matrix-text" title={name}>
        <bdi>{name}</bdi>
      </span>
      <MatrixBox
        {...boxAt(0, index + 1)}
        {...lineTick(rows, row => tickOf(row.id, id))}
        label={columnLabel(id)}
      />
    </th>
  )
}

interface MatrixRowProps extends DrawnLine {
  /** The columns in sight. */
  cells: readonly VirtualItem[]
}

function MatrixRow(props: MatrixRowProps) {
  const { rows, columns, index, start, cells, boxAt, tickOf, rowLabel, cellLabel } = props
  const { id, name, note } = rows[index]!
  return (
    <tr {...roles.row} aria-rowindex={index + 2} className="kn-matrix-row" style={{ insetBlockStart: start }}>
      <th {...roles.rowheader} scope="row" aria-colindex={1} className="kn-matrix-name">
        <MatrixBox
          {...boxAt(index + 1, 0)}
          {...lineTick(columns, column => tickOf(id, column.id))}
          label={rowLabel(id)}
        />
        <span className="kn-matrix-text" title={name}>
          <bdi>{name}</bdi>
        </span>
        {note}
      </th>
      {cells.map(cell => {
        const column = columns[cell.index]!
        const tick = tickOf(id, column.id)
        return (
          <td
            key={column.id}
            {...roles.gridcell}
            aria-colindex={cell.index + 2}
            className="kn-matrix-cell"
            data-changed={tick.changed ? (tick.checked ? 'on' : 'off') : undefined}
            style={{ insetInlineStart: cell.start }}
          >
            <MatrixBox
              {...boxAt(index + 1, cell.index + 1)}
              {...tick}
              label={cellLabel(id, column.id, tick)}
            />
          </td>
        )
      })}
    </tr>
  )
}

interface Line {
  count: number
  pixels: number
  /** Before the first one: what stays in sight. */
  head: number
  /** The place that has the focus: it is drawn wherever it is, or the focus would be lost. */
  kept: number
  /** Across. */
  side?: { isRtl: boolean }
}

function useLine(scroller: HTMLElement | null, { count, pixels, head, kept, side }: Line) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => pixels,
    overscan: 4,
    paddingStart: head,
    scrollPaddingStart: head,
    horizontal: side !== undefined,
    isRtl: side?.isRtl ?? false,
    initialRect: { width: 1200, height: 600 },
    rangeExtractor: range => withPlaces(range, kept - 1),
  })
}

/** Moves the focus once the place is drawn. */
function useFocus(scroller: HTMLElement | null, place: MatrixPlace, setWish: (place: MatrixPlace) => void) {
  const wanted = useRef(false)
  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    const box = scroller?.querySelector<HTMLElement>(`[data-place="${place.row} ${place.column}"]`)
    box?.focus({ preventScroll: true })
  }, [scroller, place.row, place.column])
  return (next: MatrixPlace) => {
    wanted.current = true
    setWish(next)
  }
}

/** Ticks what stands at a place; the answer stays the same function, so that only what changes is drawn anew. */
function useToggle({ rows, columns, onTick, disabled }: TickMatrixProps) {
  const anchor = useRef<{ row: string | undefined; column: string | undefined }>(undefined)
  const act = (to: MatrixPlace, checked: boolean, isRange: boolean) => {
    if (disabled) return
    const at = (lines: readonly MatrixLine[], id: string | undefined) =>
      id === undefined ? 0 : lines.findIndex(line => line.id === id) + 1
    const before = anchor.current
    const earlier = before && { row: at(rows, before.row), column: at(columns, before.column) }
    // Names of columns, names of rows and cells have ranges among themselves.
    const isAlike =
      earlier && (earlier.row === 0) === (to.row === 0) && (earlier.column === 0) === (to.column === 0)
    const from = isRange && isAlike ? earlier : to
    const [inRows, inColumns] = [
      spanOf(from.row, to.row, rows.length),
      spanOf(from.column, to.column, columns.length),
    ]
    const idsOf = (lines: readonly MatrixLine[], [first, end]: readonly [number, number]) =>
      lines.slice(first, end).map(({ id }) => id)
    onTick({ rows: idsOf(rows, inRows), columns: idsOf(columns, inColumns) }, checked)
    anchor.current = { row: rows[to.row - 1]?.id, column: columns[to.column - 1]?.id }
  }
  const latest = useRef(act)
  latest.current = act
  return useCallback(
    (to: MatrixPlace, checked: boolean, isRange: boolean) => latest.current(to, checked, isRange),
    [],
  )
}

/** A whole row or column: ticked where all are that can be, half where some are. */
function lineTick(lines: readonly MatrixLine[], tickOf: (line: MatrixLine) => MatrixTick) {
  const ticks = lines.map(tickOf).filter(({ fixed }) => !fixed)
  const checked = ticks.filter(tick => tick.checked).length
  return {
    checked: checked > 0 && checked === ticks.length,
    isHalf: checked > 0 && checked < ticks.length,
    fixed: ticks.length === 0,
  }
}

interface MatrixBoxProps extends MatrixPlace {
  label: string
  checked: boolean
  isHalf?: boolean
  fixed: boolean
  disabled: boolean
  isHere: boolean
  toggle: (place: MatrixPlace, checked: boolean, isRange: boolean) => void
  onPlace: (place: MatrixPlace) => void
}

/** One tick: one of them is in the order of Tab, and each can be reached, also where it can't be changed. */
const MatrixBox = memo(function MatrixBox(props: MatrixBoxProps) {
  const { row, column, label, checked, isHalf = false, fixed, disabled, isHere, toggle, onPlace } = props
  const isRange = useRef(false)
  const place = useMemo(() => ({ row, column }), [row, column])
  return (
    <Checkbox
      aria-label={label}
      aria-disabled={fixed || disabled || undefined}
      data-place={`${row} ${column}`}
      tabIndex={isHere ? 0 : -1}
      checked={checked}
      indeterminate={isHalf}
      onFocus={() => onPlace(place)}
      onClick={event => {
        isRange.current = event.shiftKey
      }}
      onChange={event => {
        if (!fixed) toggle(place, event.target.checked, isRange.current)
      }}
    />
  )
})
