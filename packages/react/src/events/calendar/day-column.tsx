import { DAY_MINUTES, toDailyTime } from '@kinora/core/schedule'
import { Lock, TriangleAlert } from 'lucide-react'
import { type CSSProperties, memo, type RefObject, useEffect, useState } from 'react'
import type { HourWords } from '../../kernel/use-hours.ts'
import { useEventTexts } from '../texts.ts'
import { after, type DayLayout, type Placed, piecesOf } from './layout.ts'
import { type Edge, linesOf, type Stretch } from './slots.ts'

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
  onPick: OnPick
  time: HourWords['time']
  onDraw: (day: number, event: React.PointerEvent<HTMLElement>) => void
  onPress: (placed: Placed) => void
  onMore: () => void
}

/** One day; drawn again only when it changes, not while something is dragged over it. */
export const DayColumn = memo(
  function DayColumn({ of, name, scale, range, now, current, column, time, ...acts }: DayColumnProps) {
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
              time={time}
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
              aria-label={`${text('ui.events.more', { count })}, ${name} ${time(toDailyTime(from))}`}
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
    one.time === other.time &&
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

type OnPick = (placed: Placed, event: React.PointerEvent<HTMLElement>, edge?: Edge) => void

interface EventBlockProps {
  placed: Placed
  scale: number
  time: HourWords['time']
  /** The day that it is drawn on, in words. */
  dayName: string
  isCurrent: boolean
  onPick: OnPick
  onPress: (placed: Placed) => void
}

/** One occurrence: a button that opens its editor, by pointer, key and voice, and that can be dragged, or one of its edges. */
function EventBlock({ placed, scale, time, dayName, isCurrent, onPick, onPress }: EventBlockProps) {
  const { title, event, exception, minutes, to, lane, lanes, until } = placed
  const words = useBlockWords(placed, time)
  const isCancelled = exception === 'cancelled'
  const blockSize = (to - minutes) * scale - 1
  return (
    <button
      type="button"
      className="kn-event"
      data-key={placed.key}
      data-type={event.type}
      data-state={event.state}
      data-cancelled={isCancelled ? '' : undefined}
      data-lacks={placed.lacks ? '' : undefined}
      data-continued={until === undefined ? undefined : ''}
      tabIndex={isCurrent ? 0 : -1}
      style={{
        insetBlockStart: minutes * scale,
        blockSize,
        insetInlineStart: `${(lane / lanes) * 100}%`,
        inlineSize: `calc(${100 / lanes}% - 2px)`,
      }}
      aria-label={`${words.when} ${title}, ${dayName}, ${words.said}`}
      title={`${words.when} ${title}`}
      onPointerDown={pointer => onPick(placed, pointer, edgeOf(pointer.target))}
      onClick={() => onPress(placed)}
    >
      <EventWords placed={placed} when={words.when} blockSize={blockSize} />
      {isCancelled ? null : <Edges placed={placed} />}
    </button>
  )
}

/** When it is, and what else is said of it: type, state, how it differs, and what a press does. */
function useBlockWords({ event, exception, minutes, until, lacks }: Placed, time: HourWords['time']) {
  const { text } = useEventTexts()
  const shown = (at: number) => time(toDailyTime(at))
  const differs = exception === null ? [] : [text(`ui.events.exception.${exception}`)]
  const isCancelled = exception === 'cancelled'
  const locked = event.isLocked && !isCancelled ? [text('ui.events.locked')] : []
  const lacking = lacks ? [text('ui.events.nothingToPlay')] : []
  const said = [
    ...[text(`ui.events.type${event.type}`), text(`ui.state.${event.state}`)],
    ...[...differs, ...locked, ...lacking],
  ]
  return {
    when: until === undefined ? shown(minutes) : text('ui.events.until', { time: shown(until) }),
    said: `${said.join(', ')}${isCancelled ? `. ${text('ui.restore')}` : ''}`,
  }
}

function EventWords({ placed, when, blockSize }: { placed: Placed; when: string; blockSize: number }) {
  const { text } = useEventTexts()
  const isCancelled = placed.exception === 'cancelled'
  const words = (
    <>
      <span>{when}</span> <bdi>{placed.title}</bdi>
    </>
  )
  return (
    <span className="kn-event-words" style={{ WebkitLineClamp: linesOf(blockSize) }}>
      {placed.lacks ? <TriangleAlert size={12} aria-hidden="true" /> : null}
      {placed.event.isLocked && !isCancelled ? <Lock size={12} aria-hidden="true" /> : null}
      {isCancelled ? (
        <>
          <strong>{text('ui.restore')}</strong> <s>{words}</s>
        </>
      ) : (
        words
      )}
    </span>
  )
}

/** 28.4: what a pointer makes a class longer or shorter by; keys have Shift with an arrow, and its editor has a field. */
function Edges({ placed }: { placed: Placed }) {
  return (
    <>
      {placed.until === undefined ? <span className="kn-event-edge" data-edge="start" /> : null}
      {placed.isLast ? <span className="kn-event-edge" data-edge="end" /> : null}
    </>
  )
}

const edgeOf = (target: EventTarget): Edge | undefined =>
  (target as HTMLElement).dataset.edge as Edge | undefined

interface GhostProps {
  ghost: Stretch & { title?: string | undefined }
  scale: number
  days: readonly number[]
  time: HourWords['time']
  /** Why it can't be dropped there. */
  refusal: string | undefined
}

/** What is dragged, where it would be dropped, on every day that it would be seen, and why it can't be. */
export function Ghost({ ghost: { title, to, length }, scale, days, time, refusal }: GhostProps) {
  const end = after(to, Math.max(20, length))
  const when = `${time(toDailyTime(to.minutes))} – ${time(toDailyTime(after(to, length).minutes))}`
  return piecesOf(to, end)
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
          ...columnStyle(days, piece.day),
        }}
      >
        <span className="kn-event-words" style={{ WebkitLineClamp: linesOf(piece.blockSize) }}>
          <span>{when}</span> <bdi>{title}</bdi>
        </span>
        {refusal && index === 0 ? <strong>{refusal}</strong> : null}
      </div>
    ))
}

/** The place of a day beside the axis. */
export const columnStyle = (days: readonly number[], day: number): CSSProperties => ({
  insetInlineStart: `calc(var(--kn-axis) + (100% - var(--kn-axis)) * ${days.indexOf(day) / days.length})`,
  inlineSize: `calc((100% - var(--kn-axis)) / ${days.length} - 2px)`,
})
