import type { Clock, Lock, OwnerProgress } from '../ports.ts'

const LOCK_NAME = 'uploads'

interface Hooks {
  onChange(): void
  onTakeOver(): void
  /** Progress of another tab; `isNew` if this one doesn't wait for the lock yet. */
  onProgress(news: OwnerProgress, isNew: boolean): void
}

/** UPLOAD-19: whether this tab or process owns the uploads; another takes over when the owner releases the lock or dies. */
export function createOwnership(lock: Lock, hooks: Hooks) {
  const closing = new AbortController()
  let release: (() => void) | undefined
  let asking: Promise<boolean> | undefined
  let waiting = false

  const take = async (): Promise<boolean> => {
    const taken = await lock.acquire(LOCK_NAME)
    if (taken === undefined) {
      void takeOver()
      return false
    }
    if (closing.signal.aborted) {
      taken()
      return false
    }
    release = taken
    return true
  }

  const takeOver = async (): Promise<void> => {
    if (waiting) return
    waiting = true
    hooks.onChange()
    try {
      const taken = await lock.wait(LOCK_NAME, closing.signal)
      if (closing.signal.aborted) return taken()
      release = taken
    } catch {
      return
    } finally {
      waiting = false
    }
    hooks.onChange()
    hooks.onTakeOver()
  }

  /** An idle tab that receives another tab's progress waits for the lock, like a tab opened later. */
  const stopListening = lock.listen?.(LOCK_NAME, news => {
    if (release === undefined) hooks.onProgress(news, !waiting)
  })

  return {
    /** Broadcasts to the other tabs that this one uploads, and how far it is. */
    broadcast(news: OwnerProgress): void {
      if (release !== undefined) lock.broadcast?.(LOCK_NAME, news)
    },
    /** SESS-15: another tab is uploading. */
    isElsewhere: (): boolean => waiting,
    owned: (): boolean => release !== undefined,
    /** Takes ownership, or answers false and waits for it in the background. */
    async own(): Promise<boolean> {
      if (release !== undefined) return true
      if (waiting || closing.signal.aborted) return false
      asking ??= take().finally(() => {
        asking = undefined
      })
      return asking
    },
    release(): void {
      release?.()
      release = undefined
    },
    close(): void {
      closing.abort()
      stopListening?.()
      release?.()
      release = undefined
    },
  }
}

/** Milliseconds between two broadcasts. */
const BROADCAST_INTERVAL = 500

/** Throttles calls: the first at once, then one per interval; the last one is never lost. */
export function throttle(clock: Clock, call: () => void): () => void {
  let isWaiting = false
  let isPending = false
  const act = (): void => {
    if (isWaiting) {
      isPending = true
      return
    }
    isWaiting = true
    call()
    clock.setTimeout(() => {
      const isDue = isPending
      isWaiting = isPending = false
      if (isDue) act()
    }, BROADCAST_INTERVAL)
  }
  return act
}
