import { type Issue, KinoraError } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { PLAYBACK_RECORD_MAX, PlaybackRecord } from './schema.ts'

/** One record of a file, or what is wrong with it; the line is the one on which it begins, from 1. */
export type PlaybackRead = { line: number } & ({ record: PlaybackRecord } | { issue: Issue })

export interface PlaybackReader {
  /** Takes the next piece of the text; returns the records that are whole now. */
  push(text: string): PlaybackRead[]
  /** The text is over; returns what was left. */
  end(): PlaybackRead[]
}

/**
 * C-119: reads an array of records, or one record a line, and holds no more than one of them. A bad record doesn't end it (C-132);
 * a file that is neither, or an array that isn't closed, throws (VAL-18).
 */
export function createPlaybackReader(): PlaybackReader {
  let layout: Layout | undefined
  let line = 1
  return {
    push(text) {
      const found: PlaybackRead[] = []
      let at = 0
      while (at < text.length) {
        if (layout === undefined) {
          const character = text[at]!
          if (character === '[') layout = createArray()
          else if (character === '{') layout = createLines()
          else if (!isSpace(character)) throw invalid()
          // The brace belongs to the first line.
          if (character !== '{') at += 1
          if (character === '\n') line += 1
          continue
        }
        const { to, read } = layout.take(text, at, line)
        if (read !== undefined) found.push(read)
        for (let next = text.indexOf('\n', at); next >= 0 && next < to; next = text.indexOf('\n', next + 1))
          line += 1
        at = to
      }
      return found
    },
    end() {
      if (layout === undefined) throw invalid()
      return layout.end(line)
    },
  }
}

/** How a file is laid out. `take` goes on from a place, at least one character, up to the end of a record if it comes to it. */
interface Layout {
  take(text: string, at: number, line: number): { to: number; read?: PlaybackRead | undefined }
  end(line: number): PlaybackRead[]
}

const isSpace = (character: string): boolean => /\s|\uFEFF/.test(character)
const invalid = () =>
  new KinoraError('invalid', { issues: [{ path: 'file', code: 'validation.fileFormat' }] })

/** The text of one record; of one that is too long only that. */
function createRecordBuffer() {
  let text = ''
  let length = 0
  return {
    add(piece: string) {
      length += piece.length
      if (length <= PLAYBACK_RECORD_MAX) text += piece
    },
    take(line: number): PlaybackRead | undefined {
      const read = length > PLAYBACK_RECORD_MAX ? tooLong(line) : toRecord(text.trim(), line)
      text = ''
      length = 0
      return read
    },
  }
}

function createLines(): Layout {
  const buffer = createRecordBuffer()
  return {
    take(text, at, line) {
      const end = text.indexOf('\n', at)
      buffer.add(text.slice(at, end < 0 ? text.length : end))
      return end < 0 ? { to: text.length } : { to: end + 1, read: buffer.take(line) }
    },
    end(line) {
      const read = buffer.take(line)
      return read === undefined ? [] : [read]
    },
  }
}

function createArray(): Layout {
  const buffer = createRecordBuffer()
  /** What may come between two records. */
  let wants: 'first' | 'record' | 'comma' | 'nothing' = 'first'
  let depth = 0
  let begun = 1
  let isQuoted = false
  let isEscaped = false

  const between = (character: string, line: number) => {
    if (isSpace(character)) return
    if (character === ']' && (wants === 'first' || wants === 'comma')) wants = 'nothing'
    else if (character === ',' && wants === 'comma') wants = 'record'
    else if (character === '{' && (wants === 'first' || wants === 'record')) {
      depth = 1
      begun = line
      buffer.add(character)
    } else throw invalid()
  }
  /** A sign that counts: a quote, or a bracket outside of quotes. */
  const sign = (character: string) => {
    if (character === '"') isQuoted = !isQuoted
    else if (character === '\\') isEscaped = isQuoted
    else if (!isQuoted) depth += character === '{' || character === '[' ? 1 : -1
  }
  const signs = /["\\{}[\]]/g
  const quoted = /["\\]/g
  return {
    take(text, at, line) {
      if (depth === 0) {
        between(text[at]!, line)
        return { to: at + 1 }
      }
      if (isEscaped) {
        isEscaped = false
        buffer.add(text[at]!)
        return { to: at + 1 }
      }
      const pattern = isQuoted ? quoted : signs
      pattern.lastIndex = at
      const found = pattern.exec(text)
      const to = found === null ? text.length : found.index + 1
      buffer.add(text.slice(at, to))
      if (found !== null) sign(found[0])
      if (depth > 0) return { to }
      wants = 'comma'
      return { to, read: buffer.take(begun) }
    },
    end() {
      if (wants !== 'nothing') throw invalid()
      return []
    },
  }
}

const tooLong = (line: number): PlaybackRead => ({
  line,
  issue: { path: '', code: 'playback.recordTooLong', params: { max: PLAYBACK_RECORD_MAX } },
})

/** A blank line is no record. */
function toRecord(text: string, line: number): PlaybackRead | undefined {
  if (text === '') return undefined
  try {
    const value = JSON.parse(text) as unknown
    const [issue] = checkWith(PlaybackRecord, value)
    return issue === undefined ? { line, record: PlaybackRecord.parse(value) } : { line, issue }
  } catch {
    return { line, issue: { path: '', code: 'playback.noRecord' } }
  }
}
