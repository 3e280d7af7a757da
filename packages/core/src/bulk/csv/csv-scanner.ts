/** More than a title's longest description with everything else. */
export const MAX_RECORD = 262_144

const QUOTE = 34
const FEED = 10
const CARRIAGE = 13

export type ScanFailure = 'quote' | 'size'

export interface Scanner {
  /** Takes more text and hands over every record that is whole by now. */
  push(text: string): string[][]
  /** Hands over what stands at the end without a line end. */
  end(): string[][]
  /** Why nothing further can be read. */
  failure(): ScanFailure | undefined
}

/**
 * RFC 4180 with what spreadsheets make of it: any of the three line ends, quotes inside plain cells, cells of several
 * lines. Lines without a quote, nearly all, are cut by the engine's own string functions.
 */
export function createScanner(delimiter: string): Scanner {
  const code = delimiter.charCodeAt(0)
  let text = ''
  let failure: ScanFailure | undefined

  const scan = (last: boolean): string[][] => {
    const records: string[][] = []
    const marks = createMarks(text)
    let at = 0
    while (at < text.length && failure === undefined) {
      const end = marks.lineEnd(at)
      const record =
        marks.quote(at) < end
          ? readQuoted(text, at, { code, last })
          : readPlain(text, at, { delimiter, end, last })
      if (record === undefined) break
      records.push(record.cells)
      at = record.next
    }
    text = text.slice(at)
    if (text.length > MAX_RECORD) failure = 'size'
    else if (last && text !== '') failure = 'quote'
    return records
  }

  return {
    failure: () => failure,
    push(more) {
      if (failure !== undefined) return []
      text = text === '' ? more : text + more
      return scan(false)
    },
    end: () => (failure === undefined ? scan(true) : []),
  }
}

/** Where the next line end and the next quote are; each place is looked for once, however many lines ask. */
function createMarks(text: string) {
  const next = (mark: string) => {
    let found = -1
    return (from: number): number => {
      if (found < from) {
        found = text.indexOf(mark, from)
        if (found < 0) found = text.length
      }
      return found
    }
  }
  const feed = next('\n')
  const carriage = next('\r')
  return { quote: next('"'), lineEnd: (from: number) => Math.min(feed(from), carriage(from)) }
}

interface Read {
  cells: string[]
  next: number
}

/** Undefined where the line isn't whole yet; a carriage return at the end may be half a line end. */
function readPlain(
  text: string,
  at: number,
  { delimiter, end, last }: { delimiter: string; end: number; last: boolean },
): Read | undefined {
  const next = afterLineEnd(text, end, last)
  if (next === undefined) return undefined
  return { cells: text.slice(at, end).split(delimiter), next }
}

function readQuoted(
  text: string,
  at: number,
  { code, last }: { code: number; last: boolean },
): Read | undefined {
  const cells: string[] = []
  for (let start = at; ; ) {
    const quoted = text.charCodeAt(start) === QUOTE ? readQuotedCell(text, start, { code, last }) : undefined
    if (quoted === 'open') return undefined
    const end = quoted?.end ?? endOfPlain(text, start, code)
    cells.push(quoted?.cell ?? text.slice(start, end))
    if (text.charCodeAt(end) === code) {
      start = end + 1
      continue
    }
    const next = afterLineEnd(text, end, last)
    return next === undefined ? undefined : { cells, next }
  }
}

/** `open` where the closing quote isn't there yet; undefined where the quotes are part of a plain cell. */
function readQuotedCell(
  text: string,
  start: number,
  { code, last }: { code: number; last: boolean },
): { cell: string; end: number } | 'open' | undefined {
  let doubled = false
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0 || (quote + 1 === text.length && !last)) return 'open'
    if (text.charCodeAt(quote + 1) === QUOTE) {
      doubled = true
      from = quote + 2
      continue
    }
    const end = quote + 1
    if (end < text.length && !endsCell(text.charCodeAt(end), code)) return undefined
    const inside = text.slice(start + 1, quote)
    return { cell: doubled ? inside.replaceAll('""', '"') : inside, end }
  }
}

const endsCell = (mark: number, delimiter: number): boolean =>
  mark === delimiter || mark === FEED || mark === CARRIAGE

function endOfPlain(text: string, start: number, delimiter: number): number {
  let end = start
  while (end < text.length && !endsCell(text.charCodeAt(end), delimiter)) end++
  return end
}

/** The place behind the line end at `end`; undefined where more text has to come before that is known. */
function afterLineEnd(text: string, end: number, last: boolean): number | undefined {
  if (end >= text.length) return last ? text.length : undefined
  if (text.charCodeAt(end) === FEED) return end + 1
  if (end + 1 < text.length) return text.charCodeAt(end + 1) === FEED ? end + 2 : end + 1
  return last ? end + 1 : undefined
}
