import { KinoraError } from '../../kernel/errors.ts'
import type { CallOptions, Clock } from '../ports.ts'

export interface StallLimits {
  /** Milliseconds without progress, once the platform has reported some. */
  stallAfter: number
  /** Milliseconds in all where it reports none. */
  silentAfter: number
}

/** Ends a call in which no byte moves, so that a connection held open in silence is retried rather than waited for. */
export async function withStallTimeout<T>(
  clock: Clock,
  limits: StallLimits,
  options: CallOptions,
  call: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const signal = AbortSignal.any([options.signal, late.signal])
  signal.throwIfAborted()
  let stalled: number | undefined
  const watch = (milliseconds: number): (() => void) =>
    clock.setTimeout(() => {
      stalled = milliseconds
      late.abort()
    }, milliseconds)
  let stop = watch(limits.silentAfter)
  const onProgress = (sent: number): void => {
    stop()
    stop = watch(limits.stallAfter)
    options.onProgress?.(sent)
  }
  try {
    return await unlessAborted(call({ signal, onProgress }), signal)
  } catch (cause) {
    throw stalled === undefined ? cause : toStalled(stalled, cause)
  } finally {
    stop()
  }
}

/** So that even work that doesn't heed its signal can't hold the upload up. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new KinoraError('aborted'))
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function toStalled(milliseconds: number, cause: unknown): KinoraError {
  const params = { seconds: Math.round(milliseconds / 1000) }
  return new KinoraError('timeout', { issues: [{ path: 'file', code: 'upload.stalled', params }], cause })
}
