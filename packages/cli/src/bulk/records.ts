import { type Delimiter, decodeText, detectDelimiter, type RecordEvent } from '@kinora/core/bulk'
import { type CsvError, parse } from 'csv-parse'

/** More than a title's longest description with everything else. */
const MAX_RECORD = 262_144

/**
 * Cells by row, in batches as the bytes come, whatever the delimiter and line ends. `first` is the number of the
 * first row of a batch as a spreadsheet counts. After something unreadable the rest is given up.
 */
export async function* readRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RecordEvent> {
  const { head, rest } = await readHead(decodeText(chunks))
  const marked = /^sep=([,;\t])\r?\n/i.exec(head)
  const start = marked === null ? head : head.slice(marked[0].length)
  const delimiter = (marked?.[1] as Delimiter | undefined) ?? detectDelimiter(firstLine(start))
  const source = createParser(delimiter)
  let next = marked === null ? 1 : 2
  let text: string | undefined = start
  while (text !== undefined) {
    await source.write(text)
    const records = source.take()
    if (records.length > 0) yield { kind: 'records', first: next, records }
    next += records.length
    if (source.failure() !== undefined) break
    const step: IteratorResult<string> = await rest.next()
    text = step.done ? undefined : step.value
  }
  if (source.failure() === undefined) await source.end()
  const records = source.take()
  if (records.length > 0) yield { kind: 'records', first: next, records }
  const failure = source.failure()
  if (failure !== undefined) yield toBroken(failure, next + records.length)
}

/** csv-parse with its rows handed over at once: `on_record` keeps them out of the stream's queue. */
function createParser(delimiter: Delimiter) {
  let records: string[][] = []
  let failure: CsvError | undefined
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD,
    on_record: (record: string[]) => {
      records.push(record)
      return null
    },
  })
  parser.on('error', error => {
    failure ??= error as CsvError
  })
  parser.resume()
  return {
    failure: () => failure,
    take() {
      const taken = records
      records = []
      return taken
    },
    write: (text: string) => new Promise<void>(done => parser.write(text, () => done())),
    end: () =>
      new Promise<void>(done => {
        parser.once('close', () => done())
        parser.end()
      }),
  }
}

/** Enough text to see the whole first line. */
async function readHead(
  texts: AsyncIterable<string>,
): Promise<{ head: string; rest: AsyncIterator<string> }> {
  const rest = texts[Symbol.asyncIterator]()
  let head = ''
  while (!/[^\r\n](?:\n|\r[\s\S])/.test(head) && head.length < 65_536) {
    const step = await rest.next()
    if (step.done) break
    head += step.value
  }
  return { head, rest }
}

const firstLine = (text: string): string => /^[\r\n]*([^\r\n]*)/.exec(text)?.[1] ?? ''

function toBroken(failure: CsvError, row: number): RecordEvent {
  const code =
    failure.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'bulk.csvQuote'
      : failure.code === 'CSV_MAX_RECORD_SIZE'
        ? 'bulk.csvRecordSize'
        : 'bulk.csvBroken'
  return { kind: 'broken', row, code }
}
