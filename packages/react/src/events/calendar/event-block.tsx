import { toDailyTime } from '@kinora/core/schedule'
import { Lock } from 'lucide-react'
import { useEventTexts } from '../texts.ts'
import type { Placed } from './layout.ts'
import { linesOf } from './slots.ts'

interface EventBlockProps {
  placed: Placed
  scale: number
  /** The day that it is drawn on, in words. */
  dayName: string
  isCurrent: boolean
  onPick: (placed: Placed, event: React.PointerEvent<HTMLElement>) => void
  onOpen: ((id: string) => void) | undefined
}

/** One occurrence: a button that opens its event, by pointer, key and voice, and that can be dragged. */
export function EventBlock({ placed, scale, dayName, isCurrent, onPick, onOpen }: EventBlockProps) {
  const { text } = useEventTexts()
  const { event, minutes, to, lane, lanes, until } = placed
  const type = text(`ui.events.type${event.type}`)
  const time =
    until === undefined ? toDailyTime(minutes) : text('ui.events.until', { time: toDailyTime(until) })
  const state = text(`ui.events.state.${event.state}`)
  const blockSize = (to - minutes) * scale - 1
  return (
    <button
      type="button"
      className="kn-event"
      data-key={placed.key}
      data-type={event.type}
      data-state={event.state}
      data-continued={until === undefined ? undefined : ''}
      tabIndex={isCurrent ? 0 : -1}
      style={{
        insetBlockStart: minutes * scale,
        blockSize,
        insetInlineStart: `${(lane / lanes) * 100}%`,
        inlineSize: `calc(${100 / lanes}% - 2px)`,
      }}
      aria-label={`${time} ${event.title}, ${dayName}, ${type}, ${state}${event.isLocked ? `, ${text('ui.events.locked')}` : ''}`}
      title={`${time} ${event.title}`}
      onPointerDown={pointer => onPick(placed, pointer)}
      onClick={() => onOpen?.(event.event_Id)}
    >
      <span className="kn-event-words" style={{ WebkitLineClamp: linesOf(blockSize) }}>
        {event.isLocked ? <Lock size={12} aria-hidden="true" /> : null}
        <span>{time}</span> <bdi>{event.title}</bdi>
      </span>
    </button>
  )
}
