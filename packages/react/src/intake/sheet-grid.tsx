import { parseTable, toTable } from '@kinora/core/bulk'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { roles as tableRoles } from '../ui/table/table-rows.ts'
import {
  cellsOf,
  columnsIn,
  type Extent,
  fillDown,
  move,
  neighbour,
  type Place,
  type PlacedText,
  paste,
  type Range,
  toRange,
} from './grid-moves.ts'
import { type Beginning, SheetInput, type Step } from './sheet-input.tsx'

/** What can be chosen in a cell. */
export interface GridChoice {
  value: string
  label?: string
}

export interface GridColumn<Row> {
  id: string
  header: string
  width: number
  /** As the cell is edited and copied. */
  text(row: Row): string
  cell(row: Row): ReactNode
  isInvalid?(row: Row): boolean
  /** Its cell is seen and copied alone. */
  isReadOnly?(row: Row): boolean
  /** Given, the cell does something instead of being edited. */
  act?(row: Row): void
  choices?(row: Row): readonly GridChoice[]
  /** Its text may have several lines. */
  isLong?: boolean
}

export interface SheetGridProps<Row> {
  label: string
  /** What the keys do, for those who can’t see them at work. */
  help: string
  rows: readonly Row[]
  rowId(row: Row): string
  rowLabel(row: Row): string
  /** The first names its row. */
  columns: readonly GridColumn<Row>[]
  /** What was typed, pasted, filled or emptied at once. */
  onEnter(texts: readonly PlacedText[]): void
  onUndo(): void
  /** The rows that are chosen, as they change; the same function at every call. */
  onRange?(rows: Pick<Range, 'top' | 'bottom'>): void
  /** For what fills from outside of the grid. */
  fill: { current: (() => void) | undefined }
}

/** Where one is after a cell was edited; undefined where the focus has gone elsewhere. */
function after(
  here: Place,
  step: Step | undefined,
  extent: Pick<Extent, 'rows' | 'columns'>,
): Place | undefined {
  if (step === undefined) return undefined
  if (step === 'stay') return here
  if (step === 'down') return { ...here, row: Math.min(here.row + 1, extent.rows - 1) }
  return neighbour(here, step, extent) ?? here
}

const HEIGHT = 52
const HEAD = 36

