import type { CalendarZoom } from '@kinora/core'
import { DAY_MINUTES, toDailyTime, type WallClock } from '@kinora/core/schedule'
import { useMemo } from 'react'
import { isSameClock, ownZone } from '../zone-line.tsx'
import type { Range } from './use-windowed.ts'

interface HourAxisProps {
  clock: WallClock
  day: number
  scale: number
  zoom: CalendarZoom
  range: Range
}

/** Times of the lines; the viewer's own beside them where it is another. */
export function HourAxis({ clock, day, scale, zoom, range }: HourAxisProps) {
  const own = useMemo(
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    [],
  )
  const isSame = isSameClock(clock.timeZone, ownZone(), new Date(clock.at(day, 720)).toISOString())
  const step = Math.max(zoom, zoom === 1 ? 5 : zoom === 5 ? 15 : 60)
  const first = Math.ceil(range.from / step) * step
  const last = Math.min(range.to, DAY_MINUTES - 1)
  const lines = Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, index) => first + index * step,
  )
  return (
    <div className="kn-grid-axis" data-own={isSame ? undefined : ''}>
      {lines.map(minutes => (
        <span key={minutes} style={{ insetBlockStart: minutes * scale }}>
          {toDailyTime(minutes)}
          {isSame ? null : <small>{own.format(clock.at(day, minutes))}</small>}
        </span>
      ))}
    </div>
  )
}
