import { toDay } from '@kinora/core'

/** `2026-11` as `Nov 2026`. */
export const toMonth = (month: string): string => toDay(new Date(`${month}-01T00:00:00Z`)).slice(3)

/** One decimal, as `4.0`. */
export const toAverage = (average: number | null): string => (average === null ? '—' : average.toFixed(1))