/** A grid of text cells that is used as a spreadsheet is, by the ARIA pattern of grids; only rows in sight are drawn. */
export function SheetGrid<Row>(props: SheetGridProps<Row>) {
  const { label, help, rows, rowId, rowLabel, columns, onEnter, onUndo, onRange, fill } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [corner, setCorner] = useState<Place>()
  const [editing, setEditing] = useState<Beginning>()
  const wantsFocus = useRef(false)
  const extent = { rows: rows.length, columns: columns.length }
  // Rows may have left the sheet since.
  const here = ({ row, column }: Place): Place => ({
    row: Math.min(row, Math.max(0, rows.length - 1)),
    column: Math.min(column, Math.max(0, columns.length - 1)),
  })
  const at = here(place)
  const from = corner && here(corner)
  const range = toRange(at, from)
  const { top, bottom } = range
  useEffect(() => onRange?.({ top, bottom }), [onRange, top, bottom])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => HEIGHT,
    overscan: 4,
    scrollPaddingStart: HEAD,
    initialRect: { width: 1200, height: 800 },
    // The cell that has the focus stays, wherever one scrolls to.
    rangeExtractor: shown => [...new Set([...defaultRangeExtractor(shown), at.row])].sort((a, b) => a - b),
  })
  // After each render: the first press may be on the cell that is the current one already.
  useLayoutEffect(() => {
    if (!wantsFocus.current || editing !== undefined) return
    wantsFocus.current = false
    virtualizer.scrollToIndex(at.row)
    const cell = scroller?.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const go = (to: Place, isRange = false) => {
    wantsFocus.current = true
    setCorner(isRange ? (from ?? at) : undefined)
    setPlace(to)
  }
  const textAt = ({ row, column }: Place) => columns[column]!.text(rows[row]!)
  const isReadOnly = ({ row, column }: Place) => columns[column]?.isReadOnly?.(rows[row]!) === true
  const put = (texts: readonly PlacedText[]) => {
    const taken = texts.filter(each => columns[each.column]?.act === undefined && !isReadOnly(each))
    if (taken.length > 0) onEnter(taken)
  }
  const fillRange = () => {
    const all = corner === undefined ? { ...range, bottom: rows.length - 1 } : range
    put(fillDown(all, textAt))
  }
  fill.current = fillRange
  const begin = (typed?: string) => {
    const row = rows[at.row]
    const column = columns[at.column]
    if (row === undefined || column === undefined || isReadOnly(at)) return
    if (column.act === undefined)
      setEditing({ text: typed ?? column.text(row), isTyped: typed !== undefined })
    else if (typed === undefined) column.act(row)
  }
  const end = (text: string | undefined, to?: Place) => {
    setEditing(undefined)
    if (text !== undefined) put([{ ...at, text }])
    if (to !== undefined) go(to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (editing !== undefined || rows.length === 0) return
    // The keys of a button within a cell are its own.
    if (!(event.target as Element).matches('[data-cell]')) return
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isCommand = ctrlKey || metaKey
    const isRtl = scroller !== null && getComputedStyle(scroller).direction === 'rtl'
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / HEIGHT) - 1)
    const to = altKey ? undefined : move(event, at, { ...extent, page, isRtl })
    if (to !== undefined) go(to, shiftKey)
    else if (key === 'Enter' || key === 'F2') begin()
    else if (key === 'Escape') setCorner(undefined)
    else if (key === 'Delete' || key === 'Backspace') put(cellsOf(range).map(each => ({ ...each, text: '' })))
    else if (isCommand && key.toLowerCase() === 'd') put(fillDown(range, textAt))
    else if (isCommand && !shiftKey && key.toLowerCase() === 'z') onUndo()
    else if (key.length === 1 && !isCommand && !altKey && !event.nativeEvent.isComposing) begin(key)
    else return
    event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent) => {
    if (editing !== undefined || rows.length === 0) return
    const lines = Array.from({ length: range.bottom - range.top + 1 }, (_, nth) =>
      columns.slice(range.start, range.end + 1).map(column => column.text(rows[range.top + nth]!)),
    )
    event.clipboardData.setData('text/plain', toTable(lines))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (editing !== undefined || text === '') return
    put(paste(parseTable(text), range, extent))
    event.preventDefault()
  }
  const onMouseDown = (event: MouseEvent<HTMLElement>, to: Place) => {
    const isHere = to.row === at.row && to.column === at.column
    if (editing !== undefined && isHere) return
    event.preventDefault()
    // The cell that is edited takes what was entered.
    if (editing !== undefined) (document.activeElement as HTMLElement | null)?.blur()
    if ((event.target as Element).closest('button, a') !== null) {
      // Its cell is the current one, and stays beneath the pointer until the button is released.
      setCorner(undefined)
      setPlace(to)
      event.currentTarget.focus({ preventScroll: true })
    } else if (isHere && !event.shiftKey && document.activeElement?.closest('[data-cell]')) begin()
    else go(to, event.shiftKey)
  }
  const onEnd = (text: string | undefined, step?: Step) => end(text, after(at, step, extent))
  const latest = useRef({ onMouseDown, onEnd })
  latest.current = { onMouseDown, onEnd }
  const press = useCallback<typeof onMouseDown>((event, to) => latest.current.onMouseDown(event, to), [])
  const leave = useCallback<typeof onEnd>((text, step) => latest.current.onEnd(text, step), [])
  const style = {
    '--kn-sheet-columns': columns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' '),
    '--kn-sheet-min': `${columns.reduce((all, { width }) => all + width, 0)}px`,
  } as CSSProperties
  return (
    <div className="kn-sheet-frame" style={style}>
      <div ref={setScroller} className="kn-sheet">
        <table
          {...roles.grid}
          aria-label={label}
          aria-description={help}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          onKeyDown={onKeyDown}
          onCopy={onCopy}
          onPaste={onPaste}
        >
          <GridHead columns={columns} />
          <tbody {...roles.rowgroup} style={{ blockSize: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]
              if (row === undefined) return null
              return (
                <GridRow
                  key={rowId(row)}
                  {...{ row, index, start, columns }}
                  {...columnsIn(range, index)}
                  label={rowLabel(row)}
                  at={index === at.row ? at.column : undefined}
                  editing={index === at.row ? editing : undefined}
                  onMouseDown={press}
                  onEnd={leave}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function GridHead<Row>({ columns }: { columns: readonly GridColumn<Row>[] }) {
  return (
    <thead {...roles.rowgroup}>
      <tr {...roles.row} className="kn-sheet-row" aria-rowindex={1}>
        {columns.map(({ id, header }, nth) => (
          <th
            key={id}
            {...roles.columnheader}
            className="kn-sheet-cell"
            scope="col"
            aria-colindex={nth + 1}
            data-first={nth === 0 ? '' : undefined}
          >
            {header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface GridRowProps<Row> {
  row: Row
  index: number
  /** Pixels from the first row. */
  start: number
  columns: readonly GridColumn<Row>[]
  /** The columns of its cells that are chosen; undefined where none is. */
  from: number | undefined
  to: number | undefined
  label: string
  /** The column of the cell that has the focus, where it is of this row. */
  at: number | undefined
  editing: Beginning | undefined
  onMouseDown(event: MouseEvent<HTMLElement>, place: Place): void
  onEnd(text: string | undefined, step?: Step): void
}

/** Drawn again where something of it changes; a step to another cell is two rows of all those in sight. */
const GridRow = memo(PlainGridRow) as typeof PlainGridRow

function PlainGridRow<Row>(props: GridRowProps<Row>) {
  const { row, index, start, columns, from, to, label, at, editing, onMouseDown, onEnd } = props
  return (
    <tr
      {...roles.row}
      className="kn-sheet-row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)`, blockSize: HEIGHT }}
    >
      {columns.map((column, nth) => {
        const isAt = nth === at
        const isEdited = isAt && editing !== undefined
        return (
          <td
            key={column.id}
            {...toCell({
              isFirst: nth === 0,
              isSelected: from !== undefined && to !== undefined && nth >= from && nth <= to,
              isReadOnly: column.isReadOnly?.(row),
            })}
            className="kn-sheet-cell"
            aria-colindex={nth + 1}
            aria-invalid={column.isInvalid?.(row) || undefined}
            tabIndex={isAt && !isEdited ? 0 : -1}
            data-cell={`${index}:${nth}`}
            data-at={isAt ? '' : undefined}
            data-first={nth === 0 ? '' : undefined}
            onMouseDown={event => onMouseDown(event, { row: index, column: nth })}
          >
            {isEdited ? (
              <SheetInput
                label={`${column.header}, ${label}`}
                beginning={editing}
                choices={column.choices?.(row) ?? []}
                isLong={column.isLong}
                onEnd={onEnd}
              />
            ) : (
              column.cell(row)
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** `display: grid` takes the roles of a table away from its parts: these give them back, with those of a grid. */
const roles = { ...tableRoles, grid: { role: 'grid', 'aria-multiselectable': true } } as const
/** The first names its row to whoever goes down another column. */
const toCell = (cell: { isFirst: boolean; isSelected: boolean; isReadOnly: boolean | undefined }) => ({
  role: cell.isFirst ? 'rowheader' : 'gridcell',
  'aria-selected': cell.isSelected,
  'aria-readonly': cell.isReadOnly || undefined,
})
