import type { KinoraError } from '../../kernel/errors.ts'

/** Failures in a row, without any progress, after which an upload stops and asks the person. */
export const MAX_ATTEMPTS = 10
const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000

const passing: ReadonlySet<string> = new Set(['offline', 'timeout', 'server', 'tooMany'])

/** Whether the same call may succeed later; a server that names a time to come back says so itself. */
export function isRetryable(error: KinoraError): boolean {
  return passing.has(error.code) || error.retryAfter !== undefined
}

/** Doubles from half a second to half a minute, spread over its upper half; never less than what the server asked for. */
export function retryDelay(attempt: number, random: number, retryAfter = 0): number {
  const ceiling = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1))
  return Math.max(retryAfter * 1000, Math.round(ceiling * (0.5 + random / 2)))
}
