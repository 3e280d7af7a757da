import type { CalendarZoom, Issue } from '@kinora/core'
import { DAY_MINUTES, type Moment } from '@kinora/core/schedule'
import { type PointerEvent, type RefObject, useCallback, useRef, useState } from 'react'
import type { Placed } from './layout.ts'
import { follow } from './pointer.ts'
import {
  checkMove,
  type Edge,
  isIdle,
  isSame,
  type Moved,
  resized,
  type Slot,
  type Stretch,
  scaleOf,
  snap,
} from './slots.ts'

/** What is under way: a class that is moved or made longer, or a stretch that is drawn for a new one. */
export interface Dragging extends Stretch {
  /** Undefined for what is drawn. */
  placed: Placed | undefined
  refusal: Issue | undefined
}

export interface DragOptions {
  scroller: RefObject<HTMLElement | null>
  days: readonly number[]
  zoom: CalendarZoom
  moment: Moment
  onDrop: (moved: Moved) => void
  /** Called with a stretch that was drawn, or pressed. */
  onDraw: (stretch: Stretch) => void
}

/** Minutes of an event that is made by a click. */
export const USUAL = 60

export type Drag = ReturnType<typeof useDrag>

/** Moving, resizing and drawing by pointer and by key: the rules are asked at every new slot, and only the ghost is drawn again. */
export function useDrag(options: DragOptions) {
  const [ghost, setGhost] = useState<Dragging>()
  const latest = useRef({ options, ghost })
  latest.current = { options, ghost }

  const show = useCallback((next: Dragging | undefined) => {
    latest.current.ghost = next
    setGhost(next)
  }, [])
  const leave = useCallback(() => show(undefined), [show])

  /** Where what is dragged would be, and how long; nothing happens while that stays the same. */
  const put = useCallback(
    (placed: Placed, { to, length }: Stretch) => {
      const { ghost, options } = latest.current
      if (ghost?.placed !== undefined && isSame(ghost.to, to) && ghost.length === length) return
      const moved = movedOf(placed, { to, length })
      const refusal = isIdle(moved) ? undefined : checkMove(moved, options.moment)
      show({ placed, to, length, refusal })
    },
    [show],
  )

  const drop = useCallback(() => {
    const { ghost, options } = latest.current
    show(undefined)
    if (ghost?.placed === undefined || ghost.refusal !== undefined) return
    options.onDrop(movedOf(ghost.placed, ghost))
  }, [show])

  /** Moves a class, or one of its edges. */
  const start = useCallback(
    (placed: Placed, down: PointerEvent<HTMLElement>, edge?: Edge) => {
      if (down.button !== 0 || placed.exception === 'cancelled') return
      const grip = pointOf(down.nativeEvent, latest.current.options)
      const whole = stretchOf(placed)
      follow(down, {
        move(event) {
          const point = pointOf(event, latest.current.options)
          const { zoom } = latest.current.options
          const by = point.minutes - grip.minutes
          const days = point.day - grip.day
          if (edge !== undefined) return put(placed, resized(whole, edge, by + days * DAY_MINUTES, zoom))
          const { origin } = placed
          // Who grips what is continued moves it by the same days from where it begins.
          const to = { day: point.day - (placed.day - origin.day), minutes: snap(origin.minutes, by, zoom) }
          put(placed, { to, length: placed.length })
        },
        end: drop,
        leave,
      })
    },
    [drop, leave, put],
  )

  const draw = useCallback(
    (day: number, down: PointerEvent<HTMLElement>) => {
      const { options } = latest.current
      if (down.button !== 0) return
      const begin = pointOf(down.nativeEvent, options).minutes
      const first = Math.max(0, Math.floor(begin / options.zoom) * options.zoom)
      const to = { day, minutes: first }
      follow(down, {
        move(event) {
          const { minutes } = pointOf(event, options)
          const length = Math.max(options.zoom, Math.round((minutes - first) / options.zoom) * options.zoom)
          if (latest.current.ghost?.length !== length)
            show({ placed: undefined, to, length, refusal: undefined })
        },
        end() {
          const length = latest.current.ghost?.length
          show(undefined)
          if (length !== undefined) options.onDraw({ to, length })
        },
        click: () => options.onDraw({ to, length: USUAL }),
        leave,
      })
    },
    [leave, show],
  )

  return { ghost, start, draw, put, drop, leave }
}

/** Where a class is before it is dragged. */
export const stretchOf = ({ origin, length }: Placed): Stretch => ({ to: origin, length })

/** What a drop makes of it. */
const movedOf = ({ event, date, origin, length: before }: Placed, { to, length }: Stretch): Moved => ({
  event,
  date,
  from: origin,
  to,
  ...(length === before ? {} : { set: { durationSecond: length * 60 } }),
})

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
