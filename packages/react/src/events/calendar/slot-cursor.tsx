import { DAY_MINUTES, toDailyTime } from '@kinora/core/schedule'
import { type KeyboardEvent, useState } from 'react'
import { useEventTexts } from '../texts.ts'
import { useDayLabel } from '../use-day-label.ts'
import { columnStyle } from './day-column.tsx'
import { resized, type Stretch, snap } from './slots.ts'
import type { Calendar } from './use-calendar.ts'
import { USUAL } from './use-drag.ts'

/** The empty place that a key or a pointer has chosen; on another week its first day. */
export function useSlotCursor({ days, today, state: { zoom } }: Calendar) {
  const [chosen, setStretch] = useState<Stretch>()
  const first = days.includes(today) ? today : days[0]!
  const usual = { to: { day: first, minutes: 9 * 60 }, length: Math.max(zoom, USUAL) }
  const stretch = chosen !== undefined && days.includes(chosen.to.day) ? chosen : usual
  return { stretch, setStretch }
}

interface SlotCursorProps {
  calendar: Calendar
  scale: number
  cursor: ReturnType<typeof useSlotCursor>
  /** A new event is made there now. */
  isOpen: boolean
  onOpen: (stretch: Stretch) => void
}

/** 28.4: the way to an empty place without a pointer: arrow keys move it, with Shift they change how long it is, Enter makes an event there. */
export function SlotCursor({ calendar, scale, cursor, isOpen, onOpen }: SlotCursorProps) {
  const { text } = useEventTexts()
  const label = useDayLabel()
  const { days, time } = calendar
  const { stretch } = cursor
  const { to, length } = stretch
  const when = `${label(to.day)} ${time(toDailyTime(to.minutes))}`
  return (
    <button
      type="button"
      className="kn-slot"
      data-key="slot"
      data-open={isOpen ? '' : undefined}
      aria-haspopup="dialog"
      aria-label={text('ui.events.slot', { when, minutes: text('ui.events.minutes', { count: length }) })}
      style={{
        insetBlockStart: to.minutes * scale,
        blockSize: Math.min(length, DAY_MINUTES - to.minutes) * scale,
        ...columnStyle(days, to.day),
      }}
      onClick={() => onOpen(stretch)}
      onKeyDown={event => {
        const next = movedBy(event, stretch, calendar)
        if (next === undefined) return
        event.preventDefault()
        cursor.setStretch(next)
        event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }}
    />
  )
}

/** Where an arrow key leads; undefined for any other. */
function movedBy(
  { key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>,
  stretch: Stretch,
  { days, state: { zoom } }: Calendar,
): Stretch | undefined {
  const { to, length } = stretch
  const lines = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  if (lines !== 0 && shiftKey) return resized(stretch, 'end', lines * zoom, zoom)
  if (lines !== 0) return { to: { ...to, minutes: snap(to.minutes, lines * zoom, zoom) }, length }
  const turn = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  if (turn === 0) return undefined
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
  const day = Math.min(days.at(-1)!, Math.max(days[0]!, to.day + (isRtl ? -turn : turn)))
  return { to: { ...to, day }, length }
}
