import type { CalendarEvent } from '@kinora/core'
import { DAY_MINUTES, toDailyTime } from '@kinora/core/schedule'
import { Lock } from 'lucide-react'
import { memo, type RefObject, useEffect, useState } from 'react'
import { useEventTexts } from '../texts.ts'
import { after, type DayLayout, type Placed, piecesOf } from './layout.ts'
import { linesOf, type Slot } from './slots.ts'

interface DayColumnProps {
  of: DayLayout
  /** The day in words. */
  name: string
  scale: number
  range: Range
  column: number
  /** Minutes of now, on today. */
  now: number | undefined
  /** The block that Tab reaches. */
  current: string | undefined
  onPick: (placed: Placed, event: React.PointerEvent<HTMLElement>) => void
  onDraw: (day: number, event: React.PointerEvent<HTMLElement>) => void
  onPress: (placed: Placed) => void
  onMore: () => void
}

/** One day; drawn again only when it changes, not while something is dragged over it. */
export const DayColumn = memo(
  function DayColumn({ of, name, scale, range, now, current, column, ...acts }: DayColumnProps) {
    const { text } = useEventTexts()
    const isSeen = (from: number, to: number) => from < range.to && to > range.from
    return (
      <div
        className="kn-grid-day"
        data-column={column}
        onPointerDown={event => event.target === event.currentTarget && acts.onDraw(of.day, event)}
      >
        {now === undefined ? null : <span className="kn-grid-now" style={{ insetBlockStart: now * scale }} />}
        {of.placed
          // Tab reaches the current one wherever the calendar is scrolled to.
          .filter(({ key, minutes, to }) => key === current || isSeen(minutes, to))
          .map(placed => (
            <EventBlock
              key={placed.key}
              placed={placed}
              scale={scale}
              dayName={name}
              isCurrent={placed.key === current}
              onPick={acts.onPick}
              onPress={acts.onPress}
            />
          ))}
        {of.hidden
          .filter(({ from, to }) => isSeen(from, to))
          .map(({ from, count }) => (
            <button
              key={from}
              type="button"
              className="kn-grid-more"
              style={{ insetBlockStart: from * scale }}
              onClick={acts.onMore}
            >
              {text('ui.events.more', { count })}
            </button>
          ))}
      </div>
    )
  },
  (one, other) =>
    one.of === other.of &&
    one.name === other.name &&
    one.scale === other.scale &&
    one.range.from === other.range.from &&
    one.range.to === other.range.to &&
    one.now === other.now &&
    one.current === other.current,
)

/** The minutes that are in sight, with room to scroll before others are drawn. */
export interface Range {
  from: number
  to: number
}

/** Pixels of a step in which the range moves: between two steps nothing is drawn anew. */
const STEP = 300

export function useWindowed(scroller: RefObject<HTMLElement | null>, scale: number): Range {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(900)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      setTop(Math.floor(element.scrollTop / STEP) * STEP)
      setHeight(Math.ceil(element.clientHeight / STEP) * STEP)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [scroller])
  const from = Math.max(0, Math.floor((top - STEP) / scale))
  const to = Math.min(DAY_MINUTES, Math.ceil((top + height + 2 * STEP) / scale))
  return { from, to }
}

interface EventBlockProps {
  placed: Placed
  scale: number
  /** The day that it is drawn on, in words. */
  dayName: string
  isCurrent: boolean
  onPick: (placed: Placed, event: React.PointerEvent<HTMLElement>) => void
  onPress: (placed: Placed) => void
}

/** One occurrence: a button that opens its event, by pointer, key and voice, and that can be dragged. */
function EventBlock({ placed, scale, dayName, isCurrent, onPick, onPress }: EventBlockProps) {
  const { text } = useEventTexts()
  const { event, title, exception, minutes, to, lane, lanes, until } = placed
  const type = text(`ui.events.type${event.type}`)
  const time =
    until === undefined ? toDailyTime(minutes) : text('ui.events.until', { time: toDailyTime(until) })
  const isCancelled = exception === 'cancelled'
  const state = text(`ui.state.${event.state}`)
  const differs = exception === null ? '' : `, ${text(`ui.events.exception.${exception}`)}`
  const more = isCancelled ? `. ${text('ui.restore')}` : event.isLocked ? `, ${text('ui.events.locked')}` : ''
  const blockSize = (to - minutes) * scale - 1
  return (
    <button
      type="button"
      className="kn-event"
      data-key={placed.key}
      data-type={event.type}
      data-state={event.state}
      data-cancelled={isCancelled ? '' : undefined}
      data-continued={until === undefined ? undefined : ''}
      tabIndex={isCurrent ? 0 : -1}
      style={{
        insetBlockStart: minutes * scale,
        blockSize,
        insetInlineStart: `${(lane / lanes) * 100}%`,
        inlineSize: `calc(${100 / lanes}% - 2px)`,
      }}
      aria-label={`${time} ${title}, ${dayName}, ${type}, ${state}${differs}${more}`}
      title={`${time} ${title}`}
      onPointerDown={pointer => onPick(placed, pointer)}
      onClick={() => onPress(placed)}
    >
      <span className="kn-event-words" style={{ WebkitLineClamp: linesOf(blockSize) }}>
        {event.isLocked && !isCancelled ? <Lock size={12} aria-hidden="true" /> : null}
        {isCancelled ? (
          <>
            <strong>{text('ui.restore')}</strong>{' '}
            <s>
              <span>{time}</span> <bdi>{title}</bdi>
            </s>
          </>
        ) : (
          <>
            <span>{time}</span> <bdi>{title}</bdi>
          </>
        )}
      </span>
    </button>
  )
}

interface GhostProps {
  ghost: {
    event?: CalendarEvent | undefined
    title?: string | undefined
    to: Slot
    length?: number | undefined
  }
  scale: number
  days: readonly number[]
  time: string
  /** Why it can't be dropped there. */
  refusal: string | undefined
}

/** What is dragged, where it would be dropped, on every day that it would be seen, and why it can't be. */
export function Ghost({ ghost: { event, title, to, length }, scale, days, time, refusal }: GhostProps) {
  const minutes = length ?? Math.max(20, Math.round((event?.durationSecond ?? 0) / 60))
  return piecesOf(to, after(to, minutes))
    .filter(({ day }) => days.includes(day))
    .map(piece => ({ ...piece, blockSize: Math.max(18, (piece.to - piece.minutes) * scale) }))
    .map((piece, index) => (
      <div
        key={piece.day}
        className="kn-event kn-ghost"
        aria-hidden="true"
        data-refused={refusal === undefined ? undefined : ''}
        data-continued={piece.day === to.day ? undefined : ''}
        style={{
          insetBlockStart: piece.minutes * scale,
          blockSize: piece.blockSize,
          insetInlineStart: `calc(var(--kn-axis) + (100% - var(--kn-axis)) * ${days.indexOf(piece.day) / days.length})`,
          inlineSize: `calc((100% - var(--kn-axis)) / ${days.length} - 2px)`,
        }}
      >
        <span className="kn-event-words" style={{ WebkitLineClamp: linesOf(piece.blockSize) }}>
          <span>{time}</span> <bdi>{title}</bdi>
        </span>
        {refusal && index === 0 ? <strong>{refusal}</strong> : null}
      </div>
    ))
}
