import { Readable } from 'node:stream'
import { type Delimiter, decodeText, detectDelimiter, type RecordEvent } from '@kinora/core/bulk'
import { CsvError, parse } from 'csv-parse'
import type { CsvPort } from '../ports/csv.ts'

/** More than a title's longest description with everything else. */
const MAX_RECORD = 262_144
/** Rows handed over together. */
const PORTION = 500

/** CSV read by csv-parse. */
export const csvParse: CsvPort = { records }

async function* records(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RecordEvent> {
  const texts = decodeText(chunks)
  const head = (await texts.next()).value ?? ''
  const marked = /^sep=([,;\t])\r?\n/i.exec(head)
  const start = marked === null ? head : head.slice(marked[0].length)
  const delimiter = (marked?.[1] as Delimiter | undefined) ?? detectDelimiter(firstLine(start))
  let first = marked === null ? 1 : 2
  let rows: string[][] = []
  try {
    for await (const row of parsed(start, texts, delimiter)) {
      if (rows.push(row) < PORTION) continue
      yield { kind: 'records', first, records: rows }
      first += rows.length
      rows = []
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (rows.length > 0) yield { kind: 'records', first, records: rows }
    yield { kind: 'broken', row: first + rows.length, code: codeOf(error) }
    return
  }
  if (rows.length > 0) yield { kind: 'records', first, records: rows }
}

function parsed(start: string, rest: AsyncIterable<string>, delimiter: Delimiter): AsyncIterable<string[]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD,
  })
  async function* whole() {
    yield start
    yield* rest
  }
  const source = Readable.from(whole())
  source.on('error', error => parser.destroy(error))
  return source.pipe(parser)
}

const firstLine = (text: string): string => /^[\r\n]*([^\r\n]*)/.exec(text)?.[1] ?? ''

function codeOf({ code }: CsvError): Extract<RecordEvent, { kind: 'broken' }>['code'] {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'bulk.csvQuote'
  return code === 'CSV_MAX_RECORD_SIZE' ? 'bulk.csvRecordSize' : 'bulk.csvBroken'
}
