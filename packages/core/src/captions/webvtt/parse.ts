import {
  type Block,
  type Cue,
  cuesOf,
  hasTimes,
  parseTimestamp,
  timestampPattern,
  type WebVtt,
} from './cue.ts'
import { type VttProblem, vttProblem } from './problem.ts'
import { type CaptionFormat, formatOf, readTimedText, readTtml } from './timed-text.ts'

const number = String.raw`\d+(?:\.\d+)?`
const percent = `(${number})%`

/** WebVTT's settings of a cue; what doesn't match is ignored by players. */
const settings = new Map([
  ['region', /^\S+$/],
  ['vertical', /^(?:rl|lr)$/],
  ['line', new RegExp(`^(?:-?${number}|${percent})(?:,(?:start|center|end))?$`)],
  ['position', new RegExp(`^${percent}(?:,(?:line-left|center|line-right))?$`)],
  ['size', new RegExp(`^${percent}$`)],
  ['align', /^(?:start|center|end|left|right)$/],
])

/** The settings among these that a player ignores. */
function ignoredSettings(text: string): string[] {
  return text.split(/[ \t\f]+/).filter(setting => setting !== '' && !isSetting(setting))
}

function isSetting(setting: string): boolean {
  const colon = setting.indexOf(':')
  const match = settings.get(setting.slice(0, colon))?.exec(setting.slice(colon + 1))
  return match != null && Number(match[1] ?? 0) <= 100
}

const tag = /^\/|^(?:(?:c|i|b|u|ruby|rt|v|lang)(?:[.\s].*)?|(?:\d+:)?\d\d:\d\d\.\d{3})?$/s

/** A "<" without its ">" takes words for a tag, which then aren't shown; a tag that WebVTT doesn't have isn't shown either. */
function* tagProblems(text: string, firstLine: number): Generator<VttProblem> {
  let line = firstLine
  for (const [whole, name, end] of text.matchAll(/\n|<([^<>]*)(>?)/g)) {
    const shown = whole.split('\n')[0]
    if (end === '') yield vttProblem('webvtt.tag', line, shown)
    else if (name !== undefined && !tag.test(name)) yield vttProblem('webvtt.unknownTag', line, shown)
    line += whole.split('\n').length - 1
  }
}

/** Cues of a file; an hour of speech has about 1,500. */
export const CUES_MAX = 20_000

export interface ParsedVtt extends WebVtt {
  /** What it was written in; all but `vtt` has to be written anew to be shown. */
  format: CaptionFormat
  /** In the order of their lines, the first `PROBLEMS_MAX` of them. */
  problems: VttProblem[]
}

const PROBLEMS_MAX = 100

/** What a reader of another format hands its captions and findings to. */
export interface Reading {
  problems: VttProblem[]
  /** `textLine` is the line where the text of the caption starts. */
  add(cue: Cue, textLine: number): void
}

/** Reads the bytes of a file, which WebVTT wants in UTF-8; SubRip, SBV and TTML are read as well. */
export function readWebVtt(bytes: Uint8Array): ParsedVtt {
  const text = new TextDecoder().decode(bytes)
  const format = formatOf(text)
  const read = format === 'vtt' ? parseWebVtt(text) : parseOther(text, format)
  const damaged = text.indexOf('\uFFFD')
  if (damaged < 0) return read
  const line = text.slice(0, damaged).split(/\r\n|\n|\r/).length
  return { ...read, problems: inOrder([vttProblem('webvtt.encoding', line), ...read.problems]) }
}

/** Reads a file as browsers do (W3C WebVTT, "file parsing"), and says of what they would drop or ignore in which line it stands. */
export function parseWebVtt(text: string): ParsedVtt {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\n|\r/)
  const problems: VttProblem[] = []
  const isSigned = /^WEBVTT(?:[ \t]|$)/.test(lines[0]!)
  if (!isSigned) problems.push(vttProblem('webvtt.signature', 1))
  const isHeader = isSigned || !hasArrow(lines[1]) ? !hasArrow(lines[0]) : false
  const reader: Reader = { lines, at: isHeader ? 1 : 0, problems, isAfterCue: false, lastStart: 0 }
  const header = isHeader ? [lines[0]!.slice('WEBVTT'.length).trim(), ...readHeader(reader)] : []
  const blocks: Block[] = []
  while (reader.at < lines.length) {
    if (lines[reader.at] === '') reader.at++
    else blocks.push(...readBlock(reader))
  }
  checkCount(blocks, lines.length, problems)
  const found = { format: 'vtt', problems: inOrder(problems) } as const
  if (!isSigned) return { header: '', blocks: [], ...found }
  return { header: header.filter(line => line !== '').join('\n'), blocks, ...found }
}

/** What isn't WebVTT, as the captions that it stands for; its problems are named by its own lines. */
function parseOther(written: string, format: Exclude<CaptionFormat, 'vtt'>): ParsedVtt {
  const text = written.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const problems: VttProblem[] = []
  const blocks: Block[] = []
  const reading: Reading = {
    problems,
    add(cue, textLine) {
      checkCue(cue, textLine, problems)
      blocks.push({ kind: 'cue', ...cue })
    },
  }
  const lines = text.split('\n')
  if (format === 'ttml') readTtml(text, reading)
  else readTimedText(lines, reading)
  checkCount(blocks, lines.length, problems)
  blocks.sort((a, b) => (a.kind === 'cue' && b.kind === 'cue' ? a.start - b.start : 0))
  return { header: '', format, blocks, problems: inOrder(problems) }
}

