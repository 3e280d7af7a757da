import { type Cue, toSeconds } from './cue.ts'
import { toCueText } from './edit.ts'
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
