import { type Delimiter, detectDelimiter } from './header.ts'
import type { RecordEvent } from './ports.ts'

/** More than a title's longest description with everything else. */
const MAX_RECORD = 262_144

export interface CsvDialect {
  /** The text without a leading `sep=` line. */
  text: string
  /** Number of its first row as a spreadsheet counts. */
  first: number
  delimiter: Delimiter
}

/** How a CSV is written, as its beginning shows: spreadsheets may say the delimiter in a line of its own. */
export function readDialect(head: string): CsvDialect {
  const marked = /^sep=([,;\t])\r?\n/i.exec(head)
  const text = marked === null ? head : head.slice(marked[0].length)
  const line = /^[\r\n]*([^\r\n]*)/.exec(text)?.[1] ?? ''
  const delimiter = (marked?.[1] as Delimiter | undefined) ?? detectDelimiter(line)
  return { text, first: marked === null ? 1 : 2, delimiter }
}

/** The options of csv-parse, wherever it runs. */
export const csvOptions = (delimiter: Delimiter) => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MAX_RECORD,
})

/** What csv-parse could not read, as an event. */
export function toBroken(code: string, row: number): RecordEvent {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return { kind: 'broken', row, code: 'bulk.csvQuote' }
  return {
    kind: 'broken',
    row,
    code: code === 'CSV_MAX_RECORD_SIZE' ? 'bulk.csvRecordSize' : 'bulk.csvBroken',
  }
}
