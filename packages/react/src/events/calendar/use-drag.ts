import type { CalendarZoom, Issue } from '@kinora/core'
import type { Moment } from '@kinora/core/schedule'
import { type PointerEvent, type RefObject, useCallback, useRef, useState } from 'react'
import type { Placed } from './layout.ts'
import { checkMove, type Moved, type NewEventTime, type Slot, scaleOf, snap, toNewEvent } from './slots.ts'

/** What is under way: an event that is moved, or a stretch that is drawn for a new one. */
interface Dragging {
  /** Undefined for what is drawn. */
  placed: Placed | undefined
  from: Slot
  to: Slot
  /** Minutes of what is drawn. */
  length?: number
  refusal: Issue | undefined
}

export interface DragOptions {
  scroller: RefObject<HTMLElement | null>
  days: readonly number[]
  zoom: CalendarZoom
  moment: Moment
  onDrop: (moved: Moved) => void
  onAddAt: ((time: NewEventTime) => void) | undefined
}

/** Pixels that a pointer moves before it drags: less is a click. */
const THRESHOLD = 4
/** Minutes of an event that is made by a click. */
const USUAL = 60

export type Drag = ReturnType<typeof useDrag>

/** Moving and drawing by pointer and by key: the rules are asked at every new slot, and only the ghost is drawn again. */
export function useDrag(options: DragOptions) {
  const [ghost, setGhost] = useState<Dragging>()
  const latest = useRef({ options, ghost })
  latest.current = { options, ghost }

  const show = useCallback((next: Dragging | undefined) => {
    latest.current.ghost = next
    setGhost(next)
  }, [])

  /** Moves what is dragged; nothing happens while the slot stays the same. */
  const moveTo = useCallback(
    (to: Slot, placed: Placed) => {
      const { ghost, options } = latest.current
      if (ghost?.to.day === to.day && ghost.to.minutes === to.minutes) return
      const { origin: from } = placed
      const isBack = from.day === to.day && from.minutes === to.minutes
      const refusal = isBack ? undefined : checkMove({ ...placed, from, to }, options.moment)
      show({ placed, from, to, refusal })
    },
    [show],
  )

  const drop = useCallback(() => {
    const { ghost, options } = latest.current
    show(undefined)
    if (ghost?.placed === undefined || ghost.refusal !== undefined) return
    const { event, date } = ghost.placed
    options.onDrop({ event, date, from: ghost.from, to: ghost.to })
  }, [show])

  const start = useCallback(
    (placed: Placed, down: PointerEvent<HTMLElement>) => {
      if (down.button !== 0 || placed.exception === 'cancelled') return
      const from = placed.origin
      const grip = pointOf(down.nativeEvent, latest.current.options)
      follow(down, {
        move: event => {
          const point = pointOf(event, latest.current.options)
          const minutes = snap(from.minutes, point.minutes - grip.minutes, latest.current.options.zoom)
          // Who grips what is continued moves it by the same days from where it begins.
          const day = point.day - (placed.day - from.day)
          moveTo({ day, minutes }, placed)
        },
        end: drop,
        leave: () => show(undefined),
      })
    },
    [drop, moveTo, show],
  )

  const draw = useCallback(
    (day: number, down: PointerEvent<HTMLElement>) => {
      const { options } = latest.current
      if (down.button !== 0 || options.onAddAt === undefined) return
      const begin = pointOf(down.nativeEvent, options).minutes
      const first = Math.max(0, Math.floor(begin / options.zoom) * options.zoom)
      const from = { day, minutes: first }
      const add = (length: number) => options.onAddAt?.(toNewEvent(from, length))
      follow(down, {
        move: event => {
          const { minutes } = pointOf(event, options)
          const length = Math.max(options.zoom, Math.round((minutes - first) / options.zoom) * options.zoom)
          if (latest.current.ghost?.length !== length)
            show({ placed: undefined, from, to: from, length, refusal: undefined })
        },
        end: () => {
          const length = latest.current.ghost?.length
          show(undefined)
          if (length !== undefined) add(length)
        },
        click: () => add(USUAL),
        leave: () => show(undefined),
      })
    },
    [show],
  )

  return { ghost, start, draw, moveTo, drop, leave: () => show(undefined) }
}

/** The day and the minutes under a pointer. */
function pointOf({ clientX, clientY }: MouseEvent, { scroller, days, zoom }: DragOptions): Slot {
  const columns = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
  const boxes = columns.map(column => column.getBoundingClientRect())
  const found = boxes.findIndex(({ left, right }) => clientX >= left && clientX < right)
  const column = found === -1 ? nearest(boxes, clientX) : found
  const minutes = (clientY - (boxes[column]?.top ?? 0)) / scaleOf(zoom)
  return { day: days[column] ?? days[0]!, minutes }
}

function nearest(boxes: readonly DOMRect[], x: number): number {
  const away = boxes.map(({ left, right }) => Math.min(Math.abs(x - left), Math.abs(x - right)))
  return away.indexOf(Math.min(...away))
}

interface Following {
  move(event: globalThis.PointerEvent): void
  end(): void
  /** Pressed and released at one place. */
  click?(): void
  leave(): void
}

/** Follows a pressed pointer, wherever it goes, once a frame; Escape leaves. */
function follow(
  { nativeEvent, currentTarget }: PointerEvent<HTMLElement>,
  { move, end, click, leave }: Following,
) {
  const controller = new AbortController()
  const { signal } = controller
  let isDragging = false
  let frame = 0
  currentTarget.setPointerCapture(nativeEvent.pointerId)
  const stop = () => {
    cancelAnimationFrame(frame)
    controller.abort()
  }
  const onMove = (event: globalThis.PointerEvent) => {
    isDragging ||=
      Math.hypot(event.clientX - nativeEvent.clientX, event.clientY - nativeEvent.clientY) > THRESHOLD
    if (!isDragging) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => move(event))
  }
  currentTarget.addEventListener('pointermove', onMove, { signal })
  const onUp = (event: globalThis.PointerEvent) => {
    stop()
    if (!isDragging) return click?.()
    swallowClick(currentTarget)
    move(event)
    end()
  }
  currentTarget.addEventListener('pointerup', onUp, { signal })
  const onLeave = () => {
    stop()
    leave()
  }
  currentTarget.addEventListener('pointercancel', onLeave, { signal })
  window.addEventListener('keydown', event => event.key === 'Escape' && onLeave(), { signal })
}

/** What was dragged is not also clicked where the browser sends a click after it. */
function swallowClick(element: HTMLElement): void {
  const stop = (event: Event) => event.stopPropagation()
  element.addEventListener('click', stop, { once: true })
  setTimeout(() => element.removeEventListener('click', stop))
}
