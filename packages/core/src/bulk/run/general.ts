import { isKinoraError } from '../../kernel/errors.ts'
import { patience, retry } from '../../kernel/retry.ts'
import type { Clock } from './ports.ts'

/** Failures that the next row would meet as well. */
const general: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'tooMany',
  'unauthorised',
  'aborted',
  'storageFull',
])

/** Whether a failure concerns the run rather than the row. */
export function isGeneral(error: unknown): boolean {
  return isKinoraError(error) && general.has(error.code)
}

/** Repeats a call as long as work without a person at it does. */
export const withRetry = <T>(clock: Clock, signal: AbortSignal, call: () => Promise<T>): Promise<T> =>
  retry({ ...patience.work, sleep: (milliseconds, stop) => clock.sleep(milliseconds, stop), signal }, call)
