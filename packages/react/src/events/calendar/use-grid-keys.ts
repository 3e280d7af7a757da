import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { DayLayout, Placed } from './layout.ts'
import { resized, type Slot, type Stretch, snap } from './slots.ts'
import { type Drag, type DragOptions, stretchOf } from './use-drag.ts'
import type { Landing } from './use-move.ts'

interface GridKeys extends Pick<DragOptions, 'scroller'> {
  layout: readonly DayLayout[]
  drag: Drag
  scale: number
  /** Opens an event, or brings back what is cancelled. */
  onPress: (placed: Placed) => void
  /** Cancels the class of a date, or brings it back. */
  onToggle: (placed: Placed) => void
  /** What was moved: the focus goes to it where it comes to be. */
  landing: RefObject<Landing | undefined>
  zoom: DragOptions['zoom']
  /** Called with what was picked up and is left where it was. */
  onLeave: (placed: Placed) => void
}

const steps: Readonly<Record<string, readonly [days: number, lines: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Arrow keys go from event to event, or move the one that Space picked up; with Shift they change its length; Enter opens or drops, Escape leaves it, Delete cancels its date. */
export function useGridKeys(keys: GridKeys) {
  const { layout, drag, scroller, scale, zoom, onPress, onToggle, landing, onLeave } = keys
  const [current, setCurrent] = useState<string>()
  const wants = useRef(false)
  const all = layout.flatMap(({ placed }) => placed)
  const chosen = all.find(({ key }) => key === current) ?? all[0]
  const focus = (next: Placed | undefined) => {
    if (next === undefined) return
    const element = scroller.current
    if (element) showMinutes(element, next.minutes * scale)
    wants.current = true
    setCurrent(next.key)
  }
  // Every render: the block may come into the window one render after the scroll.
  useEffect(() => {
    const landed = all.find(
      ({ event, origin }) => event.eventId === landing.current?.eventId && origin.day === landing.current.day,
    )
    if (landed !== undefined) {
      landing.current = undefined
      wants.current = true
      if (landed.key !== current) return setCurrent(landed.key)
    }
    if (!wants.current || chosen === undefined) return
    const block = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen.key)}"]`)
    if (block == null) return
    wants.current = false
    block.focus({ preventScroll: true })
    // In a narrow calendar the day may lie beside what is seen, and the calendar below the window.
    block.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const key = target.dataset.key
    const placed = all.find(one => one.key === key)
    if (placed === undefined) return
    const isRtl = getComputedStyle(target).direction === 'rtl'
    const step = steps[event.key]
    if (step !== undefined) {
      const [days, lines] = step
      const turn = isRtl ? -days : days
      if (event.shiftKey && days === 0) stretch(lines, placed)
      else if (drag.ghost === undefined) focus(neighbour(layout, placed, turn, lines))
      else move(turn, lines, placed)
    } else if (event.key === ' ' && drag.ghost === undefined) {
      if (placed.exception !== 'cancelled') drag.put(placed, stretchOf(placed))
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (drag.ghost === undefined) onPress(placed)
      else drag.drop()
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && drag.ghost === undefined) {
      if (!event.repeat) onToggle(placed)
    } else if (event.key === 'Escape' && drag.ghost !== undefined) leave(placed)
    else return
    event.preventDefault()
  }
  const move = (days: number, lines: number, placed: Placed) => {
    const { to, length } = drag.ghost!
    const known = layout.map(({ day }) => day)
    const from = placed.origin
    const first = Math.min(known[0]!, from.day)
    const day = Math.min(known.at(-1)!, Math.max(first, to.day + days))
    const slot = { day, minutes: snap(to.minutes, lines * zoom, zoom) }
    drag.put(placed, { to: slot, length })
    showSlot(slot, known.indexOf(day))
  }
  /** Its end goes by a line; what isn’t picked up is, with the first. */
  const stretch = (lines: number, placed: Placed) => {
    if (placed.exception === 'cancelled') return
    const before: Stretch = drag.ghost ?? stretchOf(placed)
    drag.put(placed, resized(before, 'end', lines * zoom, zoom))
  }
  const showSlot = ({ minutes }: Slot, column: number) => {
    const element = scroller.current
    if (element === null) return
    showMinutes(element, minutes * scale)
    element
      .querySelector(`[data-column="${column}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const leave = (placed: Placed) => {
    drag.leave()
    onLeave(placed)
  }
  /** Who tabs away leaves what was picked up where it was: no key would reach it any more. */
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isWindow = relatedTarget === null && document.activeElement === target
    if (drag.ghost?.placed === undefined || isWindow) return
    const placed = all.find(({ key }) => key === (target as HTMLElement).dataset.key)
    if (placed !== undefined) leave(placed)
  }
  /** Browsers that click a button when Space is released: it has picked up or dropped already. */
  const onKeyUp = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === ' ' && (event.target as HTMLElement).dataset.key !== undefined) event.preventDefault()
  }
  return { handlers: { onKeyDown, onKeyUp, onBlur }, current: chosen?.key }
}

/** Scrolls where this height isn't seen. */
function showMinutes(element: HTMLElement, top: number): void {
  if (top < element.scrollTop || top > element.scrollTop + element.clientHeight - 80)
    element.scrollTop = Math.max(0, top - 80)
}

/** The event before or after it on its day, or the one nearest in time on another. */
function neighbour(
  layout: readonly DayLayout[],
  placed: Placed,
  days: number,
  lines: number,
): Placed | undefined {
  const at = layout.findIndex(({ day }) => day === placed.day)
  if (days === 0) {
    const own = layout[at]!.placed
    return own[own.findIndex(({ key }) => key === placed.key) + lines]
  }
  for (let index = at + days; index >= 0 && index < layout.length; index += days) {
    const others = layout[index]!.placed
    const away = (one: Placed) => Math.abs(one.minutes - placed.minutes)
    if (others.length > 0) return others.reduce((best, one) => (away(one) < away(best) ? one : best))
  }
  return undefined
}
