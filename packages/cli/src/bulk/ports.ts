import type { Api, KinoraContract } from '@kinora/core'
import type { Clock, LocalFile } from '../kernel/world.ts'
import type { Entry, RowRecord, RunRecord } from './record.ts'
import type { SendFile } from './send-file.ts'

/** What running a catalogue needs from its surroundings. */
export interface RunPorts {
  api: Api<KinoraContract>
  send: SendFile
  clock: Clock
  /** Ends with Ctrl-C, and when going on makes no sense. */
  signal: AbortSignal
  open(path: string): Promise<LocalFile>
  /** On the disk before it resolves, and folded into `run`. */
  append(entry: Exclude<Entry, { kind: 'run' }>): Promise<void>
  run: RunRecord
  report: RunReport
  publish: boolean
  /** Milliseconds between two looks at what the server is processing. */
  poll: number
}

/** How a run is shown. */
export interface RunReport {
  /** A file begins to be sent; ask `update` with the bytes sent so far. */
  sending(record: RowRecord, file: LocalFile): { update(sent: number): void; end(): void }
  /** A row has come to its end for this run. */
  result(record: RowRecord, unchanged: boolean): void
  /** Everything is sent; so many titles are being processed. */
  waiting(count: number): void
}
