import { MINUTE, type WallClock } from '@kinora/core/schedule'

/** C-97: whether the axis can tell the viewer’s own times beside those of the tenant: they differ, and on every day that is shown by as much. */
export function tellsOwnHours(clock: WallClock, own: WallClock, days: readonly number[]): boolean {
  const gaps = new Set(
    days.flatMap(day => [0, 1439].map(minutes => (clock.at(day, minutes) - own.at(day, minutes)) / MINUTE)),
  )
  return gaps.size === 1 && !gaps.has(0)
}
