import { checkCaption, createMessages, en, KinoraError, languageName } from '@kinora/core'
import { type ParsedVtt, readCaptionFile, toVttIssue, vttIssues } from '@kinora/core/webvtt'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { captionText } from './texts.ts'

export interface CaptionFile {
  file: LocalFile
  read: ParsedVtt
}

/** CAPTION-05: a file whose every line is right; warnings are told. Throws `invalid` with an issue for each other line. */
export async function openCaptions(session: Session, path: string): Promise<CaptionFile> {
  const found = await readCaptions(session, path)
  const issues = vttIssues(found.read)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  tellProblems(session, found)
  return found
}

/** Throws `invalid` for what is no `.vtt` file at all. */
export async function readCaptions(session: Session, path: string): Promise<CaptionFile> {
  const file = await session.world.files.open(path)
  const language = 'en-GB'
  const issues = checkCaption({ title: languageName(language), language }, file, false)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  return { file, read: await readCaptionFile(file.blob) }
}

/** A line on stderr for each problem. */
export function tellProblems({ print }: Session, { file, read }: CaptionFile): void {
  const messages = createMessages(en)
  for (const problem of read.problems) {
    const line = captionText('line.error', { file: file.name, problem: messages.issue(toVttIssue(problem)) })
    if (problem.severity === 'error') print.fail(line)
    else print.warn(line)
  }
}
