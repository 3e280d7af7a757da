import type { Issue } from '../kernel/errors.ts'
import type { ProcessingPhase } from './machine/states.ts'
import type { UploadRecord } from './queue/records.ts'
import type { Challenge, UploadRole, UploadState } from './schema.ts'

/** A file to be sent: a browser's File, or an open file of Node. */
export interface FileSource {
  readonly name: string
  readonly size: number
  /** What the title is, where that is known: decides which kinds of file are allowed (VAL-15). */
  readonly kind?: 'video' | 'audio' | undefined
  /** The bytes from `start` up to, not including, `end`; getting or reading them rejects when the file is gone or was changed since it was opened. */
  slice(start: number, end: number): Promise<Blob>
  /** The same for a part that is sent, where the platform has memory that can be used again for the next one. */
  hold?(start: number, end: number): Promise<BufferedPart>
  /** Whether slices can be sent as they are, because the platform refuses to send those of a changed file; else what was read is sent. */
  readonly sendsSlices?: boolean
  /** SHA-256 of a part, where the platform reads and hashes apart from what else it does; only with `sendsSlices`, rejects as `slice` does. */
  digest?(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  /** Digests of its chunks from an earlier run, where the platform can tell that the file was not touched since. */
  readonly digests?: DigestCache
}

/** A cache of chunk digests that survives a kill. Its content is verified before it counts. */
export interface DigestCache {
  /** By the index of the chunk, from 0; undefined where it has none. */
  load(): Promise<(Uint8Array<ArrayBuffer> | undefined)[]>
  keep(chunk: number, digest: Uint8Array): void
  /** Drops the cache: the file is sent, or the upload is abandoned. */
  forget(): Promise<void>
}

/** A part of a file in a buffer; `release` returns the buffer. */
export interface BufferedPart {
  bytes: Uint8Array<ArrayBuffer>
  blob: Blob
  /** SHA-256 of the bytes, where the platform has worked it out while it read them. */
  digest?: Uint8Array<ArrayBuffer>
  release(): void
}

/** UPLOAD-06: the records of uploads that aren't complete; a record saved is there after the process is killed. */
export interface RecordStore {
  list(): Promise<UploadRecord[]>
  load(id: string): Promise<UploadRecord | undefined>
  save(record: UploadRecord, condition?: RecordCondition): Promise<void>
  remove(id: string, condition?: RecordCondition): Promise<void>
}

/** Whether what is stored at that moment may be written over or removed. */
export type RecordCondition = (stored: UploadRecord | undefined) => boolean

/** A kept file: undefined when it is gone, `locked` while the person in front has not allowed it to be read again. */
export type StoredFile = FileSource | 'locked' | undefined

/** SESS-12: what is known of the upload that a kept file is for. */
export interface StoredFileInfo {
  identifier: string
  /** Whether it takes the place of a file that was uploaded before. */
  isReplacing: boolean
}

/** SESS-11, SESS-12: keeps the files that records belong to: a handle, a blob or a path. */
export interface FileStore {
  put(id: string, file: FileSource, of?: StoredFileInfo): Promise<void>
  get(id: string): Promise<StoredFile>
  /** Asks the person for a locked file; has to be called from a click. */
  unlock?(id: string): Promise<StoredFile>
  remove(id: string): Promise<void>
}

export interface Network {
  online(): boolean
  /** Subscribes to changes; returns how to unsubscribe. */
  subscribe(listener: () => void): () => void
}

export interface Clock {
  now(): number
  /** Returns how to cancel it. */
  setTimeout(callback: () => void, milliseconds: number): () => void
  /** From 0 to 1. */
  random(): number
}

/** Progress that the owner broadcasts to other tabs. */
export interface OwnerProgress {
  open: number
  percent: number
}

/** UPLOAD-19: one tab or process owns the uploads. */
export interface Lock {
  /** Takes the lock if it is free; returns how to release it, or undefined when another holds it. */
  acquire(name: string): Promise<(() => void) | undefined>
  /** Waits until the lock is free and takes it; rejects once aborted. */
  wait(name: string, signal: AbortSignal): Promise<() => void>
  /** Broadcasts the owner's progress, where there can be other tabs. */
  broadcast?(name: string, news: OwnerProgress): void
  /** Calls back on every broadcast of another owner; returns how to stop. */
  listen?(name: string, listener: (news: OwnerProgress) => void): () => void
}

/** The file of a title that an upload is for, in the tenant that customer support acts for (UPLOAD-27). */
export interface UploadTarget {
  tag: string
  role: UploadRole
  tenantId?: string
}

/** One chunk as UPLOAD-28 sends it. */
export interface ChunkRequest {
  chunkNumber: number
  totalNumberOfChunks: number
  identifier: string
  fileName: string
  totalSize: number
  digest: string
  file: Blob
}

/** What the client offers before it sends a file. */
export interface Offer {
  totalSize: number
  sample: string
}

/** The answer to a challenge, for an upload of that name. */
export interface Proof {
  challenge: string
  proof: string
  digest: string
  identifier: string
  fileName: string
}

export interface CallOptions {
  signal: AbortSignal
  onProgress?: (sent: number) => void
}

/** What the server says about a file that has arrived; `idle` means that it does nothing with it. */
export type Processing =
  | { kind: 'idle' }
  | { kind: 'replaced' }
  | { kind: 'cancelled' }
  | { kind: 'working'; phase: ProcessingPhase }
  | { kind: 'done' }
  | { kind: 'failed'; issue: Issue }

/** The server as the uploader sees it. Every failure is a KinoraError; token refresh happens underneath. */
export interface Transport {
  /** Undefined when the server knows of no upload for the target. */
  state(target: UploadTarget, options: CallOptions): Promise<UploadState | undefined>
  chunk(target: UploadTarget, chunk: ChunkRequest, options: CallOptions): Promise<UploadState>
  /** A challenge if the platform may hold the file already; undefined if not, or if the server knows of no such thing. */
  offer(target: UploadTarget, offer: Offer, options: CallOptions): Promise<Challenge | undefined>
  /** The upload, complete, if the proof was right. */
  prove(target: UploadTarget, proof: Proof, options: CallOptions): Promise<UploadState | undefined>
  encode(target: UploadTarget, options: CallOptions): Promise<void>
  cancel(target: UploadTarget, options: CallOptions): Promise<void>
  watch(target: UploadTarget, options: CallOptions): Promise<Processing>
}

/** What one upload needs from its surroundings. */
export interface UploadPorts {
  transport: Transport
  records: RecordStore
  network: Network
  clock: Clock
  /** The id of the user who is signed in now (UPLOAD-24). */
  userId(): string | undefined
  /** Called when a record could not be saved, for example on a full disk; the upload continues. */
  onRecordLost?(error: unknown): void
}

/** What the queue needs besides. */
export interface QueuePorts extends UploadPorts {
  files: FileStore
  lock: Lock
  /** UPLOAD-26: type, name, length of the name and aspect ratio, before the first byte is sent; times out when reading the file stalls. */
  check(file: FileSource, target: UploadTarget): Promise<Issue[]>
}
