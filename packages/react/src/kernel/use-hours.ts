import { clockWords, type Hours, hoursOf } from '@kinora/core'
import { useMemo } from 'react'
import { useDates } from './use-dates.ts'

/** Times of the day as the people of the tenant’s zone write them. */
export interface HourWords {
  hours: Hours
  /** `18:30` as `18:30` or `6:30 PM`. */
  time(time: string): string
}

/** 28.4: 12 or 24 hours, decided here alone: by the language of the page and the zone that times are shown in. */
export function useHours(): HourWords {
  const { zone } = useDates()
  const language = document.documentElement.lang || 'en'
  return useMemo(() => {
    const hours = hoursOf(language, zone)
    return { hours, time: clockWords(language, hours) }
  }, [language, zone])
}
