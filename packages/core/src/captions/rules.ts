import type { Issue } from '../kernel/errors.ts'
import { checkFileName, checkFileType } from '../kernel/field-rules.ts'
import { checkWith } from '../kernel/issues.ts'
import { languages } from '../languages.ts'
import { CaptionDraft } from './schema.ts'

/** CAPTION-02, CAPTION-03, CAPTION-05: what is wrong with a track, but for the inside of its file. A stored track keeps its file. */
export function checkCaption(draft: CaptionDraft, file: { name: string } | null, isStored: boolean): Issue[] {
  return [...checkWith(CaptionDraft, draft), ...(file === null && isStored ? [] : checkCaptionName(file))]
}

function checkCaptionName(file: { name: string } | null): Issue[] {
  if (file === null) return [{ path: 'file', code: 'required.file' }]
  const type = checkFileType(file.name, 'vtt')
  return type.length > 0 ? type : checkFileName(file.name)
}

/** Endings of files that captions come in: WebVTT, and what is read and stored as WebVTT. */
export const captionEndings = ['vtt', 'srt', 'sbv', 'ttml', 'dfxp'] as const
const ending = new RegExp(`\\.(?:${captionEndings.join('|')})$`, 'i')

export const hasCaptionEnding = (name: string): boolean => ending.test(name)

/** The name that a file is sent by: one whose text was read as another format than WebVTT is stored as `.vtt` (CAPTION-05). */
export const toTrackName = (name: string, format: string): string =>
  format === 'vtt' ? name : name.replace(ending, '.vtt')

/** The language that a file's name ends with, as in `class.en-GB.vtt` or `class_de.vtt`; `de` is taken for `de-DE`, `en` for none of the two. */
export function languageInName(name: string): string | undefined {
  const [, code, region] = /[._ -]([a-z]{2})(?:[-_]([a-z]{2}))?\.\w+$/i.exec(name) ?? []
  if (code === undefined) return undefined
  const ofCode = languages.filter(({ ietfTag }) => ietfTag.startsWith(`${code.toLowerCase()}-`))
  const ofRegion = ofCode.find(({ ietfTag }) => ietfTag.endsWith(`-${(region ?? code).toUpperCase()}`))
  if (ofRegion !== undefined) return ofRegion.ietfTag
  return region === undefined && ofCode.length === 1 ? ofCode[0]!.ietfTag : undefined
}
