import { toDay } from '@kinora/core'
import { DAY } from '@kinora/core/schedule'
import { useMemo } from 'react'
import { useLocale } from '../kernel/locale.ts'

/** "Mon 23 Nov", in the order of all dates (CONST-21), of a day since 1970; a day is the same in every zone. */
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
