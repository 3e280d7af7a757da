import type { CommonKey } from '../../messages/index.ts'
import type { Clock, OwnerNews } from '../ports.ts'
import type { QueueSnapshot, UploadItem } from './items.ts'

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
  /** What has moved since it was last told. */
  const moved = new Map<string, () => UploadItem>()
  let stopWaiting: (() => void) | undefined
  const put = (item: UploadItem): void => {
    const known = snapshot.items.some(other => other.id === item.id)
    const items = known
      ? snapshot.items.map(other => (other.id === item.id ? item : other))
      : [...snapshot.items, item]
    moved.delete(item.id)
    tell({ ...snapshot, items })
  }
  const tellMoved = (): void => {
    stopWaiting = undefined
    for (const item of [...moved.values()]) put(item())
  }
  const putProgress = (id: string, item: () => UploadItem): void => {
    const wait = toldAt + PROGRESS_INTERVAL - clock.now()
    if (wait <= 0) put(item())
    else {
      moved.set(id, item)
      // No longer than that, even where the clock was set back.
      stopWaiting ??= clock.setTimeout(tellMoved, Math.min(wait, PROGRESS_INTERVAL))
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
    /** One more chunk is progress, however it is found out. */
    putChange(id: string, item: () => UploadItem): void {
      const before = snapshot.items.find(other => other.id === id)?.state.kind
      const now = item()
      if (before === 'uploading' && now.state.kind === 'uploading') putProgress(id, item)
      else put(now)
    },
    remove(id: string): void {
      moved.delete(id)
      tell({ ...snapshot, items: snapshot.items.filter(item => item.id !== id) })
    },
    /** What has moved since is not told any more. */
    end: (): void => stopWaiting?.(),
    block(blocked: CommonKey | undefined): void {
      if (blocked !== snapshot.blocked) tell({ ...snapshot, blocked })
    },
    /** SESS-15: how far the tab is that uploads. */
    follow(elsewhere: OwnerNews | undefined): void {
      if (elsewhere !== snapshot.elsewhere) tell({ ...snapshot, elsewhere })
    },
  }
}
