import type { CommonKey } from '../../messages/index.ts'
import type { Clock, OwnerProgress } from '../ports.ts'
import type { QueueSnapshot, UploadItem } from './items.ts'

/** Milliseconds between two progress events; changes of state are notified at once. */
const PROGRESS_INTERVAL = 200

/** Immutable snapshots of the queue, ready for useSyncExternalStore. */
export function createSnapshots(clock: Clock) {
  let snapshot: QueueSnapshot = { items: [], blocked: undefined, elsewhere: undefined }
  let notifiedAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()
  const notify = (next: QueueSnapshot): void => {
    snapshot = next
    notifiedAt = clock.now()
    for (const listener of listeners) listener()
  }
  /** Items whose progress is not notified yet. */
  const pending = new Map<string, () => UploadItem>()
  let cancelTimer: (() => void) | undefined
  const put = (item: UploadItem): void => {
    const known = snapshot.items.some(other => other.id === item.id)
    const items = known
      ? snapshot.items.map(other => (other.id === item.id ? item : other))
      : [...snapshot.items, item]
    pending.delete(item.id)
    notify({ ...snapshot, items })
  }
  const notifyPending = (): void => {
    cancelTimer = undefined
    for (const item of [...pending.values()]) put(item())
  }
  const putProgress = (id: string, item: () => UploadItem): void => {
    const wait = notifiedAt + PROGRESS_INTERVAL - clock.now()
    if (wait <= 0) put(item())
    else {
      pending.set(id, item)
      // No longer than that, even where the clock was set back.
      cancelTimer ??= clock.setTimeout(notifyPending, Math.min(wait, PROGRESS_INTERVAL))
    }
  }
  return {
    getSnapshot: (): QueueSnapshot => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put,
    putProgress,
    /** One more chunk counts as progress, too. */
    putChange(id: string, item: () => UploadItem): void {
      const before = snapshot.items.find(other => other.id === id)?.state.kind
      const now = item()
      if (before === 'uploading' && now.state.kind === 'uploading') putProgress(id, item)
      else put(now)
    },
    remove(id: string): void {
      pending.delete(id)
      notify({ ...snapshot, items: snapshot.items.filter(item => item.id !== id) })
    },
    /** Cancels pending notifications. */
    end: (): void => cancelTimer?.(),
    block(blocked: CommonKey | undefined): void {
      if (blocked !== snapshot.blocked) notify({ ...snapshot, blocked })
    },
    /** SESS-15: how far the tab is that uploads. */
    follow(elsewhere: OwnerProgress | undefined): void {
      if (elsewhere !== snapshot.elsewhere) notify({ ...snapshot, elsewhere })
    },
  }
}