function checkCount(blocks: readonly Block[], lines: number, problems: VttProblem[]): void {
  const cues = cuesOf({ header: '', blocks: [...blocks] })
  if (cues.length === 0 && problems.length === 0) problems.push(vttProblem('webvtt.noCues', lines))
  if (cues.length > CUES_MAX) problems.push(vttProblem('webvtt.tooMany', cues[CUES_MAX]!.line))
}

const inOrder = (problems: readonly VttProblem[]): VttProblem[] =>
  problems.toSorted((a, b) => a.line - b.line).slice(0, PROBLEMS_MAX)

interface Reader {
  lines: readonly string[]
  /** Index of the line to be read next. */
  at: number
  problems: VttProblem[]
  isAfterCue: boolean
  lastStart: number
}

const ARROW = '-->'
const hasArrow = (line: string | undefined): boolean => line?.includes(ARROW) ?? false

/** Lines up to an empty one, or to the times of a cue that follows at once. */
function readLines(reader: Reader): string[] {
  const from = reader.at
  while (reader.lines[reader.at] && !hasArrow(reader.lines[reader.at])) reader.at++
  return reader.lines.slice(from, reader.at)
}

function readHeader(reader: Reader): string[] {
  const header = readLines(reader)
  if (hasArrow(reader.lines[reader.at])) reader.problems.push(vttProblem('webvtt.blankLine', reader.at + 1))
  return header
}

function readBlock(reader: Reader): Block[] {
  const { lines, at, problems } = reader
  const first = lines[at]!
  const isNamed = !hasArrow(first) && hasArrow(lines[at + 1])
  if (hasArrow(first) || isNamed) return readCue(reader, isNamed ? first : '')
  const text = readLines(reader).join('\n')
  const kind = kindOf(first)
  if (kind === undefined) {
    problems.push(withoutTimes(lines, at))
    return []
  }
  if (hasArrow(lines[reader.at])) problems.push(vttProblem('webvtt.blankLine', reader.at + 1))
  if (kind !== 'note' && reader.isAfterCue) problems.push(vttProblem('webvtt.style', at + 1, first))
  return [{ kind, text }]
}

/** Where a line has two times with another arrow between them, such as `->`, it is that line that is to be mended. */
function withoutTimes(lines: readonly string[], at: number): VttProblem {
  const wrong = [at, at + 1].find(index => hasTimes(lines[index] ?? ''))
  return wrong === undefined
    ? vttProblem('webvtt.noTimes', at + 1, lines[at])
    : vttProblem('webvtt.arrow', wrong + 1, lines[wrong])
}

function kindOf(line: string): 'note' | 'style' | 'region' | undefined {
  if (/^NOTE(?:[ \t]|$)/.test(line)) return 'note'
  if (/^STYLE[ \t\f]*$/.test(line)) return 'style'
  return /^REGION[ \t\f]*$/.test(line) ? 'region' : undefined
}

function readCue(reader: Reader, id: string): Block[] {
  const { lines, problems } = reader
  if (id !== '') reader.at++
  const line = reader.at + 1
  const times = readTimes(lines[reader.at++]!, line, problems)
  const textLine = reader.at + 1
  const text = readLines(reader).join('\n')
  if (hasArrow(lines[reader.at])) problems.push(vttProblem('webvtt.blankLine', reader.at + 1))
  if (times === undefined) return []
  const cue: Cue = { id, ...times, text, line }
  reader.isAfterCue = true
  checkCue(cue, textLine, problems)
  if (cue.start < reader.lastStart) problems.push(vttProblem('webvtt.order', line))
  reader.lastStart = Math.max(reader.lastStart, cue.start)
  return [{ kind: 'cue', ...cue }]
}

const timing = new RegExp(
  `^[ \\t\\f]*(?<start>${timestampPattern})[ \\t\\f]*-->[ \\t\\f]*(?<end>${timestampPattern})(?!\\d)(?<settings>.*)$`,
)

type Times = Pick<Cue, 'start' | 'end' | 'settings'>

function readTimes(written: string, line: number, problems: VttProblem[]): Times | undefined {
  const { start, end, settings } = timing.exec(written)?.groups ?? {}
  if (start !== undefined)
    return { start: parseTimestamp(start)!, end: parseTimestamp(end!)!, settings: settings!.trim() }
  const [before = '', after = ''] = written.split(ARROW).map(part => part.trim())
  const wrong = parseTimestamp(before) === undefined ? before : after.split(/[ \t]/)[0]!
  problems.push(vttProblem('webvtt.times', line, wrong))
  return undefined
}

function checkCue({ line, start, end, settings, text }: Cue, textLine: number, problems: VttProblem[]): void {
  if (end <= start) problems.push(vttProblem('webvtt.end', line))
  for (const setting of ignoredSettings(settings)) problems.push(vttProblem('webvtt.setting', line, setting))
  if (text.trim() === '') problems.push(vttProblem('webvtt.empty', line))
  for (const problem of tagProblems(text, textLine)) {
    if (problems.length >= PROBLEMS_MAX) return
    problems.push(problem)
  }
}
