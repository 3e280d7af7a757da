import type { FileSource, UploadPorts } from '../ports.ts'
import type { UploadRecord } from '../queue/records.ts'
import { CHUNK_SIZE } from '../schema.ts'
import type { EngineState } from './states.ts'

export interface UploadSettings {
  chunkSize: number
  /** Chunks on the wire at once. */
  inFlight: number
  /** Opens the request of the next chunk before the current one is acknowledged (decision 0024). */
  earlyRequests: boolean
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
  earlyRequests: false,
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
