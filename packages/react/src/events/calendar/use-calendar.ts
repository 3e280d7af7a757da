import { type CalendarZoom, calendarZooms, type EventType } from '@kinora/core'
import { toDate, toDayNumber, weekdayOf } from '@kinora/core/schedule'
import { useMemo } from 'react'
import { assertFixed } from '../../kernel/fixed-filter.ts'
import { type LocationAdapter, useLocationState } from '../../kernel/location.ts'
import { useHours } from '../../kernel/use-hours.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { type ScheduleFilter, useMoment, useSchedule } from '../use-schedule.ts'

/** The state of the calendar and what the server says takes place. `filter` is what nobody can take off. */
// C-121, EVENT-27
export function useCalendar(location: LocationAdapter | undefined, filter: ScheduleFilter = {}) {
  assertFixed(filter)
  const { time } = useHours()
  // A week of columns has no room on a phone.
  const usual = useMediaQuery('(max-width: 639px)') ? 'agenda' : 'week'
  const { clock, now } = useMoment()
  const today = clock.of(now).day
  const [params, write] = useLocationState(location)
  const chosen = fromParams(params, today, usual)
  const state: CalendarState = {
    ...chosen,
    status: filter.status ?? chosen.status,
    type: filter.type ?? chosen.type,
  }
  const { span, day, status, type } = state
  const days = useMemo(() => daysOf({ span, day }), [span, day])
  const schedule = useSchedule({ from: toDate(days[0]!), to: toDate(days.at(-1)!), filter: { status, type } })
  return {
    state,
    /** What can be chosen still. */
    fixed: filter,
    change: (part: Partial<CalendarState>) =>
      write(toParams({ ...chosen, ...part }, today, usual), { replace: true }),
    schedule,
    moment: schedule.moment,
    today,
    zone: schedule.zone,
    /** A time of the day in 12 or 24 hours. */
    time,
    days,
  }
}

export type Calendar = ReturnType<typeof useCalendar>

export const spans = ['week', 'day', 'agenda'] as const
export type Span = (typeof spans)[number]

/** What the calendar shows; kept in the address, so that a view can be shared. */
export interface CalendarState {
  span: Span
  /** The day that was chosen, since 1970. */
  day: number
  zoom: CalendarZoom
  /** Undefined for all. */
  status: 'active' | 'inactive' | undefined
  type: EventType | undefined
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

/** The days that are shown: a week begins on Monday. */
export function daysOf({ span, day }: Pick<CalendarState, 'span' | 'day'>): number[] {
  if (span === 'day') return [day]
  const monday = day - ((weekdayOf(day) + 6) % 7)
  return Array.from({ length: 7 }, (_, index) => monday + index)
}
