import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** What a row's handle asks for; places are those of the table, from 0. */
export interface RowMoves {
  /** Shows the row at another place, for as long as it is dragged. */
  preview(place: number): void
  /** What is shown is wanted. */
  drop(): void
  /** Back to where it was. */
  cancel(): void
  /** By one row, to an end, or to a place. */
  step(to: 'up' | 'down' | 'top' | 'bottom' | number): void
}

export interface RowHandleProps {
  /** "Move Strength" */
  label: string
  /** How: "Drag, or press the up and down arrow keys" */
  help: string
  moves: RowMoves
}

const steps = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'bottom' } as const
/** Pixels from the edge of the scroller within which it scrolls. */
const EDGE = 40

/** Moves its row of a table: dragged by mouse, pen or finger, or by arrow keys, Home and End; Escape ends a drag. */
export function RowHandle({ label, help, moves }: RowHandleProps) {
  const [dragging, setDragging] = useState(false)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key as keyof typeof steps] as (typeof steps)[keyof typeof steps] | undefined
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moves.step(step)
  }
  return (
    <button
      type="button"
      className="kn-row-handle"
      aria-label={label}
      title={help}
      data-dragging={dragging ? '' : undefined}
      onKeyDown={press}
      onPointerDown={event => drag(event, moves, setDragging)}
    >
      <GripVertical size={16} aria-hidden="true" />
    </button>
  )
}

function drag(start: PointerEvent<HTMLElement>, moves: RowMoves, tell: (dragging: boolean) => void): void {
  const handle = start.currentTarget
  const table = handle.closest('table')
  if (start.button !== 0 || table === null) return
  start.preventDefault()
  handle.focus()
  // The table stays where it is while rows change places, and so keeps the pointer.
  table.setPointerCapture(start.pointerId)
  tell(true)
  const watch = new AbortController()
  const end = (act: () => void) => {
    watch.abort()
    tell(false)
    if (table.hasPointerCapture(start.pointerId)) table.releasePointerCapture(start.pointerId)
    act()
  }
  const { signal } = watch
  const move = ({ clientY }: globalThis.PointerEvent) => {
    scrollNear(table.closest('.kn-table-scroll'), clientY)
    const place = placeAt(handle, table, clientY)
    if (place !== undefined) moves.preview(place)
  }
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(moves.cancel)
  }
  table.addEventListener('pointermove', move, { signal })
  table.addEventListener('pointerup', () => end(moves.drop), { signal })
  table.addEventListener('lostpointercapture', () => end(moves.cancel), { signal })
  addEventListener('keydown', onKey, { signal, capture: true })
}

/** The place of the row under the pointer, once the dragged one fits there; so rows of different heights don't flicker. */
function placeAt(handle: HTMLElement, table: HTMLElement, y: number): number | undefined {
  const own = handle.closest<HTMLElement>('tr')
  const rows = [...table.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
  const over = rows.find(row => {
    const { top, bottom } = row.getBoundingClientRect()
    return y >= top && y < bottom
  })
  if (own === null || over === undefined || over === own) return undefined
  const [from, to] = [Number(own.dataset.index), Number(over.dataset.index)]
  const { top, bottom } = over.getBoundingClientRect()
  const fits = to > from ? y > bottom - own.offsetHeight : y < top + own.offsetHeight
  return fits ? to : undefined
}

function scrollNear(scroller: Element | null, y: number): void {
  const { top, bottom } = scroller?.getBoundingClientRect() ?? { top: -Infinity, bottom: Infinity }
  if (y < top + EDGE) scroller?.scrollBy(0, -EDGE / 4)
  else if (y > bottom - EDGE) scroller?.scrollBy(0, EDGE / 4)
}
