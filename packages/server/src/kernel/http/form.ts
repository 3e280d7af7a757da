import { type Endpoint, KinoraError } from '@kinora/core'
import type { Context } from 'hono'
import { type FormPart, noForm, readParts } from './multipart.ts'
import { coerceText, fieldOf } from './shape.ts'

/** Parts of a form: a field comes once, and no call has nearly as many. */
const MAX_PARTS = 100
/** Characters of a part that isn't a file: more than any field of the contract takes. */
const MAX_TEXT = 65_536

/** A file that is still on its way: its bytes are taken as they come, once. */
export class StreamedFile extends Blob {
  readonly #pieces: AsyncIterable<Uint8Array<ArrayBuffer>>
  readonly #rest: AsyncIterable<unknown>
  readonly name: string

  /** `rest` is what follows the part in its form. */
  constructor({ pieces, contentType, fileName }: FormPart, rest: AsyncIterable<unknown>) {
    super([], { type: contentType })
    this.#pieces = pieces
    this.#rest = rest
    this.name = fileName ?? ''
  }

  /** Takes what nobody has taken of it and all that follows. */
  async drain(): Promise<void> {
    for await (const _ of this.#rest);
  }

  pieces(): AsyncIterable<Uint8Array<ArrayBuffer>> {
    return this.#pieces
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await gather(this.#pieces)).arrayBuffer()
  }
}

/**
 * The fields of a form as the endpoint's input. A file of a streamed endpoint is handed on before it has come, if every
 * other field has: nothing that counts can follow it then. Any other file is buffered whole.
 */
export async function readForm(
  endpoint: Endpoint,
  c: Context,
  maxSize: number,
): Promise<Record<string, unknown>> {
  const parts = readParts(bodyOf(c, maxSize), c.req.header('content-type') ?? '')
  const texts = new Map<string, string[]>()
  const files: Record<string, Blob> = {}
  const records = new Map<string, Map<string, string | Blob>>()
  const known = new Set(Object.keys(c.req.param()))
  let count = 0
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (++count > MAX_PARTS) throw new KinoraError('tooLarge')
    const part: FormPart = next.value
    const name = fieldOf(endpoint.input, part.name)?.name
    const member = name === undefined ? memberOf(endpoint, part.name) : undefined
    if (member !== undefined) {
      const record = records.get(member.field) ?? new Map()
      records.set(member.field, record)
      if (!record.has(member.name))
        record.set(member.name, part.fileName === undefined ? await textOf(part) : await fileOf(part))
    }
    if (name === undefined) continue
    known.add(name)
    if (part.fileName === undefined) {
      const values = texts.get(name) ?? []
      values.push(await textOf(part))
      texts.set(name, values)
    } else if (endpoint.streamed && Object.keys(endpoint.input.shape).every(field => known.has(field))) {
      return {
        ...toFields(endpoint, texts),
        ...files,
        [name]: new StreamedFile(part, parts),
      }
    } else {
      files[name] ??= await fileOf(part)
    }
  }
  return { ...toFields(endpoint, texts), ...files, ...toRecords(records) }
}

/** What a part with the prefix of a family belongs to; API-104: in whatever case the prefix is written. */
function memberOf({ families = {} }: Endpoint, part: string) {
  const found = Object.entries(families).find(([prefix]) => part.toLowerCase().startsWith(prefix))
  return found && { field: found[1], name: part.slice(found[0].length) }
}

const toRecords = (records: ReadonlyMap<string, ReadonlyMap<string, unknown>>) =>
  Object.fromEntries([...records].map(([field, members]) => [field, Object.fromEntries(members)]))

const fileOf = async ({ pieces, fileName = '', contentType: type }: FormPart): Promise<File> =>
  new File([await gather(pieces)], fileName, { type })

/** Drains what a handler left of a file, so that the connection can be used again (keep-alive). */
export async function drain(input: Record<string, unknown>): Promise<void> {
  try {
    for (const value of Object.values(input)) if (value instanceof StreamedFile) await value.drain()
  } catch {
    return
  }
}

function toFields(endpoint: Endpoint, texts: ReadonlyMap<string, string[]>): Record<string, unknown> {
  const entries = [...texts].flatMap(([name, values]) => {
    const value = coerceText(fieldOf(endpoint.input, name)!.schema, values)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

async function gather(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const all: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of pieces) all.push(piece.slice())
  return new Blob(all)
}

/** A field is usually one piece, which is good until the next one is asked for. */
async function textOf({ name, pieces }: FormPart): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > MAX_TEXT) throw tooLong(name)
  }
  return text + decoder.decode()
}

const tooLong = (path: string): KinoraError =>
  new KinoraError('invalid', {
    issues: [{ path, code: 'validation.tooLong', params: { max: MAX_TEXT } }],
  })

/** Asks piece by piece: leaving a loop over the body would break the connection before it is answered. */
async function* limited(body: AsyncIterable<Uint8Array>, maxSize: number): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]()
  let size = 0
  for (let next = await source.next(); !next.done; next = await source.next()) {
    size += next.value.byteLength
    if (size > maxSize) throw new KinoraError('tooLarge')
    yield next.value
  }
}

/** A length that was announced is held to by HTTP itself. */
function bodyOf(c: Context, maxSize: number): AsyncIterable<Uint8Array> {
  const length = c.req.header('content-length')
  if (length === undefined) return limited(rawBodyOf(c), maxSize)
  if (Number(length) > maxSize) throw new KinoraError('tooLarge')
  return rawBodyOf(c)
}

/** What an adapter hands on with a request: its body in another way than as a web stream, which costs three times as much. */
export interface Incoming {
  /** A piece is good until the next one is asked for. */
  pieces?(): AsyncIterable<Uint8Array>
}

function rawBodyOf(c: Context): AsyncIterable<Uint8Array> {
  const env = c.env as Incoming | undefined
  if (env?.pieces !== undefined) return env.pieces()
  const { body } = c.req.raw
  if (body === null) throw noForm()
  return body as unknown as AsyncIterable<Uint8Array>
}
