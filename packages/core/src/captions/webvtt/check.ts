import type { ByteSource } from '../../kernel/byte-source.ts'
import type { Issue } from '../../kernel/errors.ts'
import { readPart } from '../../media/read-part.ts'
import { cuesOf, formatTimestamp, formatWebVtt, shiftCues, type WebVtt } from './cue.ts'
import { CUES_MAX, type ParsedVtt, readWebVtt } from './parse.ts'
import { type VttProblem, vttProblem } from './problem.ts'

/** Bytes of a caption file; an hour of speech has about 100,000. */
export const CAPTION_FILE_MAX = 4 * 1024 * 1024

export interface CaptionUse {
  /** Whole seconds of the title; 0, or left out, where nobody knows yet. */
  length?: number | undefined
  /** Seconds by which all captions are moved, as in `shiftCues`. */
  shift?: number | undefined
}

/** Reads a caption file for a title; one that is too large is not read at all. Throws as `readPart`. */
export async function readCaptionFile(
  file: ByteSource,
  { length = 0, shift = 0 }: CaptionUse = {},
): Promise<ParsedVtt> {
  if (file.size > CAPTION_FILE_MAX)
    return { header: '', format: 'vtt', blocks: [], problems: [vttProblem('webvtt.tooLarge', 0)] }
  const read = readWebVtt(new Uint8Array(await readPart(file, 0, file.size)))
  const moved = shift === 0 ? read : { ...read, ...shiftCues(read, shift) }
  const beyond = beyondEnd(moved, length)
  return beyond === undefined ? moved : { ...moved, problems: [...moved.problems, beyond] }
}

/** The file of a track as it is stored: the bytes that came where they are WebVTT and stay where they are. */
export function toStoredFile(file: Blob, read: ParsedVtt, shift = 0): Blob {
  return read.format === 'vtt' && shift === 0 ? file : new Blob([formatWebVtt(read)], { type: 'text/vtt' })
}

/** Lengths are whole seconds, rounded. */
const ROUNDING = 0.5

/** Whether a caption starts when a title of so many whole seconds is over; none does where the length is unknown. */
export const isBeyondEnd = (start: number, length: number | undefined): boolean =>
  length !== undefined && length > 0 && start >= length + ROUNDING

/** Captions that start after the title has ended, which nobody would see; with the shift by which all would be seen. */
export function beyondEnd(file: WebVtt, length: number | undefined): VttProblem | undefined {
  const beyond = cuesOf(file).filter(cue => isBeyondEnd(cue.start, length))
  if (length === undefined || beyond.length === 0) return undefined
  const shift = shiftInto(spanOf(file), length)
  const problem = vttProblem(shift === undefined ? 'webvtt.beyondEnd' : 'webvtt.beyondShift', beyond[0]!.line)
  const end = formatTimestamp(length).slice(0, -'.000'.length)
  const params = { count: beyond.length, length: end, ...(shift !== undefined && { shift }) }
  return { ...problem, value: formatTimestamp(beyond[0]!.start), params }
}

/** When the first and the last caption start, in seconds; null where there are none. */
export interface CaptionSpan {
  first: number | null
  last: number | null
}

export function spanOf(file: WebVtt): CaptionSpan {
  const starts = cuesOf(file).map(cue => cue.start)
  if (starts.length === 0) return { first: null, last: null }
  return starts.reduce(
    ({ first, last }, start) => ({ first: Math.min(first, start), last: Math.max(last, start) }),
    { first: starts[0]!, last: starts[0]! },
  )
}

/** Of stored captions what `beyondEnd` says of a file: null where all are seen, or nobody knows. */
export function spanBeyondEnd(
  span: CaptionSpan,
  length: number | undefined,
): { start: number; shift: number | null } | null {
  const { last } = span
  if (last === null || length === undefined || !isBeyondEnd(last, length)) return null
  return { start: last, shift: shiftInto(span, length) ?? null }
}

/** Whole hours by which a file that counts as studios do, from 01:00:00 or 10:00:00, is early enough. In seconds. */
function shiftInto({ first, last }: CaptionSpan, length: number): number | undefined {
  if (first === null || last === null) return undefined
  const hours = Math.floor(first / 3600)
  return hours > 0 && !isBeyondEnd(last - hours * 3600, length) ? hours * -3600 : undefined
}

/** What keeps a track from being stored (CAPTION-05, VAL-18): lines whose words no viewer would see. None where there are only warnings. */
export function vttIssues({ problems }: Pick<ParsedVtt, 'problems'>, path = 'file'): Issue[] {
  const errors = problems.filter(problem => problem.severity === 'error')
  if (errors.length === 0) return []
  return [{ path, code: 'validation.fileFormat' }, ...errors.map(problem => toVttIssue(problem, path))]
}

/** A problem as an issue of the field that holds the file. */
export const toVttIssue = ({ code, line, value = '', params }: VttProblem, path = 'file'): Issue => ({
  path,
  code,
  params: {
    ...params,
    line,
    value,
    max: code === 'webvtt.tooMany' ? CUES_MAX : CAPTION_FILE_MAX / 1024 / 1024,
  },
})
