import type { CommonKey } from '../../messages/en.ts'
import { isBusy, isPaused, pointOf } from '../machine/machine.ts'
import type { UploadProgress } from '../machine/progress.ts'
import type { EngineState } from '../machine/states.ts'
import type { Clock, FileSource, OwnerProgress, UploadTarget } from '../ports.ts'
import type { UploadRole } from '../schema.ts'
import type { Uploader } from '../send/uploader.ts'
import { type UploadRecord, uploadId } from './records.ts'

/** One upload as a list shows it; a new object after every change. */
export interface UploadItem {
  readonly id: string
  readonly tag: string
  readonly role: UploadRole
  readonly tenantId: string | undefined
  readonly fileName: string
  readonly totalSize: number
  readonly kind?: 'video' | 'audio' | undefined
  readonly state: EngineState
  readonly progress: UploadProgress
  /** Whether the file outlives the page; where not, the person must choose it again after a reload. */
  readonly kept: boolean
}

export interface QueueSnapshot {
  readonly items: readonly UploadItem[]
  /** Why nothing starts: another tab uploads (SESS-15), or nobody is signed in. */
  readonly blocked: CommonKey | undefined
  /** How far the other tab is, as far as it has broadcast. */
  readonly elsewhere: OwnerProgress | undefined
}

/** One file to be uploaded. */
export interface UploadEntry extends UploadTarget {
  file: FileSource
  /** Resumes an upload that was begun elsewhere: any other file is refused. */
  resume?: boolean
}

/** An upload in the queue; `isReupload` while a broken one is uploaded again (UPLOAD-18). */
export interface QueuedUpload {
  uploader: Uploader
  isReupload: boolean
}

export function toItem(uploader: Uploader, kept: boolean): UploadItem {
  const { id, tag, role, tenantId, fileName, totalSize, kind } = uploader.record
  return {
    id,
    tag,
    role,
    tenantId,
    fileName,
    totalSize,
    kind,
    state: uploader.state,
    progress: uploader.progress(),
    kept,
  }
}

/** Values that every new record takes. */
export interface RecordDefaults {
  userId(): string
  now(): number
  chunkSize: number
}

/** The record of a file that is new to the queue; its identifier comes with the fingerprint. */
export function newRecord(entry: UploadEntry, order: number, defaults: RecordDefaults): UploadRecord {
  const { tag, role, tenantId, file, resume = false } = entry
  const totalNumberOfChunks = Math.max(1, Math.ceil(file.size / defaults.chunkSize))
  return {
    progress: 0,
    tag,
    identifier: '',
    uploadingChunkNumber: 1,
    totalNumberOfChunks,
    id: uploadId(entry),
    role,
    fileName: file.name,
    totalSize: file.size,
    tenantId,
    kind: file.kind,
    userId: defaults.userId(),
    begunAt: defaults.now(),
    order,
    status: 'waiting',
    replace: !resume,
  }
}

/** Whether the upload is waiting or running. */
export const isOpen = (state: EngineState): boolean => state.kind === 'waiting' || isBusy(state)

/** Whether the file, or a part of it, is still to be sent. */
export const hasBytesToSend = (state: EngineState): boolean =>
  isOpen(state) && pointOf(state)?.at !== 'processing'

/** The upload whose turn it is: the first that is under way, or else waits; undefined once all bytes are sent. */
export function currentUpload(items: readonly UploadItem[]): UploadItem | undefined {
  const open = items.filter(item => hasBytesToSend(item.state))
  return open.find(({ state }) => state.kind !== 'waiting') ?? open[0]
}

/** How many uploads have bytes to send and how far the current one is, for the other tabs: the percent that this one shows. */
export function toOwnerProgress(items: readonly UploadItem[]): OwnerProgress {
  const open = items.filter(item => hasBytesToSend(item.state)).length
  return { open, percent: Math.floor(currentUpload(items)?.progress.percent ?? 100) }
}

/** UPLOAD-02, C-142: whether the upload occupies the queue's one slot: its bytes are under way, and no person paused it. */
export const occupiesSlot = (state: EngineState): boolean =>
  state.kind !== 'waiting' && !isPaused(state) && hasBytesToSend(state)

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
