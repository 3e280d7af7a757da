import type { CallOptions } from '../ports.ts'
import type { UploadSettings } from './states.ts'

/** Milliseconds per chunk above which no request is opened early: on a slow network it would wait too long. */
const MAX_DURATION = 1000

interface OpenRequest<T> {
  chunk: number
  sent: Promise<T>
  /** Whether it failed before its bytes were released. */
  isOver: boolean
  release(): void
  drop(): void
}

/**
 * Opens the request of the next chunk while the current one is in flight, so that the server can claim the chunk. None of
 * its bytes are sent before the current chunk is acknowledged (decision 0024), so at most one chunk is sent
 * again.
 */
export function createEarlyRequest<T>(
  { settings, permit }: { settings: UploadSettings; permit(): void },
  signal: AbortSignal,
) {
  let open: OpenRequest<T> | undefined
  let duration = Number.POSITIVE_INFINITY
  return {
    isWorthwhile: (): boolean => settings.earlyRequests && open === undefined && duration < MAX_DURATION,
    /** How many milliseconds a chunk took. */
    setDuration(milliseconds: number): void {
      duration = milliseconds
    },
    begin(chunk: number, send: (options: Pick<CallOptions, 'signal' | 'hold'>) => Promise<T>): void {
      const drop = new AbortController()
      let release = (): void => undefined
      const hold = new Promise<void>(resolve => {
        release = resolve
      }).then(permit)
      hold.catch(() => undefined)
      const sent = send({ signal: AbortSignal.any([signal, drop.signal]), hold })
      const now: OpenRequest<T> = { chunk, sent, isOver: false, release, drop: () => drop.abort() }
      sent.catch(() => {
        now.isOver = true
      })
      open = now
    },
    /** Releases its bytes if the chunk is the one wanted next, else aborts it and returns undefined. */
    take(chunk: number): Promise<T> | undefined {
      const now = open
      open = undefined
      if (now?.chunk === chunk && !now.isOver) {
        now.release()
        return now.sent
      }
      now?.drop()
      return undefined
    },
    ended: (): Promise<unknown> => open?.sent ?? Promise.resolve(),
  }
}
