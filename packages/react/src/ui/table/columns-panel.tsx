import * as Ariakit from '@ariakit/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { IconButton } from '../icon-button.tsx'
import type { ColumnsMenuProps } from './columns-menu.tsx'
import { resizeColumn } from './data-table-columns.ts'
import type { ColumnModel } from './use-data-table.ts'

interface ColumnsPanelProps extends ColumnsMenuProps {
  anchor: HTMLElement | null
  open: boolean
  onClose: () => void
}

/** A box, its width and two arrows for every column; the first is the row's identity and has its width alone. */
export function ColumnsPanel({ model, texts, anchor, open, onClose }: ColumnsPanelProps) {
  const { table, onColumnState } = model
  const store = Ariakit.usePopoverStore({ open, setOpen: next => next || onClose(), placement: 'bottom-end' })
  useLayoutEffect(() => {
    store.setAnchorElement(anchor)
    store.setDisclosureElement(anchor)
  }, [store, anchor])
  const all = table.getAllLeafColumns()
  const columns = all.filter(column => column.getCanHide())
  const nameOf = (id: string) => String(table.getColumn(id)?.columnDef.header)
  const around = anchor?.closest('.kn-list') ?? document
  const widthOf = (id: string) => (
    <ColumnWidthSlider model={model} id={id} label={texts.width(nameOf(id))} around={around} />
  )
  const { moved, move } = useColumnMoves(
    columns.map(column => column.id),
    {
      onOrder: ids => table.setColumnOrder(ids),
      toWords: ({ id, ...moved }) => texts.moved({ name: nameOf(id), ...moved }),
    },
  )
  return (
    <Ariakit.Popover
      store={store}
      className="kn-popover"
      portal
      fixed
      gutter={4}
      unmountOnHide
      aria-label={texts.label}
    >
      <ul className="kn-columns">
        {all
          .filter(column => !column.getCanHide())
          .map(({ id }) => (
            <li key={id}>
              <span className="kn-columns-name">{nameOf(id)}</span>
              {widthOf(id)}
            </li>
          ))}
        {columns.map((column, index) => (
          <li key={column.id}>
            <Checkbox
              label={nameOf(column.id)}
              checked={column.getIsVisible()}
              onChange={event => column.toggleVisibility(event.target.checked)}
            />
            {widthOf(column.id)}
            <MoveButtons
              name={nameOf(column.id)}
              texts={texts}
              isFirst={index === 0}
              isLast={index === columns.length - 1}
              onMove={(by, button) => move(column.id, by, button)}
            />
          </li>
        ))}
      </ul>
      <Checkbox
        label={texts.compact}
        checked={model.columnState.density === 'compact'}
        onChange={event =>
          onColumnState?.({ ...model.columnState, density: event.target.checked ? 'compact' : undefined })
        }
      />
      <Button variant="quiet" size="compact" onClick={() => onColumnState?.({})}>
        {texts.reset}
      </Button>
      <span className="kn-hidden" role="status">
        {moved}
      </span>
    </Ariakit.Popover>
  )
}

interface ColumnMovesOptions {
  onOrder: (ids: string[]) => void
  toWords: (moved: { id: string; place: number; count: number }) => string
}

/** Moves a column by its buttons, announces its new place and keeps the focus on the button that was pressed. */
function useColumnMoves(ids: readonly string[], { onOrder, toWords }: ColumnMovesOptions) {
  const [moved, setMoved] = useState('')
  const pressed = useRef<HTMLElement>(null)
  // An element that changes its place in the document loses the focus.
  useLayoutEffect(() => {
    if (moved !== '') pressed.current?.focus()
  }, [moved])
  return {
    moved,
    move(id: string, by: number, button: HTMLElement) {
      const place = ids.indexOf(id) + by
      if (place < 0 || place >= ids.length) return
      pressed.current = button
      onOrder(ids.filter(other => other !== id).toSpliced(place, 0, id))
      setMoved(toWords({ id, place: place + 1, count: ids.length }))
    },
  }
}

interface MoveButtonsProps {
  name: string
  texts: ColumnsMenuProps['texts']
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1, button: HTMLElement) => void
}

function MoveButtons({ name, texts, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <MoveButton
        label={texts.up(name)}
        icon={<ArrowUp size={14} aria-hidden="true" />}
        isEnd={isFirst}
        onMove={button => onMove(-1, button)}
      />
      <MoveButton
        label={texts.down(name)}
        icon={<ArrowDown size={14} aria-hidden="true" />}
        isEnd={isLast}
        onMove={button => onMove(1, button)}
      />
    </>
  )
}

interface MoveButtonProps {
  label: string
  icon: ReactNode
  isEnd: boolean
  onMove: (button: HTMLElement) => void
}

function MoveButton({ label, icon, isEnd, onMove }: MoveButtonProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      tooltip={false}
      aria-disabled={isEnd || undefined}
      onClick={event => onMove(event.currentTarget)}
    />
  )
}

interface ColumnWidthSliderProps {
  model: ColumnModel
  id: string
  /** "Width of Status" */
  label: string
  /** An element that contains the table. */
  around: ParentNode
}

/** px of one press of an arrow key. */
const STEP = 16

/** The width of a column, by keys and by single clicks; nothing while the column isn't on screen, or as cards has none. */
function ColumnWidthSlider({ model, id, label, around }: ColumnWidthSliderProps) {
  const headIn = () => around.querySelector<HTMLElement>(`th[data-column="${CSS.escape(id)}"]`)
  const [width, setWidth] = useState(0)
  const { minSize = 0, maxSize = 0 } = model.table.getColumn(id)!.columnDef
  // The table is drawn by now, and a column that has no width of its own takes what is left.
  useLayoutEffect(() => setWidth(widthOf(headIn())))
  if (width === 0) return null
  return (
    <input
      type="range"
      className="kn-column-width"
      aria-label={label}
      min={minSize}
      max={Math.max(maxSize, width)}
      step={1}
      value={width}
      onKeyDown={event => {
        const by = stepOf(event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
        const head = headIn()
        if (by === 0 || head === null) return
        event.preventDefault()
        resizeColumn(model, head, head.offsetWidth + by)
      }}
      onChange={event => {
        const head = headIn()
        if (head !== null) resizeColumn(model, head, event.target.valueAsNumber)
      }}
    />
  )
}

const widthOf = (head: HTMLElement | null): number =>
  head !== null && getComputedStyle(head.parentElement!).display === 'grid' ? head.offsetWidth : 0

/** The browser’s own step would be a px. */
function stepOf(key: string, isBackwards: boolean): number {
  if (key === 'ArrowUp' || key === (isBackwards ? 'ArrowLeft' : 'ArrowRight')) return STEP
  if (key === 'ArrowDown' || key === (isBackwards ? 'ArrowRight' : 'ArrowLeft')) return -STEP
  return 0
}
