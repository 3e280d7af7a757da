import {
  type Caption,
  captions,
  checkCaption,
  isKinoraError,
  KinoraError,
  languageName,
  languages,
  toTrackName,
} from '@kinora/core'
import {
  type CaptionUse,
  formatNames,
  type ParsedVtt,
  readCaptionFile,
  toVttIssue,
  vttIssues,
} from '@kinora/core/webvtt'
import { safe } from '../kernel/cells.ts'
import { explain, usage } from '../kernel/exit.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'

/** CAPTION-01: all tracks of a title. */
export async function findTracks(session: Session, titleTag: string): Promise<Caption[]> {
  const send = await session.send()
  return (await send(captions.list, { titleTag, take: -1 })).data
}

/** The track of a language, else `notFound` (exit code 3). */
export async function findTrack(session: Session, tag: string, language: string): Promise<Caption> {
  const wanted = toLanguage(language)
  const track = (await findTracks(session, tag)).find(({ language }) => language === wanted)
  if (track !== undefined) return track
  const what = safe`${tag} has no captions in ${languageName(wanted)}`
  throw explain('notFound', {
    what,
    how: safe`List what there is: kinora captions list ${quoted(tag)}${contextFlags(session)}`,
  })
}

/** One of the 28 languages, in whatever case it was written. */
export function toLanguage(written: string): string {
  const found = languages.find(({ ietfTag }) => ietfTag.toLowerCase() === written.toLowerCase())
  if (found !== undefined) return found.ietfTag
  const issue = { path: 'language', code: 'validation.language', params: { tag: written } } as const
  throw new KinoraError('invalid', { issues: [issue] })
}

interface NewTrack {
  titleTag: string
  language: string
  title: string
  file: Blob
  name: string
  /** CAPTION-04: else captions of the same language stay, and the call is a `conflict` (exit code 7). */
  replace: boolean
  /** Seconds by which all captions are moved. */
  shift?: number
}

export async function addTrack(session: Session, { name, file, ...track }: NewTrack): Promise<Caption> {
  const send = await session.send()
  try {
    return await send(captions.create, { ...track, file: new File([file], name, { type: 'text/vtt' }) })
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'conflict') throw error
    throw explain('conflict', { what: error.detail ?? error.message, how: 'To replace them: --replace' })
  }
}

export const languageMissing = (file: string) =>
  usage(
    safe`The language of ${file} is not known`,
    'Pass --language, or name the file like NAME.de-DE.vtt.',
    text('exit.invalid'),
  )

export interface CaptionFile {
  /** By the name that it is sent with. */
  file: LocalFile
  read: ParsedVtt
}

/** CAPTION-05: a file whose every line is right; warnings are printed. Throws `invalid` with an issue for each other line. */
export async function openCaptions(session: Session, path: string, use: CaptionUse): Promise<CaptionFile> {
  const found = await readCaptions(session, path, use)
  const issues = vttIssues(found.read)
  if (issues.length > 0) printShiftHint(session, found)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  printProblems(session, found)
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
export function printShiftHint({ print }: Session, { read }: CaptionFile): void {
  const shift = read.problems.find(({ code }) => code === 'webvtt.beyondShift')?.params?.shift
  if (shift !== undefined) print.note(safe`To do so: --shift ${shift}`)
}

/** A line on stderr for each problem. */
export function printProblems({ print }: Session, { file, read }: CaptionFile): void {
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
