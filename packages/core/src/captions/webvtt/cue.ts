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
