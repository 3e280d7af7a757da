import { type Cue, toCueText, toSeconds } from './cue.ts'
import type { Reading } from './parse.ts'
import { vttProblem } from './problem.ts'

/** SubRip, YouTube's SBV, and the Timed Text Markup Language: read here, stored as WebVTT. */
export type CaptionFormat = 'vtt' | 'srt' | 'sbv' | 'ttml'

/** By what people call them. */
export const formatNames: Readonly<Record<CaptionFormat, string>> = {
  vtt: 'WebVTT',
  srt: 'SubRip',
  sbv: 'SBV',
  ttml: 'TTML',
}

const time = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[,.](\d{1,3})`
const timing = new RegExp(String.raw`^\s*${time}\s*(?:-->|,)\s*${time}(?!\d)(.*)$`)
/** Meant as the times of a caption, whatever is wrong with it. */
const isTiming = /-->|^\s*\d+:\d[\d:.]*\s*,\s*\d+:\d[\d:.]*\s*$/
const isOtherArrow = new RegExp(String.raw`^\s*${time}[^\d:,.]{1,9}${time}(?:\s|$)`)
const isNumber = /^\s*\d+\s*$/

/** What a text is, whatever its name says. */
export function formatOf(text: string): CaptionFormat {
  const start = text.slice(0, 4096).trimStart()
  if (start.startsWith('WEBVTT')) return 'vtt'
  if (start.startsWith('<')) return /<(?:\w+:)?tt[\s>]/.test(start) ? 'ttml' : 'vtt'
  const [first = '', second = ''] = start.split(/\r\n|\n|\r/)
  if (isNumber.test(first) ? second.includes('-->') : /^\d+:[\d:]+,\d+\s*-->/.test(first)) return 'srt'
  return !first.includes('-->') && isTiming.test(first) ? 'sbv' : 'vtt'
}

/** SubRip and SBV: times, and text up to the next ones; a number above the times is dropped. */
export function readTimedText(lines: readonly string[], { add, problems }: Reading): void {
  let current: { cue: Cue; lines: string[] } | undefined
  let isLost = false
  const end = () => {
    if (current !== undefined) add({ ...current.cue, ...toVttText(current.lines) }, current.cue.line + 1)
    current = undefined
  }
  for (const [index, line] of lines.entries()) {
    const isNextNumber = isNumber.test(line) && isTiming.test(lines[index + 1] ?? '')
    const isBroken = isOtherArrow.test(line) && !isTiming.test(line)
    if (isTiming.test(line) || isBroken) {
      end()
      isLost = true
      const read = isBroken ? undefined : timing.exec(line)
      if (read) current = { cue: toCue(read, index + 1), lines: [] }
      else problems.push(vttProblem(isBroken ? 'webvtt.arrow' : 'webvtt.times', index + 1, line.trim()))
    } else if (isNextNumber) continue
    else if (current !== undefined) current.lines.push(line)
    else if (!isLost && line.trim() !== '') {
      isLost = true
      problems.push(vttProblem('webvtt.noTimes', index + 1, line.trim()))
    }
  }
  end()
}

function toCue(read: RegExpExecArray, line: number): Cue {
  const [start, end] = [read.slice(1, 5), read.slice(5, 9)].map(([hours, minutes, seconds, rest]) =>
    toSeconds(Number(hours ?? 0), Number(minutes), Number(seconds), Number(rest!.padEnd(3, '0'))),
  )
  return { id: '', start: start!, end: end!, settings: '', text: '', line }
}

/** SubRip's tags that WebVTT has stay; fonts and positions go, but for the top of the picture. */
function toVttText(lines: readonly string[]): Pick<Cue, 'text' | 'settings'> {
  const written = lines.join('\n').replaceAll('[br]', '\n')
  const text = written
    .replace(/\{\\[^{}\n]*\}/g, '')
    .replace(/<\/?(?:font|s|strike)(?:\s[^<>]*)?>/gi, '')
    .replace(/<(\/?)([biu])>/gi, (_, slash: string, name: string) => `<${slash}${name.toLowerCase()}>`)
  return { text: escapeText(text), settings: /\{\\an?[789]\}/.test(written) ? 'line:0' : '' }
}

/** As WebVTT writes it: what is no tag of b, i or u, and no reference, is the character itself. */
const escapeText = (text: string): string =>
  toCueText(text.replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;').replace(/<(?!\/?[biu]>)/g, '&lt;'))

interface Element {
  name: string
  start: number
  end: number | undefined
  /** Has times of its own. */
  hasTimes: boolean
  /** One of them can’t be read. */
  isWrong: boolean
  /** How many elements are open within the nearest `p`, itself included; 0 outside of any. */
  paragraph: number
}

/** Elements within each other; real captions have a dozen. */
const MAX_DEPTH = 200

/** TTML: `p`, or `span` where those have the times; times of `body` and `div` are added. */
export function readTtml(text: string, { add, problems }: Reading): void {
  let rates: Rates = { frames: 30, ticks: 1 }
  const open: Element[] = []
  let cue: { line: number; depth: number; element: Element; text: string } | undefined
  const close = () => {
    if (cue === undefined) return
    const { line, element, text: read } = cue
    cue = undefined
    const shown = read.replace(/[ \t\r\n]+/g, ' ').replace(/ ?\u2028 ?/g, '\n')
    if (shown.trim() === '') return
    if (element.isWrong || element.end === undefined)
      problems.push(vttProblem('webvtt.ttmlTimes', line, shown.trim()))
    else
      add(
        { id: '', start: element.start, end: element.end, settings: '', text: escapeAll(shown), line },
        line,
      )
  }
  for (const { line, tag, words } of partsOf(text)) {
    if (tag === undefined) {
      if (cue !== undefined) cue.text += words
      continue
    }
    const [, slash, name = '', attributes = '', isEmpty] =
      /^(\/?)(?:[\w.-]+:)?([\w.-]+)(.*?)(\/?)$/s.exec(tag) ?? []
    if (slash === '/') {
      const isEnd = cue?.depth === open.length
      if (isEnd) close()
      open.pop()
      const depth = isEnd ? (open.at(-1)?.paragraph ?? 0) : 0
      if (depth > 0) cue = { line, depth, element: open[depth - 1]!, text: '' }
    } else if (name === 'br') {
      if (cue !== undefined) cue.text += '\u2028'
    } else {
      if (name === 'tt') rates = toRates(attributes)
      const element = toElement({ name, written: attributes, rates }, open)
      if (isEmpty !== '/') open.push(element)
      if (open.length > MAX_DEPTH) {
        problems.push(vttProblem('webvtt.ttmlBroken', line))
        return
      }
      const isOwn = name === 'span' && element.hasTimes && cue !== undefined && !cue.element.hasTimes
      if (isEmpty !== '/' && (name === 'p' || isOwn)) {
        close()
        cue = { line, depth: open.length, element, text: '' }
      }
    }
  }
  close()
  // Cut off: what follows is missing.
  if (open.length > 0) problems.push(vttProblem('webvtt.ttmlBroken', text.split('\n').length))
}

interface Part {
  line: number
  /** What stands between `<` and `>`; left out for words. */
  tag?: string
  words: string
}

/** A text in tags and what stands between them, in one pass; a part without its end is left out. */
function* partsOf(text: string): Generator<Part> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const words = text.slice(at, next < 0 ? undefined : next)
    if (words !== '') yield { line, words: decode(words) }
    if (next < 0) return
    line += words.split('\n').length - 1
    const ending = text.startsWith('<!--', next) ? '-->' : text.startsWith('<![CDATA[', next) ? ']]>' : '>'
    const end = text.indexOf(ending, next)
    if (end < 0) return
    const inside = text.slice(next + 1, end)
    if (ending === ']]>') yield { line, words: inside.slice('![CDATA['.length) }
    else if (ending === '>' && !/^[?!]/.test(inside)) yield { line, tag: inside, words: '' }
    line += inside.split('\n').length - 1
    at = end + ending.length
  }
}

interface Rates {
  frames: number
  ticks: number
}

function toRates(root: string): Rates {
  const frames = Number(attribute(root, 'frameRate') ?? 30)
  const [over = 1, under = 1] = attribute(root, 'frameRateMultiplier')?.split(/[ :]/).map(Number) ?? []
  return {
    frames: orElse((frames * over) / under, 30),
    ticks: orElse(Number(attribute(root, 'tickRate') ?? 1), 1),
  }
}

/** A rate that is none is the default. */
const orElse = (rate: number, usual: number): number => (Number.isFinite(rate) && rate > 0 ? rate : usual)

const attribute = (written: string, name: string): string | undefined =>
  new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(written)?.slice(1).find(Boolean)

function toElement(
  { name, written, rates }: { name: string; written: string; rates: Rates },
  open: readonly Element[],
): Element {
  const parent = open.at(-1)
  const [begin, until, during] = ['begin', 'end', 'dur'].map(each => attribute(written, each))
  const base = parent?.start ?? 0
  const seconds = (value: string | undefined) => (value === undefined ? undefined : ttmlTime(value, rates))
  const [from, to, length] = [seconds(begin), seconds(until), seconds(during)]
  const start = base + (from ?? 0)
  const end = to !== undefined ? base + to : length !== undefined ? start + length : parent?.end
  const isWrong = [
    [begin, from],
    [until, to],
    [during, length],
  ].some(([text, value]) => text !== undefined && value === undefined)
  const hasTimes = begin !== undefined || until !== undefined || during !== undefined
  const paragraph = name === 'p' ? open.length + 1 : (parent?.paragraph ?? 0)
  return { name, start, end, hasTimes, isWrong, paragraph }
}

/** Seconds of `00:00:05.5`, `00:00:05:12` (frames), `5.5s`, `500ms`, `90m`, `1h`, `12f` or `300t`. */
function ttmlTime(written: string, { frames, ticks }: Rates): number | undefined {
  const clock = /^(\d{2,}):(\d\d):(\d\d)(?:(\.\d+)|:(\d{2,}))?$/.exec(written.trim())
  if (clock !== null) {
    const [hours, minutes, seconds, part, frame] = clock.slice(1).map(each => Number(each ?? 0))
    return rounded(hours! * 3600 + minutes! * 60 + seconds! + part! + frame! / frames)
  }
  const offset = /^(\d+(?:\.\d+)?)(h|ms|m|s|f|t)$/.exec(written.trim())
  if (offset === null) return undefined
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frames, t: 1 / ticks }
  return rounded(Number(offset[1]) * units[offset[2] as keyof typeof units])
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : 0
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
    return references[name] ?? whole
  })

const escapeAll = (text: string): string =>
  toCueText(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
