import { checkCaption, createMessages, en, KinoraError, languageName, toTrackName } from '@kinora/core'
import {
  type CaptionUse,
  formatNames,
  type ParsedVtt,
  readCaptionFile,
  toVttIssue,
  vttIssues,
} from '@kinora/core/webvtt'
import { safe } from '../kernel/cells.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'

export interface CaptionFile {
  /** By the name that it is sent with. */
  file: LocalFile
  read: ParsedVtt
}

/** CAPTION-05: a file whose every line is right; warnings are told. Throws `invalid` with an issue for each other line. */
export async function openCaptions(session: Session, path: string, use: CaptionUse): Promise<CaptionFile> {
  const found = await readCaptions(session, path, use)
  const issues = vttIssues(found.read)
  if (issues.length > 0) tellShift(session, found)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  tellProblems(session, found)
  return found
}

/** Throws `invalid` for what is no file of captions at all. */
export async function readCaptions(session: Session, path: string, use?: CaptionUse): Promise<CaptionFile> {
  const opened = await session.world.files.open(path)
  const read = await readCaptionFile(opened.blob, use)
  const file = { ...opened, name: toTrackName(opened.name, read.format) }
  const language = 'en-GB'
  const issues = checkCaption({ title: languageName(language), language }, file, false)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  return { file, read }
}

/** The flag that moves captions to where the title is. */
export function tellShift({ print }: Session, { read }: CaptionFile): void {
  const shift = read.problems.find(({ code }) => code === 'webvtt.beyondShift')?.params?.shift
  if (shift !== undefined) print.note(safe`To do so: --shift ${shift}`)
}

/** A line on stderr for each problem. */
export function tellProblems({ print }: Session, { file, read }: CaptionFile): void {
  const messages = createMessages(en)
  if (read.format !== 'vtt')
    print.note(safe`${file.name}: the file is ${formatNames[read.format]}; it is stored as WebVTT`)
  for (const problem of read.problems) {
    const line = text('captions.line.error', {
      file: file.name,
      problem: messages.issue(toVttIssue(problem)),
    })
    if (problem.severity === 'error') print.fail(line)
    else print.warn(line)
  }
}
