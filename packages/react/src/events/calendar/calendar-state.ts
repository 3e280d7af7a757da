import { type CalendarZoom, calendarZooms, eventYears, isInYears } from '@kinora/core'
import { DAY, toDate, toDayNumber, weekdayOf } from '@kinora/core/schedule'

export const spans = ['week', 'day', 'agenda'] as const
export type Span = (typeof spans)[number]

/** What the calendar shows; kept in the address, so that a view can be shared. */
export interface CalendarState {
  span: Span
  /** The day that was chosen, since 1970. */
  day: number
  zoom: CalendarZoom
  /** EVENT-27 */
  status: 'active' | 'inactive' | undefined
  type: 1 | 2 | 3 | undefined
}

export function fromParams(params: URLSearchParams, today: number): CalendarState {
  const zoom = Number(params.get('zoom'))
  const type = Number(params.get('type'))
  const status = params.get('status')
  const date = params.get('date')
  const isDate = date !== null && /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date))
  return {
    span: spans.find(span => span === params.get('span')) ?? 'week',
    day: isDate ? toDayNumber(date) : today,
    zoom: calendarZooms.find(known => known === zoom) ?? 30,
    status: status === 'active' || status === 'inactive' ? status : undefined,
    type: type === 1 || type === 2 || type === 3 ? type : undefined,
  }
}

export function toParams(state: CalendarState, today: number): URLSearchParams {
  const params = new URLSearchParams({ view: 'calendar' })
  if (state.span !== 'week') params.set('span', state.span)
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
