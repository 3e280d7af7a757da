import { type Issue, KinoraError } from '../../kernel/errors.ts'

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
