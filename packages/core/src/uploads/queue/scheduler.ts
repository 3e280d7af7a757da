import type { Clock } from '../ports.ts'
import type { Uploader } from '../send/uploader.ts'
import { hasBytesToSend, occupiesSlot } from './items.ts'
import type { createOwnership } from './ownership.ts'

export interface SchedulerOptions {
  clock: Clock
  ownership: Pick<ReturnType<typeof createOwnership>, 'own' | 'owned' | 'release'>
  uploaders(): Uploader[]
}

/** UPLOAD-02, UPLOAD-03: decides which upload starts when; only the owner of the uploads starts any. */
export function createScheduler({ clock, ownership, uploaders }: SchedulerOptions) {
  let stopRestart: (() => void) | undefined
  let isPaused = false
  let preparing = 0
  let turn: Promise<unknown> = Promise.resolve()

  function schedule(): void {
    if (preparing > 0) return
    const all = uploaders()
    // C-142: what the server only processes holds no other tab up.
    if (!all.some(uploader => hasBytesToSend(uploader.state))) {
      ownership.release()
      return
    }
    if (stopRestart !== undefined || isPaused || !ownership.owned()) return
    if (all.some(({ state }) => occupiesSlot(state))) return
    const waiting = all.filter(uploader => uploader.state.kind === 'waiting')
    waiting.sort((one, other) => one.record.order - other.record.order)[0]?.dispatch({ type: 'start' })
  }

  return {
    /** UPLOAD-22: a cancel holds the queue for a while, whatever else ends meanwhile. */
    next(after: number): void {
      if (after === 0) {
        schedule()
        return
      }
      stopRestart?.()
      stopRestart = clock.setTimeout(() => {
        stopRestart = undefined
        schedule()
      }, after)
    },
    /** Starts nothing more until someone is signed in again. */
    setPaused(value: boolean): void {
      isPaused = value
    },
    isPaused: (): boolean => isPaused,
    /** Does one thing after the other as the owner of the uploads, or answers undefined; then starts what may start. */
    async whileOwner<T>(task: () => Promise<T>): Promise<T | undefined> {
      preparing++
      try {
        if (!(await ownership.own())) return undefined
        const done = turn.then(task)
        turn = done.catch(() => undefined)
        return await done
      } finally {
        preparing--
        schedule()
      }
    },
    close(): void {
      stopRestart?.()
      preparing = Number.POSITIVE_INFINITY
    },
  }
}
