import { DAY } from '@kinora/core/schedule'
import { useMemo } from 'react'

/** "Mon 23 Nov" in the language of the page; a day is the same in every zone. */
export function useDayLabel(): (day: number) => string {
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(document.documentElement.lang || 'en', {
      ...{ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' },
    })
    return day => format.format(day * DAY)
  }, [])
}
