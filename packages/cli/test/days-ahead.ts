import { dayNameOf } from '../src/schedule/days.ts'

type Each<Days, T> = { [K in keyof Days]: T }

/** Weekdays that lie so many days ahead: no event may begin within four hours (EVENT-12), whatever day and hour it is. */
export const weekdaysAhead = <Days extends number[]>(...ahead: Days) =>
  ahead.map(days => (new Date().getUTCDay() + days) % 7) as Each<Days, number>

export const daysAhead = <Days extends number[]>(...ahead: Days) =>
  weekdaysAhead(...ahead).map(dayNameOf) as Each<Days, string>
