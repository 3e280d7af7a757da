import type { MessageKey } from '../messages/index.ts'
import type { QueueSnapshot, UploadItem } from './items.ts'
import type { Clock, OwnerNews } from './ports.ts'

/** Progress is told at most this often, in milliseconds; changes of state are told at once. */
const PROGRESS_INTERVAL = 200

/** Immutable snapshots of the queue, ready for useSyncExternalStore. */
export function createItemList(clock: Clock) {
  let snapshot: QueueSnapshot = { items: [], blocked: undefined, elsewhere: undefined }
  let toldAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()
  const tell = (next: QueueSnapshot): void => {
    snapshot = next
    toldAt = clock.now()
    for (const listener of listeners) listener()
  }
  const put = (item: UploadItem): void => {
    const known = snapshot.items.some(other => other.id === item.id)
    const items = known
      ? snapshot.items.map(other => (other.id === item.id ? item : other))
      : [...snapshot.items, item]
    tell({ ...snapshot, items })
  }
  return {
    getSnapshot: (): QueueSnapshot => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put,
    putProgress(item: () => UploadItem): void {
      if (clock.now() - toldAt >= PROGRESS_INTERVAL) put(item())
    },
    remove: (id: string): void => tell({ ...snapshot, items: snapshot.items.filter(item => item.id !== id) }),
    block(blocked: MessageKey | undefined): void {
      if (blocked !== snapshot.blocked) tell({ ...snapshot, blocked })
    },
    /** SESS-15: how far the tab is that uploads. */
    follow(elsewhere: OwnerNews | undefined): void {
      if (elsewhere !== snapshot.elsewhere) tell({ ...snapshot, elsewhere })
    },
  }
}
