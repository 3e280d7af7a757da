import { memo } from 'react'
import { useEventTexts } from '../texts.ts'
import { EventBlock } from './event-block.tsx'
import type { DayLayout, Placed } from './layout.ts'
import type { Range } from './use-windowed.ts'

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
  onOpen: ((id: string) => void) | undefined
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
              onOpen={acts.onOpen}
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
