import type { Issue } from '../kernel/errors.ts'
import { checkFileName } from '../kernel/fields.ts'
import { checkWith } from '../kernel/issues.ts'
import { CaptionDraft } from './schema.ts'

/** CAPTION-02, CAPTION-03, CAPTION-05: what is wrong with a track, but for the inside of its file. A stored track keeps its file. */
export function checkCaption(draft: CaptionDraft, file: { name: string } | null, isStored: boolean): Issue[] {
  return [...checkWith(CaptionDraft, draft), ...(file === null && isStored ? [] : checkCaptionName(file))]
}

function checkCaptionName(file: { name: string } | null): Issue[] {
  if (file === null) return [{ path: 'file', code: 'required.file' }]
  if (!/\.vtt$/i.test(file.name))
    return [{ path: 'file', code: 'validation.fileType', params: { types: 'vtt' } }]
  return checkFileName(file.name)
}
