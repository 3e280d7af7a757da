import type { Endpoint } from './endpoint.ts'
import { isKinoraError, KinoraError } from './errors.ts'

/** A retry policy: how often and how long a call that failed is retried. */
export interface RetryPolicy {
  /** Attempts in all. */
  tries: number
  /** The longest `Retry-After` that is obeyed, in seconds; what takes longer is a person's to decide. */
  maxRetryAfter: number
}

/**
 * Law 15: the retry policies of all callers: of a screen with a person before it, of a command that waits for a server that
 * starts, and of unattended work.
 */
export const retryPolicy = {
  screen: { tries: 3, maxRetryAfter: 5 },
  command: { tries: 7, maxRetryAfter: 30 },
  work: { tries: 10, maxRetryAfter: Number.POSITIVE_INFINITY },
  /** The caller retries. */
  none: { tries: 1, maxRetryAfter: 0 },
} as const satisfies Record<string, RetryPolicy>

/** HOOK-02: seconds between the tries of a delivery to somebody else’s server, over three days. */
export const deliveryDelays = [5, 30, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000] as const

const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000
/** More than 24 days overflow a timer, which then ends at once. */
const LONGEST_WAIT = 3_600_000

const transientCodes: ReadonlySet<string> = new Set(['offline', 'timeout', 'server', 'tooMany'])

/** Whether the same call may succeed later; a server that names a time to come back says so itself. */
export function isRetryable(error: KinoraError): boolean {
  return transientCodes.has(error.code) || error.retryAfter !== undefined
}

/**
 * Exponential backoff with jitter, in milliseconds: doubles from half a second to half a minute, spread over its upper half;
 * never less than the seconds that the server asked for, an hour at most, and spread as well, so that those who were refused
 * together don't come back together.
 */
export function retryDelay(attempt: number, random: number, retryAfter = 0): number {
  const ceiling = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1))
  const backoff = ceiling * (0.5 + random / 2)
  return Math.round(Math.min(LONGEST_WAIT, Math.max(backoff, retryAfter * 1000 * (1 + random / 2))))
}

/**
 * C-137: whether a call was refused for load, with nothing done. Too many calls and our own 503 say so of every call; of a 503
 * that isn't ours only reads are repeated. Chunks of uploads have their own way to go on. KEY-08: a 409 with a time to come back
 * says that the same call is still worked on.
 */
export function isBusy(
  { method, streamed }: Endpoint,
  { status, retryAfter, requestId }: KinoraError,
): boolean {
  if (streamed || retryAfter === undefined) return false
  return status === 429 || status === 409 || (status === 503 && (method === 'GET' || requestId !== undefined))
}

/** Waits; ends early, one way or the other, where the call is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

export interface RetryOptions extends RetryPolicy {
  /** Whether this failure is worth a retry; `isRetryable` by default. */
  may?: (error: KinoraError) => boolean
  sleep?: Sleep | undefined
  signal?: AbortSignal | undefined
  /** Called before each wait. */
  onRetry?: ((error: KinoraError, milliseconds: number) => void) | undefined
}

/** Retries a call while its failures are transient. Throws the last failure, or `aborted` where the signal ends the wait. */
export async function retry<T>(
  { tries, maxRetryAfter, may = isRetryable, sleep = wait, signal, onRetry }: RetryOptions,
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt >= tries || !isKinoraError(error) || !may(error)) throw error
      if ((error.retryAfter ?? 0) > maxRetryAfter) throw error
      const milliseconds = retryDelay(attempt, Math.random(), error.retryAfter)
      if (!signal?.aborted) onRetry?.(error, milliseconds)
      await sleep(milliseconds, signal).catch(() => undefined)
      if (signal?.aborted) throw new KinoraError('aborted', { cause: error })
    }
  }
}

export const wait: Sleep = (milliseconds, signal) =>
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
