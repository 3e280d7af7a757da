import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../kernel/world.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
}
