import type { CallOptions } from '../ports.ts'
import type { UploadSettings } from './settings.ts'

/** Milliseconds for a chunk on a line on which the next one is announced: on a slow one it would wait for too long. */
const MAX_DURATION = 1000

interface OpenRequest<T> {
  chunk: number
  sent: Promise<T>
  /** Whether it is over before its bytes were asked for. */
  isOver: boolean
  release(): void
  drop(): void
}

/**
 * The chunk behind the one on the wire: its request is begun, and the server finds out where it belongs, while not a byte
 * of it leaves before the one in front is acknowledged (decision 0024). So there is never more than one chunk to be sent
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
    /** Lets it go if it is the one that is wanted, else gives it up; undefined where it is to be sent anew. */
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
