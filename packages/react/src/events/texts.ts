import {
  type EventDraft,
  eventTexts,
  supplyTexts,
  titleTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { DAY } from '@kinora/core/schedule'
import { useTexts } from '../kernel/message.ts'
import type { Dates } from '../kernel/use-dates.ts'
import type { HourWords } from '../kernel/use-hours.ts'

/** Texts of the schedule. */
export const useEventTexts = () => useTexts(eventTexts, supplyTexts, titleTexts, validationTexts, wordTexts)

export type EventWords = ReturnType<typeof useEventTexts>

type Text = EventWords['text']

export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const
export const dayName = (text: Text, day: number): string =>
  text(`ui.events.day${day as 0 | 1 | 2 | 3 | 4 | 5 | 6}`)

/** The days of a series in the order of a week that begins on Monday. */
export const dayNames = (text: Text, days: readonly number[]): string =>
  weekdays
    .filter(day => days.includes(day))
    .map(day => dayName(text, day))
    .join(', ')

/** "Mon, Wed, Sat", and "Mon – Fri" where three or more follow each other, also over the end of a week: "Sun – Thu". */
export function shortDayNames(locale: string): (days: readonly number[]) => string {
  const words = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
  /** 5 January 1970 was a Monday. */
  const at = (place: number) => (4 + place) * DAY
  const named = ({ from, to }: Run): string[] =>
    to - from < 2
      ? [from, ...(to > from ? [to] : [])].map(place => words.format(at(place)))
      : [words.formatRange(at(from), at(to))]
  return days => list.format(runsOf(days).flatMap(named))
}

/** Places in a week that begins on Monday; beyond its end where the days go on with those of its beginning. */
interface Run {
  from: number
  to: number
}

function runsOf(days: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const [place, day] of weekdays.entries()) {
    if (!days.includes(day)) continue
    const last = runs.at(-1)
    if (last?.to === place - 1) last.to = place
    else runs.push({ from: place, to: place })
  }
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined || first === last) return runs
  return first.from === 0 && last.to === 6 && first.to + 7 - last.from >= 2
    ? [...runs.slice(1, -1), { from: last.from, to: first.to + 7 }]
    : runs
}

/** "Monday, Thursday, 18:00", or the moment of what happens once. */
export function whenOf(
  text: Text,
  { schedule, schedule_time: once }: Pick<EventDraft, 'schedule' | 'schedule_time'>,
  { moment, time, days = all => dayNames(text, all) }: WhenWords,
): string {
  if (schedule === null) return once === null ? '—' : moment(once)
  const { weekdays, daily_time } = schedule
  return text('ui.events.weekday', { days: days(weekdays), time: time(daily_time) })
}

interface WhenWords extends Pick<Dates, 'moment'>, Pick<HourWords, 'time'> {
  /** Full names unless given. */
  days?: (days: readonly number[]) => string
}
