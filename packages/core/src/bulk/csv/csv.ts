import { type CsvError, parse } from '#csv-parse'
import { type Issue, KinoraError } from '../../kernel/errors.ts'
import type { RecordEvent } from '../run/ports.ts'
import { type Delimiter, detectDelimiter } from './header.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/**
 * Bytes of a catalogue as text: UTF-8 or UTF-16 with or without byte order mark. Anything else is refused, never
 * guessed. The memory of a chunk may be used again as soon as the next is asked for.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let head: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield decode(decoder, chunk, true)
      continue
    }
    head = joined(head, chunk)
    if (head.length < 4) continue
    decoder = decoderOf(head)
    yield decode(decoder, head, true)
  }
  if (decoder === undefined) {
    if (head.length === 0) return
    decoder = decoderOf(head)
    yield decode(decoder, head, true)
  }
  yield decode(decoder, new Uint8Array(), false)
}

function decoderOf(head: Uint8Array): TextDecoder {
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4)
    throw refusal('bulk.csvWorkbook')
  return new TextDecoder(encodingOf(head), { fatal: true })
}

/** Spreadsheets write a mark; without one, a zero beside the header's first letter gives UTF-16 away. */
function encodingOf(head: Uint8Array): Encoding {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] !== 0 && head[1] === 0)) return 'utf-16le'
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] !== 0)) return 'utf-16be'
  return 'utf-8'
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch (cause) {
    throw refusal('bulk.csvEncoding', cause)
  }
}

function refusal(code: Issue['code'], cause?: unknown): KinoraError {
  return new KinoraError('invalid', { issues: [{ path: '', code }], cause })
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length)
  whole.set(a)
  whole.set(b, a.length)
  return whole
}

/** More than a title's longest description with everything else. */
const MAX_RECORD = 262_144
/** Rows with more or fewer cells than the first; csv-parse makes an error of each, which costs 40 µs. */
const MAX_IRREGULAR = 50_000
/** Characters that are parsed at once, so that what is given up is given up soon. */
const SLICE = 16_384

/**
 * The records of a CSV file in batches as its bytes come, whatever its encoding, delimiter and line ends. After
 * something unreadable the rest is given up. Throws `invalid` where the bytes aren't text. `names` are those of its columns,
 * unless it is a catalogue of titles.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  names?: readonly string[],
): AsyncGenerator<RecordEvent> {
  const texts = decodeText(chunks)
  try {
    yield* readTexts(texts, names)
  } finally {
    // Whoever stops reading leaves the source closed.
    await texts.return(undefined)
  }
}

async function* readTexts(
  texts: AsyncIterator<string>,
  names: readonly string[] | undefined,
): AsyncGenerator<RecordEvent> {
  const head = await readHead(texts)
  const marked = /^sep=([,;\t])\r?\n/i.exec(head)
  const start = marked === null ? head : head.slice(marked[0].length)
  const delimiter = marked?.[1] as Delimiter | undefined
  const parser = createParser(delimiter ?? detectDelimiter(firstLine(start), names))
  let first = marked === null ? 1 : 2
  const take = function* (): Generator<RecordEvent> {
    const records = parser.take()
    if (records.length > 0) yield { kind: 'records', first, records }
    first += records.length
  }
  for (let text: string | undefined = start; text !== undefined && parser.failure() === undefined; ) {
    for (const slice of slicesOf(text)) {
      if (parser.failure() !== undefined) break
      parser.write(slice)
      yield* take()
    }
    const step: IteratorResult<string> = await texts.next()
    text = step.done ? undefined : step.value
  }
  await parser.end()
  yield* take()
  const failure = parser.failure()
  if (failure !== undefined) yield { kind: 'broken', row: first, code: codeOf(failure) }
}

/**
 * csv-parse as spreadsheets need it: any of the three line ends, also mixed, quotes inside plain cells, rows of any length.
 * It hands records over while it is written to.
 */
function createParser(delimiter: Delimiter) {
  let records: string[][] = []
  let failure: Failure | undefined
  let width: number | undefined
  let irregular = 0
  const count = (record: string[]): void => {
    width ??= record.length
    if (record.length !== width && ++irregular > MAX_IRREGULAR) failure = 'irregular'
    else records.push(record)
  }
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD,
    on_record: count,
  })
  const ended = new Promise<void>(resolve => {
    parser.once('finish', resolve)
    parser.once('error', error => {
      failure = error
      resolve()
    })
  })
  return {
    write: (text: string) => void parser.write(text),
    failure: () => failure,
    take() {
      const taken = records
      records = []
      return taken
    },
    async end() {
      if (failure === 'irregular') return
      if (failure === undefined) parser.end()
      await ended
    },
  }
}

type Failure = CsvError | 'irregular'

function codeOf(failure: Failure): Extract<RecordEvent, { kind: 'broken' }>['code'] {
  if (failure === 'irregular') return 'bulk.csvIrregular'
  const { code } = failure
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'bulk.csvQuote'
  return code === 'CSV_MAX_RECORD_SIZE' ? 'bulk.csvRecordSize' : 'bulk.csvBroken'
}

/** No pair of surrogates is cut. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const isPair = /[\ud800-\udbff]/.test(text.charAt(at + SLICE - 1))
    const end = at + SLICE + (isPair ? 1 : 0)
    yield text.slice(at, end)
    at = end
  }
}

/** Enough text to see the whole first line. */
async function readHead(texts: AsyncIterator<string>): Promise<string> {
  let head = ''
  while (!/[^\r\n](?:\n|\r[\s\S])/.test(head) && head.length < MAX_RECORD) {
    const step = await texts.next()
    if (step.done) break
    head += step.value
  }
  return head
}

const firstLine = (text: string): string => /^[\r\n]*([^\r\n]*)/.exec(text)?.[1] ?? ''
