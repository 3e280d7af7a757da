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
/** Pixels after which a press is a drag. */
const STILL = 6

/**
 * Moves its row of a table, or its card of a grid: dragged by mouse, pen or finger, or by arrow keys, Home and End; Escape ends a drag.
 * Over the cover of a card it is pressed for the card: that opens it, or its menu.
 */
export function RowHandle({ label, help, moves }: RowHandleProps) {
  const [dragging, setDragging] = useState(false)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = cardStep(event) ?? steps[event.key as keyof typeof steps]
    if (step === undefined) return
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
      // By Enter; what a pointer presses is captured by the list.
      onClick={event => event.detail === 0 && openCard(event.currentTarget, event.nativeEvent)}
    >
      <GripVertical size={16} aria-hidden="true" />
    </button>
  )
}

/** Cards stand in lines: up and down goes by a line, to the sides by one. */
function cardStep({ key, currentTarget }: KeyboardEvent<HTMLElement>): number | undefined {
  const grid = currentTarget.closest<HTMLElement>('[data-columns]')
  const card = currentTarget.closest<HTMLElement>('[data-index]')
  if (grid === null || card === null) return undefined
  const sideways = getComputedStyle(grid).direction === 'rtl' ? -1 : 1
  const line = Number(grid.dataset.columns)
  const ways: Readonly<Record<string, number>> = {
    ArrowRight: sideways,
    ArrowLeft: -sideways,
    ArrowDown: line,
    ArrowUp: -line,
  }
  const by = ways[key]
  return by === undefined ? undefined : Number(card.dataset.index) + by
}

/** Presses the link of the card, or else the button of its menu, with the keys that are held. */
function openCard(handle: HTMLElement, { detail, ctrlKey, metaKey, shiftKey }: MouseEventInit): void {
  const card = handle.closest('.kn-title-card')
  const target = card?.querySelector('a.kn-cell-name') ?? card?.querySelector('.kn-title-card-menu button')
  target?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, detail, ctrlKey, metaKey, shiftKey }),
  )
}

function drag(start: PointerEvent<HTMLElement>, moves: RowMoves, tell: (dragging: boolean) => void): void {
  const handle = start.currentTarget
  const list = handle.closest<HTMLElement>('table, [data-columns]')
  if (start.button !== 0 || list === null) return
  start.preventDefault()
  handle.focus()
  // The list stays where it is while rows change places, and so keeps the pointer.
  list.setPointerCapture(start.pointerId)
  tell(true)
  let isMoved = false
  const watch = new AbortController()
  const end = (act: () => void) => {
    watch.abort()
    tell(false)
    if (list.hasPointerCapture(start.pointerId)) list.releasePointerCapture(start.pointerId)
    act()
  }
  const { signal } = watch
  const move = (at: globalThis.PointerEvent) => {
    scrollNear(list.closest('.kn-table-scroll, .kn-cards-scroll'), at.clientY)
    const place = placeAt(handle, list, at)
    if (place === undefined) return
    isMoved = true
    moves.preview(place)
  }
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(moves.cancel)
  }
  list.addEventListener('pointermove', move, { signal })
  const isPress = (at: globalThis.PointerEvent) =>
    !isMoved && Math.hypot(at.clientX - start.clientX, at.clientY - start.clientY) < STILL
  const up = (at: globalThis.PointerEvent) => {
    const { ctrlKey, metaKey, shiftKey } = at
    const open = () => openCard(handle, { detail: 1, ctrlKey, metaKey, shiftKey })
    end(isPress(at) ? open : moves.drop)
  }
  list.addEventListener('pointerup', up, { signal })
  list.addEventListener('lostpointercapture', () => end(moves.cancel), { signal })
  addEventListener('keydown', onKey, { signal, capture: true })
}

/** The place of the row or card under the pointer, once the dragged one fits there; so rows of different heights don't flicker. */
function placeAt(
  handle: HTMLElement,
  list: HTMLElement,
  { clientX: x, clientY: y }: globalThis.PointerEvent,
): number | undefined {
  const own = handle.closest<HTMLElement>('[data-index]')
  const over = [...list.querySelectorAll<HTMLElement>('[data-index]')].find(row => {
    const { top, bottom, left, right } = row.getBoundingClientRect()
    // A row is as wide as its table, wherever beside it the pointer is.
    return y >= top && y < bottom && (list.matches('table') || (x >= left && x < right))
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
