import { DAY_MINUTES } from '@kinora/core/schedule'
import type { Slot } from './slots.ts'

/** The part of something long that lies in one day; `to` is in minutes of that day. */
export interface Piece extends Slot {
  to: number
}

/** What lies between two moments, day by day: what goes on over midnight is continued on the next. */
export function piecesOf(from: Slot, end: Slot): Piece[] {
  const days = Array.from({ length: Math.max(1, end.day - from.day + 1) }, (_, index) => from.day + index)
  return days
    .map(day => ({
      day,
      minutes: day === from.day ? from.minutes : 0,
      to: day === end.day ? end.minutes : DAY_MINUTES,
    }))
    .filter(({ day, to }) => day === from.day || to > 0)
}

/** So many minutes after a moment, on a clock that doesn't change. */
export function after({ day, minutes }: Slot, length: number): Slot {
  const all = minutes + length
  return { day: day + Math.floor(all / DAY_MINUTES), minutes: all % DAY_MINUTES }
}
