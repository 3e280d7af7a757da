/** One caption: what is shown from `start` to `end`, both in seconds. */
export interface Cue {
  id: string
  start: number
  end: number
  /** As written after the times, such as `align:start line:0`. */
  settings: string
  /** May have several lines and WebVTT's tags. */
  text: string
  /** Where its times stand in the file, from 1; 0 for one that wasn't read from a file. */
  line: number
}

/** A comment, style sheet or region: kept as it was written. */
export interface PlainBlock {
  kind: 'note' | 'style' | 'region'
  text: string
}
export type Block = ({ kind: 'cue' } & Cue) | PlainBlock

export interface WebVtt {
  /** What follows WEBVTT in its header, line by line. */
  header: string
  blocks: Block[]
}

/** Players also take hours of one digit. */
export const timestampPattern = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const timestamp = new RegExp(`^${timestampPattern}$`)

const twoTimes = new RegExp(`^\\s*${timestampPattern}[^\\d:.]{1,9}${timestampPattern}(?:\\s|$)`)

/** Whether a line holds the two times of a cue, whatever stands between them. */
export const hasTimes = (line: string): boolean => twoTimes.test(line)

/** Seconds of a WebVTT timestamp such as `00:01:05.250` or `01:05.250`. */
export function parseTimestamp(text: string): number | undefined {
  const match = timestamp.exec(text)
  if (match === null) return undefined
  const [hours, minutes, seconds, thousandths] = match.slice(1).map(part => Number(part ?? 0))
  return toSeconds(hours!, minutes!, seconds!, thousandths!)
}

export const toSeconds = (hours: number, minutes: number, seconds: number, thousandths: number): number =>
  (hours * 3600_000 + minutes * 60_000 + seconds * 1000 + thousandths) / 1000

/** `00:01:05.250` */
export function formatTimestamp(seconds: number): string {
  const all = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const thousandths = String(all % 1000).padStart(3, '0')
  return `${two(all / 3600_000)}:${two((all / 60_000) % 60)}:${two((all / 1000) % 60)}.${thousandths}`
}

export const cuesOf = ({ blocks }: WebVtt): Cue[] => blocks.filter(block => block.kind === 'cue')

/** The file, as it is stored and sent. */
export function formatWebVtt({ header, blocks }: WebVtt): string {
  const start = header.includes('\n') || header === '' ? `WEBVTT\n${header}`.trim() : `WEBVTT ${header}`
  return `${[start, ...blocks.map(formatBlock)].join('\n\n')}\n`
}

function formatBlock(block: Block): string {
  if (block.kind !== 'cue') return block.text
  const times =
    `${formatTimestamp(block.start)} --> ${formatTimestamp(block.end)} ${block.settings}`.trimEnd()
  return [block.id, times, block.text].filter(line => line !== '').join('\n')
}

/** Text as a cue can hold it: an empty line would end the cue, and an arrow would begin another. */
export const toCueText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n\s*\n+/g, '\n')
    .replaceAll('-->', '—›')
    .trim()

/** Two cues of one: the text is cut at `offset` (UTF-16 units), the time at `at` seconds, or where the share of the text ends. */
export function splitCue(cue: Cue, offset: number, at?: number): [Cue, Cue] {
  const share = cue.text.length === 0 ? 0.5 : offset / cue.text.length
  const isInside = at !== undefined && at > cue.start && at < cue.end
  const middle = isInside ? at : cue.start + (cue.end - cue.start) * Math.min(0.9, Math.max(0.1, share))
  const cut = Math.round(middle * 1000) / 1000
  const [before, after] = [cue.text.slice(0, offset).trim(), cue.text.slice(offset).trim()]
  return [
    { ...cue, end: cut, text: before },
    { ...cue, id: '', start: cut, text: after, line: 0 },
  ]
}

/** One cue of two that follow each other. */
export const joinCues = (first: Cue, second: Cue): Cue => ({
  ...first,
  end: Math.max(first.end, second.end),
  text: [first.text, second.text].filter(text => text !== '').join('\n'),
})

/** How far every cue can be moved of so many seconds: the first of them stops at 0. */
export function shiftOf(file: WebVtt, seconds: number): number {
  const first = cuesOf(file).reduce((least, cue) => Math.min(least, cue.start), Number.POSITIVE_INFINITY)
  return first === Number.POSITIVE_INFINITY ? 0 : Math.max(seconds, 0 - first)
}

/** Every cue moved by so many seconds. Nothing starts before 0: the whole stops there, so that distances stay. */
export function shiftCues(file: WebVtt, seconds: number): WebVtt {
  const by = shiftOf(file, seconds)
  const move = (time: number) => Math.round((time + by) * 1000) / 1000
  const blocks = file.blocks.map(block =>
    block.kind === 'cue' ? { ...block, start: move(block.start), end: move(block.end) } : block,
  )
  return { ...file, blocks }
}
