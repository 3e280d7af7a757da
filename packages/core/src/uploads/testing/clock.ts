import type { Clock } from '../ports.ts'

export interface FakeClock extends Clock {
  /** Lets the earliest timer fire; false when there is none. */
  fireNext(): boolean
  advance(milliseconds: number): void
}

/** Virtual time: it passes only when told to. `random` is constant unless given. */
export function createFakeClock(random: () => number = () => 0.5): FakeClock {
  let now = 1_000_000
  const timers = new Set<{ at: number; callback: () => void }>()
  const earliest = () => [...timers].sort((one, other) => one.at - other.at)[0]
  const fireNext = (): boolean => {
    const timer = earliest()
    if (timer === undefined) return false
    timers.delete(timer)
    now = Math.max(now, timer.at)
    timer.callback()
    return true
  }
  return {
    now: () => now,
    random,
    setTimeout(callback, milliseconds) {
      const timer = { at: now + Math.max(0, milliseconds), callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    fireNext,
    advance(milliseconds) {
      const end = now + milliseconds
      while ((earliest()?.at ?? Number.POSITIVE_INFINITY) <= end) fireNext()
      now = end
    },
  }
}
