import {
  type EventDraft,
  eventTexts,
  supplyTexts,
  titleTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
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

/** "Monday, Thursday, 18:00", or the moment of what happens once. */
export function whenOf(
  text: Text,
  { schedule, schedule_time: once }: Pick<EventDraft, 'schedule' | 'schedule_time'>,
  { moment, time }: Pick<Dates, 'moment'> & Pick<HourWords, 'time'>,
): string {
  if (schedule === null) return once === null ? '—' : moment(once)
  const { weekdays, daily_time } = schedule
  return text('ui.events.weekday', { days: dayNames(text, weekdays), time: time(daily_time) })
}
