import { en, isKinoraError, KinoraError } from '@kinora/core'

/**
 * A part of a form as it comes over the line. Its bytes must be taken before the next part is asked for, what is left of
 * them is dropped then; each piece is good until the next one is asked for.
 */
export interface FormPart {
  name: string
  /** Undefined for a plain field. */
  fileName: string | undefined
  contentType: string
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>
}

const MAX_HEADER = 16_384
const lineEnd = ascii('\r\n')
const headerEnd = ascii('\r\n\r\n')

/** Reads multipart/form-data without holding more than the piece that has just come. Throws `invalid` for what is none. */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<FormPart, void, undefined> {
  const source = createSource(body, createFinder(ascii(`\r\n--${boundaryOf(contentType)}`)))
  for await (const _ of source.untilBoundary());
  while (await source.hasNext()) {
    const header = await source.header()
    const pieces = unending(source.untilBoundary())
    yield { ...header, pieces }
    for await (const _ of pieces);
  }
  await source.end()
}

/** A reader that stops halfway leaves the rest to be drained later. */
function unending<T>(generator: AsyncGenerator<T, void, undefined>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => ({ next: () => generator.next() }) }
}

/** The bytes that have come and were not yet handed on. The first boundary has no line before it, so one is put there. */
function createSource(body: AsyncIterable<Uint8Array>, boundary: Finder) {
  const incoming = body[Symbol.asyncIterator]()
  let held: Uint8Array<ArrayBuffer> = lineEnd
  const more = async (): Promise<void> => {
    held = held.slice()
    const { done, value } = await incoming.next().catch((cause: unknown) => {
      throw isKinoraError(cause) ? cause : noForm(cause)
    })
    if (done) throw noForm(new Error('the form ended before its last boundary'))
    held = held.byteLength === 0 ? (value as Uint8Array<ArrayBuffer>) : join(held, value)
  }
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  /** What stands before an end; the end itself is left. */
  const until = async (end: Uint8Array): Promise<string> => {
    for (;;) {
      const at = indexOf(held, end)
      if (at > MAX_HEADER || (at < 0 && held.byteLength > MAX_HEADER)) throw noForm()
      if (at >= 0) return new TextDecoder().decode(take(at))
      await more()
    }
  }
  return {
    /** After a boundary: two hyphens end the form, the end of the line begins a part. */
    async hasNext(): Promise<boolean> {
      while (held.byteLength < 2) await more()
      if (held[0] === HYPHEN && held[1] === HYPHEN) return false
      await until(lineEnd)
      return true
    },
    async header() {
      const header = parseHeader(await until(headerEnd))
      take(headerEnd.byteLength)
      return header
    },
    /** What may stand behind the last boundary means nothing. */
    async end(): Promise<void> {
      for (let next = await incoming.next(); !next.done; next = await incoming.next());
    },
    async *untilBoundary(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
      for (;;) {
        const { at, isWhole } = boundary.find(held)
        if (at > 0) yield take(at)
        if (isWhole) {
          take(boundary.length)
          return
        }
        await more()
      }
    },
  }
}

const HYPHEN = 45
const CARRIAGE_RETURN = 13

type Finder = ReturnType<typeof createFinder>

/**
 * Finds a boundary, or where one may begin at the end (Boyer, Moore, Horspool: it leaps by the boundary's length, so
 * that a chunk costs a fraction of a millisecond). A boundary has one carriage return, its first byte.
 */
function createFinder(needle: Uint8Array) {
  const { length } = needle
  const leaps = new Uint8Array(256).fill(Math.min(length, 255))
  for (let at = 0; at < length - 1; at++) leaps[needle[at]!] = Math.min(length - 1 - at, 255)
  const last = needle[length - 1]!
  const matches = (bytes: Uint8Array, start: number, count: number): boolean => {
    for (let at = 0; at < count; at++) if (bytes[start + at] !== needle[at]) return false
    return true
  }
  return {
    length,
    find(bytes: Uint8Array): { at: number; isWhole: boolean } {
      for (let end = length - 1; end < bytes.byteLength; end += leaps[bytes[end]!]!) {
        const start = end - length + 1
        if (bytes[end] === last && matches(bytes, start, length)) return { at: start, isWhole: true }
      }
      const start = bytes.lastIndexOf(CARRIAGE_RETURN)
      const left = bytes.byteLength - start
      const mayBegin = start >= 0 && left < length && matches(bytes, start, left)
      return { at: mayBegin ? start : bytes.byteLength, isWhole: false }
    },
  }
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at
  }
  return -1
}

function parseHeader(header: string): Omit<FormPart, 'pieces'> {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(header)?.[1] ?? ''
  const name = /(?:^|;)\s*name="([^"]*)"/i.exec(disposition)?.[1]
  if (name === undefined) throw noForm()
  const fileName = /(?:^|;)\s*filename="([^"]*)"/i.exec(disposition)?.[1]
  const contentType = /^content-type:(.*)$/im.exec(header)?.[1]?.trim() ?? ''
  return {
    name: toName(name),
    fileName: fileName === undefined ? undefined : toName(fileName),
    contentType,
  }
}

/** How browsers write these characters in names. */
const toName = (text: string): string =>
  text.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"')

function boundaryOf(contentType: string): string {
  const found = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(
    contentType,
  )
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) throw noForm()
  return boundary
}

/** What a body is refused with that is no form, or ends before its last boundary. */
export const noForm = (cause?: unknown) => new KinoraError('invalid', { cause, detail: en['body.form'] })

function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, character => character.charCodeAt(0))
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.byteLength + other.byteLength)
  all.set(one)
  all.set(other, one.byteLength)
  return all
}
