import type { CalendarZoom } from '@kinora/core'
import { DAY_MINUTES, MINUTE, toDailyTime, type WallClock, wallClock } from '@kinora/core/schedule'
import { useMemo } from 'react'
import { browserTimeZone } from '../event-parts.tsx'
import type { Range } from './day-column.tsx'
import type { Calendar } from './use-calendar.ts'

interface HourAxisProps {
  calendar: Calendar
  scale: number
  range: Range
}

/** Times of the lines; the viewer's own beside them where it is another; in a week of a change of the clock the agenda has them. */
export function HourAxis({ calendar, scale, range }: HourAxisProps) {
  const {
    days,
    time,
    moment: { clock },
    state: { zoom },
  } = calendar
  const own = useMemo(() => wallClock(browserTimeZone()), [])
  const showsLocal = useMemo(() => showsLocalHours(clock, own, days), [clock, own, days])
  const day = days[0]!
  return (
    <div className="kn-grid-axis" data-own={showsLocal ? '' : undefined}>
      {linesIn(range, zoom).map(minutes => (
        <span key={minutes} style={{ insetBlockStart: minutes * scale }}>
          {time(toDailyTime(minutes))}
          {showsLocal ? <small>{time(toDailyTime(own.of(clock.at(day, minutes)).minutes))}</small> : null}
        </span>
      ))}
    </div>
  )
}

/** The minutes that have their time written beside them. */
function linesIn(range: Range, zoom: CalendarZoom): number[] {
  const step = Math.max(zoom, zoom === 1 ? 5 : zoom === 5 ? 15 : 60)
  const first = Math.ceil(range.from / step) * step
  const last = Math.min(range.to, DAY_MINUTES - 1)
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, index) => first + index * step,
  )
}

/** C-97: whether the axis can tell the viewer’s own times beside those of the tenant: they differ, and on every day that is shown by as much. */
export function showsLocalHours(clock: WallClock, own: WallClock, days: readonly number[]): boolean {
  const gaps = new Set(
    days.flatMap(day => [0, 1439].map(minutes => (clock.at(day, minutes) - own.at(day, minutes)) / MINUTE)),
  )
  return gaps.size === 1 && !gaps.has(0)
}
