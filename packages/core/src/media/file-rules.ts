import type { Issue } from '../kernel/errors.ts'
import { checkFileName, limits } from '../kernel/fields.ts'
import { notFormat, typeOf } from './probe-media.ts'
import { type FileType, fileTypeKeys, toExtension } from './sniff.ts'

export interface FileRule {
  extension: string
  contents: readonly FileType[]
}

/** VAL-16 */
export const fileRules = {
  contentUpload: { extension: 'json', contents: ['json'] },
  userUpload: { extension: 'csv', contents: ['text', 'json'] },
  caption: { extension: 'vtt', contents: ['webvtt'] },
  terms: { extension: 'html', contents: ['text'] },
  document: { extension: 'pdf', contents: ['pdf'] },
} as const satisfies Record<string, FileRule>

export type FileKind = keyof typeof fileRules

/** VAL-16 to VAL-18: type by extension, name, size of a document, and content that is what the extension says. Never throws. */
export async function checkFile(kind: FileKind, file: { name: string; blob: Blob }): Promise<Issue[]> {
  const rule: FileRule = fileRules[kind]
  const type = await typeOf(file.blob)
  if (toExtension(file.name) !== rule.extension) {
    const params = { types: rule.extension, ...(type !== undefined && { is: fileTypeKeys[type] }) }
    return [{ path: 'file', code: 'validation.fileType', params }]
  }
  const issues = checkFileName(file.name)
  if (kind === 'document' && file.blob.size >= limits.documentSize) {
    issues.push({ path: 'file', code: 'validation.documentSize' })
  }
  if (type === undefined) return [...issues, { path: 'file', code: 'upload.unreadable' }]
  if (type === 'empty' || !rule.contents.includes(type)) issues.push(notFormat(fileTypeKeys[type]))
  return issues
}
