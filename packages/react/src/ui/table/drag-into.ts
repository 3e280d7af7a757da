import type { PointerEvent } from 'react'

export interface DragInto {
  /** The list that it can be dropped on: its rows or cards have `data-index`. */
  target: () => HTMLElement | null
  /** The place under the pointer, from 0; undefined beside the list, and once the drag has ended. */
  tell(place: number | undefined): void
  drop(place: number): void
}

/** Pixels after which a press is a drag. */
const STILL = 6

/** Drags something from beside a list to a place in it, by mouse or pen: a finger scrolls. Escape ends it. */
export function dragInto(start: PointerEvent<HTMLElement>, { target, tell, drop }: DragInto): void {
  if (start.button !== 0 || start.pointerType === 'touch') return
  const dragged = start.currentTarget
  const watch = new AbortController()
  const { signal } = watch
  const clicks = new AbortController()
  let ghost: HTMLElement | undefined
  let place: number | undefined
  const end = (isDropped: boolean) => {
    watch.abort()
    // Its click, if there is one, comes before that.
    setTimeout(() => clicks.abort())
    ghost?.remove()
    tell(undefined)
    if (isDropped && place !== undefined) drop(place)
  }
  const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
    if (ghost === undefined && Math.hypot(x - start.clientX, y - start.clientY) < STILL) return
    ghost ??= toGhost(dragged)
    ghost.style.translate = `${x + 8}px ${y + 8}px`
    place = placeAt(target(), x, y)
    tell(place)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', () => end(true), { signal })
  addEventListener('pointercancel', () => end(false), { signal })
  addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || ghost === undefined) return
      event.stopPropagation()
      end(false)
    },
    { signal, capture: true },
  )
  // The press that ends a drag is no click.
  addEventListener(
    'click',
    event => {
      if (ghost !== undefined) event.stopPropagation()
    },
    { capture: true, signal: clicks.signal },
  )
}

function toGhost(dragged: HTMLElement): HTMLElement {
  const ghost = dragged.cloneNode(true) as HTMLElement
  for (const part of [ghost, ...ghost.querySelectorAll('[id]')]) part.removeAttribute('id')
  ghost.classList.add('kn-drag-ghost')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.style.inlineSize = `${dragged.offsetWidth}px`
  ;(dragged.closest('.kn-root') ?? document.body).append(ghost)
  return ghost
}

function placeAt(list: HTMLElement | null, x: number, y: number): number | undefined {
  const isIn = (part: Element) => {
    const { top, bottom, left, right } = part.getBoundingClientRect()
    return y >= top && y < bottom && x >= left && x < right
  }
  if (list === null || !isIn(list)) return undefined
  const rows = [...list.querySelectorAll<HTMLElement>('[data-index]')]
  const over = rows.find(isIn)
  return over === undefined
    ? Math.max(-1, ...rows.map(row => Number(row.dataset.index))) + 1
    : Number(over.dataset.index)
}
