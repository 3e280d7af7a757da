import {
  type CalendarEvent,
  type CalendarZoom,
  calendarZooms,
  events,
  eventYears,
  isInYears,
  toDay,
} from '@kinora/core'
import { DAY, type Moment, toDate, toDayNumber, wallClock, weekdayOf } from '@kinora/core/schedule'
import { useEffect, useMemo, useState } from 'react'
import { useLocale } from '../../kernel/locale.ts'
import { type LocationAdapter, useLocationState } from '../../kernel/location.ts'
import { useDates } from '../../kernel/use-dates.ts'
import { useHours } from '../../kernel/use-hours.ts'
import { useRead } from '../../kernel/use-read.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'

/** The state of the calendar and what the server says takes place (C-121). */
export function useCalendar(location: LocationAdapter | undefined) {
  const { zone } = useDates()
  const { time } = useHours()
  // A week of columns has no room on a phone.
  const usual = useMediaQuery('(max-width: 639px)') ? 'agenda' : 'week'
  const clock = useMemo(() => wallClock(zone), [zone])
  const now = useNow()
  const today = clock.of(now).day
  const [params, write] = useLocationState(location)
  const state = fromParams(params, today, usual)
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
    () => new Map<string, CalendarEvent>((read.data?.data ?? []).map(event => [event.eventId, event])),
    [read.data],
  )
  const moment: Moment = useMemo(() => ({ clock, now }), [clock, now])
  return {
    state,
    change: (part: Partial<CalendarState>) =>
      write(toParams({ ...state, ...part }, today, usual), { replace: true }),
    read,
    byId,
    moment,
    today,
    zone,
    /** A time of the day in 12 or 24 hours. */
    time,
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

export const spans = ['week', 'day', 'agenda'] as const
type Span = (typeof spans)[number]

/** What the calendar shows; kept in the address, so that a view can be shared. */
interface CalendarState {
  span: Span
  /** The day that was chosen, since 1970. */
  day: number
  zoom: CalendarZoom
  /** EVENT-27 */
  status: 'active' | 'inactive' | undefined
  type: 1 | 2 | 3 | undefined
}

export function fromParams(params: URLSearchParams, today: number, usual: Span = 'week'): CalendarState {
  const zoom = Number(params.get('zoom'))
  const type = Number(params.get('type'))
  const status = params.get('status')
  const date = params.get('date')
  const isDate = date !== null && /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date))
  return {
    span: spans.find(span => span === params.get('span')) ?? usual,
    day: isDate ? toDayNumber(date) : today,
    zoom: calendarZooms.find(known => known === zoom) ?? 30,
    status: status === 'active' || status === 'inactive' ? status : undefined,
    type: type === 1 || type === 2 || type === 3 ? type : undefined,
  }
}

export function toParams(state: CalendarState, today: number, usual: Span = 'week'): URLSearchParams {
  const params = new URLSearchParams({ view: 'calendar' })
  if (state.span !== usual) params.set('span', state.span)
  if (state.day !== today) params.set('date', toDate(state.day))
  if (state.zoom !== 30) params.set('zoom', String(state.zoom))
  if (state.status !== undefined) params.set('status', state.status)
  if (state.type !== undefined) params.set('type', String(state.type))
  return params
}

/** Whether the platform can be asked about days: a year that is still being typed goes through those of the Romans. */
export const areKnown = (...days: number[]): boolean =>
  days.every(day => isInYears(new Date(day * DAY).toISOString(), eventYears))

/** The days that are shown: a week begins on Monday. */
export function daysOf({ span, day }: Pick<CalendarState, 'span' | 'day'>): number[] {
  if (span === 'day') return [day]
  const monday = day - ((weekdayOf(day) + 6) % 7)
  return Array.from({ length: 7 }, (_, index) => monday + index)
}

/** "Mon 23 Nov", in the order of all dates (CONST-21); a day is the same in every zone. */
export function useDayLabel(): (day: number) => string {
  const locale = useLocale()
  return useMemo(() => {
    if (locale !== 'en') {
      const label = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' } as const
      const words = new Intl.DateTimeFormat(locale, label)
      return day => words.format(day * DAY)
    }
    const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' })
    return day => `${weekday.format(day * DAY)} ${toDay(new Date(day * DAY)).slice(0, -5)}`
  }, [locale])
}
