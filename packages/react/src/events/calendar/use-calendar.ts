import { type CalendarEvent, events } from '@kinora/core'
import { DAY, type Moment, wallClock } from '@kinora/core/schedule'
import { useEffect, useMemo, useState } from 'react'
import { type LocationAdapter, useLocationState } from '../../kernel/location.ts'
import { useDates } from '../../kernel/use-dates.ts'
import { useRead } from '../../kernel/use-read.ts'
import { areKnown, type CalendarState, daysOf, fromParams, toParams } from './calendar-state.ts'

/** The state of the calendar and what the server says takes place (C-121). */
export function useCalendar(location: LocationAdapter | undefined) {
  const { zone } = useDates()
  const clock = useMemo(() => wallClock(zone), [zone])
  const now = useNow()
  const today = clock.of(now).day
  const [params, write] = useLocationState(location)
  const state = fromParams(params, today)
  const { span, day } = state
  const days = useMemo(() => daysOf({ span, day }), [span, day])
  const [first, last] = [days[0]!, days.at(-1)!]
  const read = useRead(
    events.calendar,
    {
      start: new Date(clock.at(first, 0)).toISOString(),
      end: new Date(clock.at(last + 1, 0)).toISOString(),
      eventStatus: state.status,
      eventType: state.type,
    },
    { keepPrevious: true, enabled: areKnown(first - 1, last + 2) },
  )
  const byId = useMemo(
    () => new Map<string, CalendarEvent>((read.data?.data ?? []).map(event => [event.event_Id, event])),
    [read.data],
  )
  const moment: Moment = useMemo(() => ({ clock, now }), [clock, now])
  return {
    state,
    change: (part: Partial<CalendarState>) =>
      write(toParams({ ...state, ...part }, today), { replace: true }),
    read,
    byId,
    moment,
    today,
    zone,
    days,
  }
}

export type Calendar = ReturnType<typeof useCalendar>

/** Half a minute old at most: what is past and what is locked changes while one looks. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), DAY / 2880)
    return () => clearInterval(timer)
  }, [])
  return now
}
