import type { RecordSource } from '@kinora/core/bulk'

/** Reads the rows of a CSV as its bytes come, whatever the delimiter and line ends. */
export interface CsvPort {
  /** Ends with `broken` where the rest is unreadable; throws `invalid` for what is no text at all. */
  records(chunks: AsyncIterable<Uint8Array>): RecordSource
}
