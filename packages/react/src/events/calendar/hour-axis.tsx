import type { CalendarZoom } from '@kinora/core'
import { DAY_MINUTES, toDailyTime, type WallClock, wallClock } from '@kinora/core/schedule'
import { useMemo } from 'react'
import { ownZone } from '../zone-line.tsx'
import { tellsOwnHours } from './own-hours.ts'
import type { Range } from './use-windowed.ts'

interface HourAxisProps {
  clock: WallClock
  days: readonly number[]
  scale: number
  zoom: CalendarZoom
  range: Range
}

/** Times of the lines; the viewer's own beside them where it is another; in a week of a change of the clock the agenda has them. */
export function HourAxis({ clock, days, scale, zoom, range }: HourAxisProps) {
  const own = useMemo(
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    [],
  )
  const isTold = useMemo(() => tellsOwnHours(clock, wallClock(ownZone()), days), [clock, days])
  const day = days[0]!
  const step = Math.max(zoom, zoom === 1 ? 5 : zoom === 5 ? 15 : 60)
  const first = Math.ceil(range.from / step) * step
  const last = Math.min(range.to, DAY_MINUTES - 1)
  const lines = Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, index) => first + index * step,
  )
  return (
    <div className="kn-grid-axis" data-own={isTold ? '' : undefined}>
      {lines.map(minutes => (
        <span key={minutes} style={{ insetBlockStart: minutes * scale }}>
          {toDailyTime(minutes)}
          {isTold ? <small>{own.format(clock.at(day, minutes))}</small> : null}
        </span>
      ))}
    </div>
  )
}
