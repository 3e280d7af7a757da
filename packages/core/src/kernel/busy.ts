import type { Endpoint } from './endpoint.ts'
import { isKinoraError, KinoraError } from './errors.ts'

/** Tries of a call that a server is too busy for, in all. */
const TRIES = 3
/** Seconds that a call waits by itself at most; what takes longer is a person's to decide. */
const LONGEST_WAIT = 5

/** Waits; ends early, one way or the other, where the call is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

/**
 * C-137: asks again where the server was busy and says when to come back. Our server says so only where nothing was done, so
 * writes are repeated as well; of a 503 that isn't ours only GETs. Chunks of uploads have a way of their own to go on.
 */
export async function whileBusy<T>(
  endpoint: Endpoint,
  { sleep, signal }: { sleep: Sleep | undefined; signal: AbortSignal | undefined },
  call: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await call()
    } catch (error) {
      if (tried === TRIES || !isKinoraError(error) || !isBusy(endpoint, error)) throw error
      // Spread, so that those who were refused together don't come back together.
      const milliseconds = (error.retryAfter ?? 0) * 1000 * (1 + Math.random() / 2)
      await (sleep ?? wait)(milliseconds, signal).catch(() => undefined)
      if (signal?.aborted) throw new KinoraError('aborted', { cause: error })
    }
  }
}

function isBusy({ method, streamed }: Endpoint, { status, retryAfter, requestId }: KinoraError): boolean {
  if (streamed || status !== 503 || retryAfter === undefined || retryAfter > LONGEST_WAIT) return false
  return method === 'GET' || requestId !== undefined
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
