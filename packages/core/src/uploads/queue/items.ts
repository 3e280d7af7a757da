import type { CommonKey } from '../../messages/index.ts'
import { isBusy, isPaused, pointOf } from '../machine/machine.ts'
import type { UploadProgress } from '../machine/progress.ts'
import type { EngineState } from '../machine/states.ts'
import type { FileSource, OwnerProgress, UploadTarget } from '../ports.ts'
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
  /** How far the other tab is, as far as it has told. */
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
  chunkSize: number
}

/** The record of a file that is new to the queue; its identifier comes with the fingerprint. */
export function newRecord(entry: UploadEntry, order: number, defaults: RecordDefaults): UploadRecord {
  const { tag, role, tenantId, file, resume = false } = entry
  const totalNumberOfChunks = Math.max(1, Math.ceil(file.size / defaults.chunkSize))
  return {
    ...{ progress: 0, tag, identifier: '', uploadingChunkNumber: 1, totalNumberOfChunks },
    ...{ id: uploadId(entry), role, fileName: file.name, totalSize: file.size, tenantId, kind: file.kind },
    ...{ userId: defaults.userId(), order, status: 'waiting', replace: !resume },
  }
}

/** Whether the upload is waiting or running. */
export const isOpen = (state: EngineState): boolean => state.kind === 'waiting' || isBusy(state)

/** Whether the file, or a part of it, is still to be sent. */
export const hasBytesToSend = (state: EngineState): boolean =>
  isOpen(state) && pointOf(state)?.at !== 'processing'

/** The progress of all uploads that have bytes to send, for the other tabs. */
export function toOwnerProgress(items: readonly UploadItem[]): OwnerProgress {
  const open = items.filter(item => hasBytesToSend(item.state))
  const total = open.reduce((sum, item) => sum + item.totalSize, 0)
  const sent = open.reduce((sum, item) => sum + item.progress.sentBytes, 0)
  return { open: open.length, percent: total === 0 ? 100 : Math.floor((sent / total) * 100) }
}

/** UPLOAD-02, C-142: whether the upload occupies the queue's one slot: its bytes are under way, and no person paused it. */
export const occupiesSlot = (state: EngineState): boolean =>
  state.kind !== 'waiting' && !isPaused(state) && hasBytesToSend(state)
