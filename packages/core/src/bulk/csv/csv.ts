import type { RecordEvent } from '../run/ports.ts'
import { createScanner, MAX_RECORD, type Scanner } from './csv-scanner.ts'
import { decodeText } from './decode.ts'
import { type Delimiter, detectDelimiter } from './header.ts'

/**
 * The records of a CSV file in batches as its bytes come, whatever its encoding, delimiter and line ends. After
 * something unreadable the rest is given up. Throws `invalid` where the bytes aren't text.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RecordEvent> {
  const { head, rest } = await readHead(decodeText(chunks))
  const marked = /^sep=([,;\t])\r?\n/i.exec(head)
  const start = marked === null ? head : head.slice(marked[0].length)
  const scanner = createScanner((marked?.[1] as Delimiter | undefined) ?? detectDelimiter(firstLine(start)))
  let first = marked === null ? 1 : 2
  const batch = (records: string[][]): RecordEvent => {
    const event: RecordEvent = { kind: 'records', first, records }
    first += records.length
    return event
  }
  for (let text: string | undefined = start; text !== undefined; ) {
    const records = scanner.push(text)
    if (records.length > 0) yield batch(records)
    if (scanner.failure() !== undefined) break
    const step: IteratorResult<string> = await rest.next()
    text = step.done ? undefined : step.value
  }
  const records = scanner.end()
  if (records.length > 0) yield batch(records)
  const broken = toBroken(scanner, first)
  if (broken !== undefined) yield broken
}

function toBroken(scanner: Scanner, row: number): RecordEvent | undefined {
  const failure = scanner.failure()
  if (failure === undefined) return undefined
  return { kind: 'broken', row, code: failure === 'size' ? 'bulk.csvRecordSize' : 'bulk.csvQuote' }
}

/** Enough text to see the whole first line. */
async function readHead(
  texts: AsyncIterable<string>,
): Promise<{ head: string; rest: AsyncIterator<string> }> {
  const rest = texts[Symbol.asyncIterator]()
  let head = ''
  while (!/[^\r\n](?:\n|\r[\s\S])/.test(head) && head.length < MAX_RECORD) {
    const step = await rest.next()
    if (step.done) break
    head += step.value
  }
  return { head, rest }
}

const firstLine = (text: string): string => /^[\r\n]*([^\r\n]*)/.exec(text)?.[1] ?? ''
