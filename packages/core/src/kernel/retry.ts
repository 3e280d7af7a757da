import type { Endpoint } from './endpoint.ts'
import { isKinoraError, KinoraError } from './errors.ts'

/** How long a call that failed is tried again. */
export interface Patience {
  /** Tries in all. */
  tries: number
  /** Seconds that a server may ask for at most; what takes longer is a person's to decide. */
  longest: number
}

/** Law 15: the one retry policy. Somebody looks at a screen; a command waits for a server that starts; work goes on by itself. */
export const patience = {
  screen: { tries: 3, longest: 5 },
  command: { tries: 7, longest: 30 },
  work: { tries: 10, longest: Number.POSITIVE_INFINITY },
  /** Whoever calls tries again. */
  none: { tries: 1, longest: 0 },
} as const satisfies Record<string, Patience>

const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000
/** More than 24 days overflow a timer, which then ends at once. */
const LONGEST_WAIT = 3_600_000

const passing: ReadonlySet<string> = new Set(['offline', 'timeout', 'server', 'tooMany'])

/** Whether the same call may succeed later; a server that names a time to come back says so itself. */
export function isRetryable(error: KinoraError): boolean {
  return passing.has(error.code) || error.retryAfter !== undefined
}

/**
 * Milliseconds. Doubles from half a second to half a minute, spread over its upper half; never less than the seconds that the
 * server asked for, an hour at most, and spread as well, so that those who were refused together don't come back together.
 */
export function retryDelay(attempt: number, random: number, retryAfter = 0): number {
  const ceiling = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1))
  const backoff = ceiling * (0.5 + random / 2)
  return Math.round(Math.min(LONGEST_WAIT, Math.max(backoff, retryAfter * 1000 * (1 + random / 2))))
}

/**
 * C-137: whether a call was refused for load, with nothing done. Too many calls and our own 503 say so of every call; of a 503
 * that isn't ours only reads are repeated. Chunks of uploads have their own way to go on.
 */
export function isBusy(
  { method, streamed }: Endpoint,
  { status, retryAfter, requestId }: KinoraError,
): boolean {
  if (streamed || retryAfter === undefined) return false
  return status === 429 || (status === 503 && (method === 'GET' || requestId !== undefined))
}

/** Waits; ends early, one way or the other, where the call is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

export interface RetryOptions extends Patience {
  /** Whether this failure is worth another try; `isRetryable` unless given. */
  may?: (error: KinoraError) => boolean
  sleep?: Sleep | undefined
  signal?: AbortSignal | undefined
  /** Told before it waits. */
  onRetry?: ((error: KinoraError, milliseconds: number) => void) | undefined
}

/** Repeats a call while it fails with what may pass. Throws the last failure, or `aborted` where the signal ends the wait. */
export async function retry<T>(
  { tries, longest, may = isRetryable, sleep = wait, signal, onRetry }: RetryOptions,
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt >= tries || !isKinoraError(error) || !may(error)) throw error
      if ((error.retryAfter ?? 0) > longest) throw error
      const milliseconds = retryDelay(attempt, Math.random(), error.retryAfter)
      if (!signal?.aborted) onRetry?.(error, milliseconds)
      await sleep(milliseconds, signal).catch(() => undefined)
      if (signal?.aborted) throw new KinoraError('aborted', { cause: error })
    }
  }
}

const wait: Sleep = (milliseconds, signal) =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done, { once: true })
    if (signal?.aborted) done()
  })
