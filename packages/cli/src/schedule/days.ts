import type { Schedule } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'

/** 0 = Sunday (C-110). */
const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export function toWeekday(value: string): number {
  const day = names.findIndex(name => value.trim().toLowerCase().startsWith(name))
  if (day === -1) throw usage(safe`"${value}" is none of: sun, mon, tue, wed, thu, fri, sat`)
  return day
}

export const dayNameOf = (weekday: number): string => names[weekday]!

export const daysOf = (weekdays: readonly number[]): string => weekdays.map(dayNameOf).join(',')

/** `mon,wed 18:30` */
export function toSchedule(value: string): Schedule {
  const [days, daily_time, ...more] = value.trim().split(/\s+/)
  if (days === undefined || daily_time === undefined || more.length > 0)
    throw usage(safe`--weekly: "${value}" is not like "mon,wed 18:30"`)
  return { type: 1, weekdays: days.split(',').map(toWeekday), daily_time }
}
