import type { ByteSource } from '../../kernel/byte-source.ts'
import type { Send } from '../../kernel/client.ts'
import type { FileSource } from '../../uploads/index.ts'
import type { Entry, RowRecord, RunRecord } from './record.ts'
import type { SendFile } from './send-file.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects with the signal's reason when that ends first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** A file that a catalogue names, as it was when it was opened; reading fails once it has changed. */
export interface MediaFile {
  /** Where it lies: names the file among all others of the store. */
  path: string
  name: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
  /** Read in parts, never buffered whole. */
  blob: ByteSource
  /** A part of it in memory that is used again once it is released, where the platform has such memory. */
  hold?: FileSource['hold']
}

/**
 * Opens a file by the path that a cell holds, read from the folder of the catalogue. Throws a KinoraError where
 * there is none that can be read, or where the path leads out of what the catalogue may see.
 */
export type OpenMedia = (path: string) => Promise<MediaFile>

/** The rows of a catalogue by their cells, in batches as they are read. */
export type RecordSource = AsyncIterable<RecordEvent>

export type RecordEvent =
  /** `first` is the number of the batch's first row as a spreadsheet counts. */
  | { kind: 'records'; first: number; records: string[][] }
  /** Nothing behind this can be read. */
  | {
      kind: 'broken'
      row: number
      code: 'bulk.csvQuote' | 'bulk.csvRecordSize' | 'bulk.csvIrregular' | 'bulk.csvBroken'
    }

/** What running a catalogue needs from its surroundings. */
export interface RunPorts {
  /** The platform: over the network, or in the same process. */
  send: Send
  sendFile: SendFile
  clock: Clock
  /** Ends when somebody stops the run, and when going on makes no sense. */
  signal: AbortSignal
  open: OpenMedia
  /** On the disk before it resolves, and applied to `run`. */
  append(entry: Exclude<Entry, { kind: 'run' }>): Promise<void>
  run: RunRecord
  report: RunReport
  publish: boolean
  /** What becomes of a title that people have changed since the run before; without it nobody looks. */
  elsewhere?: 'keep' | 'overwrite'
  /** Milliseconds between two polls of processing. */
  poll: number
  /** Rows processed at a time, 1 by default; files are always sent one at a time. */
  concurrency?: number
}

/** Receives the progress of a run. */
export interface RunReport {
  /** A file starts to be sent; `update` receives the bytes that are there so far, all of them once it is stored. */
  sending(record: RowRecord, file: MediaFile): { update(sent: number): void; end(): void }
  /** A row is finished for this run. */
  result(record: RowRecord, unchanged: boolean): void
  /** Everything is sent; so many titles are being processed, at least one. */
  waiting(count: number): void
}
