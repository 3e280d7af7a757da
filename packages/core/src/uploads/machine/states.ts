import type { Issue, KinoraError } from '../../kernel/errors.ts'
import { CHUNK_SIZE } from '../limits.ts'
import type { FileSource, UploadPorts } from '../ports.ts'
import type { UploadRecord } from '../queue/records.ts'

/** What the server holds: chunks before `nextChunk`, which have `sentBytes` bytes together. */
export interface Position {
  nextChunk: number
  total: number
  sentBytes: number
}

/** UPLOAD-12: what the server does with a file that has arrived. */
export type ProcessingPhase = 'encoding' | 'normalising'

/** A file that the server has whole. */
export interface Arrived {
  phase: ProcessingPhase
  digest: string
  encoded: boolean
  /** The platform had it already: nothing was sent. */
  reused?: boolean
}

/** Where an interrupted upload resumes. */
export type Point =
  | { at: 'start'; replace: boolean }
  | { at: 'chunk'; position: Position }
  | ({ at: 'processing' } & Arrived)

/** E-4. A field exists only in the states where it means something; `faults` counts failures without progress in between. */
export type EngineState =
  | { kind: 'waiting'; replace: boolean }
  | { kind: 'starting'; replace: boolean; faults: number }
  | { kind: 'uploading'; nextChunk: number; total: number; sentBytes: number; faults: number }
  | { kind: 'paused'; reason: 'user' | 'offline' | 'signedOut'; from: Point }
  | { kind: 'retrying'; attempt: number; dueAt: number; error: KinoraError; from: Point }
  | ({ kind: 'processing'; faults: number } & Arrived)
  | { kind: 'complete'; digest: string; reused?: boolean }
  | { kind: 'failed'; error: KinoraError; phase: 'upload' | 'processing' }
  | { kind: 'cancelled'; reason: 'user' | 'otherUser' | 'elsewhere' }
  /** UPLOAD-25 */
  | { kind: 'broken' }
  /** The file is there, but the browser wants the person's leave to read it again. */
  | { kind: 'locked' }

/** What a person asks of an upload; refused with a message where its state doesn't allow it (E-4). */
export type EngineCommand =
  | { type: 'pause' }
  /** `wait`: another one is under way, so a paused one takes its place among those that wait. */
  | { type: 'resume'; wait?: boolean }
  | { type: 'cancel' }
  /** A file was chosen for a record; `replace` allows another file than the one the upload began with. */
  | { type: 'reupload'; replace: boolean }

/** Events that nobody asked for; ignored in states where they mean nothing. */
export type EngineReport =
  | { type: 'start' }
  | { type: 'ready'; position: Position }
  | { type: 'accepted'; position: Position }
  | { type: 'stored'; digest: string; reused?: boolean }
  | { type: 'encoded' }
  | { type: 'phase'; phase: ProcessingPhase }
  | { type: 'done' }
  | { type: 'processingFailed'; error: KinoraError }
  /** Something went wrong at `now`; `random` is from 0 to 1 and spreads the retries of many clients. */
  | { type: 'fault'; error: KinoraError; now: number; random: number }
  | { type: 'due' }
  | { type: 'offline' }
  | { type: 'online' }
  | { type: 'signedOut' }
  | { type: 'signedIn' }
  | { type: 'otherUser' }
  | { type: 'cancelledElsewhere' }
  /** The file is gone: the browser's storage was cleared (SESS-08), or it is missing on the disk (UPLOAD-25). */
  | { type: 'fileLost'; cause: 'cleared' | 'missing' }
  | { type: 'fileLocked' }

export type EngineEvent = EngineCommand | EngineReport

export type EngineEffect =
  /** Fingerprint the file, ask the server where it stands and compare. */
  | { kind: 'prepare'; replace: boolean }
  /** Send chunks from `from` on; `sync` asks the server first. */
  | { kind: 'send'; from: number; sync: boolean }
  | { kind: 'encode' }
  | { kind: 'poll' }
  | { kind: 'wait'; until: number }
  | { kind: 'abort' }
  | { kind: 'save' }
  | { kind: 'forget' }
  /** UPLOAD-21 */
  | { kind: 'cancelRemote' }
  /** The queue may start the next file after so many milliseconds. */
  | { kind: 'next'; after: number }
  | { kind: 'refuse'; issue: Issue }

export type Step = readonly [EngineState, readonly EngineEffect[]]

export interface UploadSettings {
  chunkSize: number
  /** Chunks on the wire at once. */
  inFlight: number
  /** Milliseconds without progress after which a chunk is sent again, where the platform reports progress. */
  stallAfter: number
  /** The same where it doesn't, so that a slow line isn't taken for a dead one. */
  silentAfter: number
  /** Bytes from which on the server is asked whether it holds the file already. */
  reuseAbove: number
}

export const defaultSettings: UploadSettings = {
  chunkSize: CHUNK_SIZE,
  inFlight: 1,
  stallAfter: 30_000,
  silentAfter: 120_000,
  reuseAbove: 2 * CHUNK_SIZE,
}

export interface UploaderOptions {
  record: UploadRecord
  state: EngineState
  /** Undefined where it is lost; then only processing can go on. */
  file: FileSource | undefined
  ports: UploadPorts
  settings?: Partial<UploadSettings>
  /** The state has changed. */
  onChange?(): void
  /** Only bytes have moved. */
  onProgress?(): void
  /** The queue may start the next file after so many milliseconds. */
  onNext?(after: number): void
}
