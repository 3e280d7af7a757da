import { fillText, type MessageParams, type Text } from '@kinora/core/kernel'

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const bidi = String.raw`\u2028\u2029\u202a-\u202e\u2066-\u2069`
const control = new RegExp(String.raw`[\p{Cc}${bidi}]+`, 'gu')
const eachControl = new RegExp(String.raw`[\p{Cc}${bidi}]`, 'gu')
/** Control characters but for line breaks and the start of a colour. */
const steering = new RegExp(String.raw`\u001b(?!\[[\d;]*m)|[^\P{Cc}\n\u001b]|[${bidi}]`, 'gu')

/** Text as one line that can't steer the terminal: control characters become a space. */
export function toLine(text: string): string {
  return text.replace(control, ' ')
}

/** Text in which each sign that could steer the terminal is as the caller writes it. */
export const escapeControl = (text: string, write: (sign: string) => string): string =>
  text.replace(eachControl, write)

/** A sentence with values from anywhere in it: none of them can steer the terminal. */
export const safe = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: parts }, ...values.map(value => toLine(String(value))))

/** The same of a sentence that counts something: its form by `count`, large numbers with their commas. */
export function say(words: Text, values: MessageParams = {}): string {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? toLine(value) : value,
  ])
  return fillText(words, Object.fromEntries(shown))
}

/** What is written to a terminal: line breaks and colours stay, everything else that steers it becomes a space. */
export const toTerminal = (text: string): string => text.replace(steering, ' ')

/** A remark or a result as it goes out (decision 0100): colours stay, and no value in it begins a line of its own. */
export const toMessage = (text: string): string => toTerminal(text).replaceAll('\n', ' ')

const unprintable = new RegExp(String.raw`\r(?!\n)|[^\P{Cc}\r\n\t]|[${bidi}]`, 'gu')

/** Somebody’s file as a terminal may show it: its lines and tabs stay, what would steer the terminal or colour it becomes a space. */
export const toPrintable = (text: string): string => text.replace(unprintable, ' ')

const unquoted = new RegExp(String.raw`[\u007f-\u009f${bidi}]`, 'g')

/** JSON leaves some control characters as they are; written as escapes they are the same to a program. */
export const toSafeJson = (json: string): string =>
  json.replace(unquoted, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

let segmenter: Intl.Segmenter | undefined

/** Signs as a person counts them. The first `Intl` of a process takes as long as half of Node's start: ASCII needs none. */
function graphemes(text: string): string[] {
  if (!/[^\x20-\x7e]/.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter('en')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Columns that a text fills on a terminal: East Asian signs and emoji count two. */
export function widthOf(text: string): number {
  let width = 0
  for (const sign of graphemes(text)) {
    if (!invisible.test(sign)) width += wide.test(sign) ? 2 : 1
  }
  return width
}

/** Cuts to a width; what was cut shows as `…`. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const sign of graphemes(text)) {
    const size = widthOf(sign)
    if (used + size > width - 1) break
    kept += sign
    used += size
  }
  return `${kept.trimEnd()}…`
}

export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return side === 'left' ? text + space : space + text
}

/** Text as editors and shells write it: what PowerShell's `>` makes is UTF-16. A byte order mark is no part of it. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}
