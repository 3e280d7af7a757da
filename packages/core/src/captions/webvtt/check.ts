import type { Issue } from '../../kernel/errors.ts'
import { CUES_MAX, type ParsedVtt, readWebVtt } from './parse.ts'
import { type VttProblem, vttProblem } from './problem.ts'

/** Bytes of a caption file; an hour of speech has about 100,000. */
export const CAPTION_FILE_MAX = 4 * 1024 * 1024

/** Reads a caption file; one that is too large is not read at all. */
export async function readCaptionFile(file: Blob): Promise<ParsedVtt> {
  if (file.size <= CAPTION_FILE_MAX) return readWebVtt(new Uint8Array(await file.arrayBuffer()))
  return { header: '', blocks: [], problems: [vttProblem('webvtt.tooLarge', 0)] }
}

/** What keeps a track from being stored (CAPTION-05, VAL-18): lines whose words no viewer would see. None where there are only warnings. */
export function vttIssues({ problems }: Pick<ParsedVtt, 'problems'>, path = 'file'): Issue[] {
  const errors = problems.filter(problem => problem.severity === 'error')
  if (errors.length === 0) return []
  return [{ path, code: 'validation.fileFormat' }, ...errors.map(problem => toVttIssue(problem, path))]
}

/** A problem as an issue of the field that holds the file. */
export const toVttIssue = ({ code, line, value = '' }: VttProblem, path = 'file'): Issue => ({
  path,
  code,
  params: { line, value, max: code === 'webvtt.tooMany' ? CUES_MAX : CAPTION_FILE_MAX / 1024 / 1024 },
})
