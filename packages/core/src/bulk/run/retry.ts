import { isKinoraError } from '../../kernel/errors.ts'
import type { Clock } from './ports.ts'

const delays = [500, 1000, 2000, 4000, 8000, 15_000]
const passing: ReadonlySet<string> = new Set(['offline', 'timeout', 'server', 'tooMany'])
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

/** Retries a call for about half a minute. */
export async function withRetry<T>(clock: Clock, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const delay = delays[attempt]
      if (!isKinoraError(error) || !passing.has(error.code) || delay === undefined || signal.aborted)
        throw error
      await clock.sleep(Math.max(delay, (error.retryAfter ?? 0) * 1000), signal)
    }
  }
}
