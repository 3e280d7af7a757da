import { Readable } from 'node:stream'
import {
  type CsvDialect,
  csvOptions,
  decodeText,
  type RecordEvent,
  readDialect,
  toBroken,
} from '@kinora/core/bulk'
import { CsvError, parse } from 'csv-parse'
import type { CsvPort } from '../ports/csv.ts'

/** Rows handed over together. */
const PORTION = 500

/** CSV read by csv-parse. */
export const csvParse: CsvPort = { records }

async function* records(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RecordEvent> {
  const texts = decodeText(chunks)
  const dialect = readDialect((await texts.next()).value ?? '')
  let { first } = dialect
  let rows: string[][] = []
  try {
    for await (const row of parsed(dialect, texts)) {
      if (rows.push(row) < PORTION) continue
      yield { kind: 'records', first, records: rows }
      first += rows.length
      rows = []
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (rows.length > 0) yield { kind: 'records', first, records: rows }
    yield toBroken(error.code, first + rows.length)
    return
  }
  if (rows.length > 0) yield { kind: 'records', first, records: rows }
}

function parsed({ text, delimiter }: CsvDialect, rest: AsyncIterable<string>): AsyncIterable<string[]> {
  const parser = parse(csvOptions(delimiter))
  const source = Readable.from(joined(text, rest))
  source.on('error', error => parser.destroy(error))
  return source.pipe(parser)
}

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}
