import { isKinoraError, KinoraError } from './errors.ts'

/** Bytes that are read in parts, such as a Blob; or what a server reads from a store, of which only the parts asked for come. */
export interface ByteSource {
  readonly size: number
  /** The bytes from `start` up to, not including, `end`. */
  slice(start: number, end: number): ByteSource
  /**
   * Rejects where they can't be read any more, or were changed since the source was opened; with a `KinoraError` where the source
   * knows more: `forbidden`, `offline`, `aborted`.
   */
  arrayBuffer(): Promise<ArrayBuffer>
}

/**
 * What a read that failed is told as: `upload.unreadable`, unless the source says itself what it is (barred, away, given up). A read
 * that stalled is that, and may go better later.
 */
export const unreadable = (cause?: unknown): KinoraError =>
  isKinoraError(cause)
    ? cause
    : new KinoraError('refused', { issues: [{ path: 'file', code: 'upload.unreadable' }], cause })
