import { toDay } from '@kinora/core'
import { DAY } from '@kinora/core/schedule'
import { useMemo } from 'react'

/** "Mon 23 Nov", in the order of all dates (CONST-21); a day is the same in every zone. */
export function useDayLabel(): (day: number) => string {
  return useMemo(() => {
    const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' })
    return day => `${weekday.format(day * DAY)} ${toDay(new Date(day * DAY)).slice(0, -5)}`
  }, [])
}
