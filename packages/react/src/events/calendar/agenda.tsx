import { toDailyTime } from '@kinora/core/schedule'
import { useMemo } from 'react'
import { Badge } from '../../ui/status/badge.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useEventTexts } from '../texts.ts'
import { isSameClock, ownZone } from '../zone-line.tsx'
import { layOut } from './layout.ts'
import type { Calendar } from './use-calendar.ts'
import { useDayLabel } from './use-day-label.ts'

interface AgendaProps {
  calendar: Calendar
  onOpen: ((id: string) => void) | undefined
}

/** The days as lists; the viewer's own time stands beside where it is another. */
export function Agenda({ calendar, onOpen }: AgendaProps) {
  const { read, byId, days, moment, zone } = calendar
  const { text } = useEventTexts()
  const label = useDayLabel()
  const layout = useMemo(
    () =>
      layOut(read.data?.occurrences ?? [], byId, {
        clock: moment.clock,
        days,
        lanes: Number.POSITIVE_INFINITY,
        least: 0,
      }),
    [read.data, byId, days, moment.clock],
  )
  const own = useMemo(
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', weekday: 'short' }),
    [],
  )
  return (
    <div className="kn-agenda">
      {layout
        .filter(({ placed }) => placed.length > 0)
        .map(({ day, placed }) => (
          <section key={day}>
            <h2>{label(day)}</h2>
            <ul>
              {placed.map(({ key, event, minutes, start, until }) => (
                <li key={key}>
                  <span className="kn-agenda-time">
                    {until === undefined
                      ? toDailyTime(minutes)
                      : text('ui.events.until', { time: toDailyTime(until) })}
                    {until !== undefined || isSameClock(zone, ownZone(), start) ? null : (
                      <small>{text('ui.events.ownTime', { time: own.format(Date.parse(start)) })}</small>
                    )}
                  </span>
                  <button type="button" className="kn-agenda-title" onClick={() => onOpen?.(event.event_Id)}>
                    <bdi>{event.title}</bdi>
                  </button>
                  <Badge tone="info">{text(`ui.events.type${event.type}`)}</Badge>
                  <StateBadge event={event} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
