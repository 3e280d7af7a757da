/** Bytes that are read in parts, such as a Blob; or what a server reads from a store, of which only the parts asked for come. */
export interface ByteSource {
  readonly size: number
  /** The bytes from `start` up to, not including, `end`. */
  slice(start: number, end: number): ByteSource
  /** Rejects where they can't be read any more, or were changed since the source was opened. */
  arrayBuffer(): Promise<ArrayBuffer>
}
