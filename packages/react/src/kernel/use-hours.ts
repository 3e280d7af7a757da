import { clockWords, type Hours, hoursOf } from '@kinora/core'
import { useMemo } from 'react'
import { useLocale } from './locale.ts'
import { useKinora } from './provider.tsx'
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
  const { queries } = useKinora()
  const locale = useLocale()
  const language = locale === 'en' ? document.documentElement.lang || 'en' : locale
  return useMemo(() => {
    // Finding the region of a zone takes a while, and many fields ask.
    const key = ['hours', language, zone]
    const hours = queries.getQueryData<Hours>(key) ?? hoursOf(language, zone)
    queries.setQueryData(key, hours)
    return { hours, time: clockWords(language, hours) }
  }, [language, zone, queries])
}
