import type { ByteSource } from '../kernel/byte-source.ts'
import type { Issue } from '../kernel/errors.ts'
import { checkFileName, checkFileType, limits } from '../kernel/field-rules.ts'
import type { MessageKey } from '../messages/en.ts'
import { MAX_FILES } from '../uploads/limits.ts'
import { hasRatio } from './image-kinds.ts'
import { type MediaInfo, notFormat, probeMedia, typeOf } from './probe-media.ts'
import { type FileType, fileTypeKeys, toExtension } from './sniff.ts'

export interface MediaRule {
  extensions: readonly string[]
  nameLimit: number
  needs: 'video' | 'audio'
  wrongType: MessageKey
}

const film = {
  extensions: ['mp4'],
  nameLimit: limits.fileName,
  needs: 'video',
  wrongType: 'validation.videoType',
} as const

/** VAL-11, VAL-14, VAL-15, C-01, C-05 */
export const mediaRules = {
  video: film,
  audio: {
    extensions: ['mp3', 'aac', 'm4a', 'mp4'],
    nameLimit: limits.fileName,
    needs: 'audio',
    wrongType: 'validation.audioType',
  },
  trailer: film,
  eventVideo: { ...film, nameLimit: limits.eventFileName },
} as const satisfies Record<string, MediaRule>

export type MediaKind = keyof typeof mediaRules

/** What a file with this extension may be inside. Sound in an MP4 container is legitimate (C-05). */
const contents: Record<string, readonly FileType[]> = {
  mp4: ['mp4', 'm4a'],
  m4a: ['m4a', 'mp4'],
  mp3: ['mp3'],
  aac: ['aac'],
}

/** UPLOAD-26: what a file's name alone tells: type, characters, length. */
export function checkMediaName(kind: MediaKind, name: string): Issue[] {
  const rule: MediaRule = mediaRules[kind]
  const type: Issue[] = rule.extensions.includes(toExtension(name))
    ? []
    : [{ path: 'file', code: rule.wrongType }]
  return [...type, ...checkFileName(name, rule.nameLimit)]
}

/** UPLOAD-26: everything that can be known before the first byte is sent. Throws only what the source itself says of a read, as a Blob never does. */
export async function checkMediaFile(
  kind: MediaKind,
  file: { name: string; blob: ByteSource },
): Promise<{ issues: Issue[]; info?: MediaInfo }> {
  const rule: MediaRule = mediaRules[kind]
  const named = checkMediaName(kind, file.name)
  const type = await typeOf(file.blob)
  const wrong: Issue = {
    path: 'file',
    code: rule.wrongType,
    ...(type !== undefined && { params: { is: fileTypeKeys[type] } }),
  }
  const issues = named.map(issue => (issue.code === rule.wrongType ? wrong : issue))
  if (issues.includes(wrong)) return { issues }
  if (type === undefined) return { issues: [...issues, { path: 'file', code: 'upload.unreadable' }] }
  if (type === 'empty') return { issues: [...issues, notFormat('fileType.empty')] }
  if (!contents[toExtension(file.name)]?.includes(type)) return { issues: [...issues, wrong] }
  const { info, issue } = await probeMedia(file.blob)
  if (issue !== undefined) return { issues: [...issues, issue] }
  return { issues: [...issues, ...checkMediaInfo(kind, info)], info }
}

/** VAL-13, VAL-21: what a measured file lacks; the server asks this of what it has stored. */
export function checkMediaInfo(kind: MediaKind, info: MediaInfo): Issue[] {
  if (mediaRules[kind].needs === 'audio')
    return info.audio === undefined ? [{ path: 'file', code: 'processing.noAudio' }] : []
  if (info.video === undefined) return [{ path: 'file', code: 'processing.noVideo' }]
  return hasRatio(info.video, 16, 9) ? [] : [{ path: 'file', code: 'validation.aspectRatio' }]
}

/** VAL-12: files added at once. */
export function checkFileCount(count: number): Issue[] {
  return count > MAX_FILES
    ? [{ path: 'file', code: 'validation.tooManyFiles', params: { max: MAX_FILES } }]
    : []
}

/** VAL-16 to VAL-18: a PDF by its name and by its content, under 10 MB. Throws as `checkMediaFile`. */
export async function checkDocumentFile(file: { name: string; blob: ByteSource }): Promise<Issue[]> {
  const type = await typeOf(file.blob)
  const is = type !== undefined && { is: fileTypeKeys[type] }
  const wrong = checkFileType(file.name, 'pdf').map(issue => ({
    ...issue,
    params: { ...issue.params, ...is },
  }))
  if (wrong.length > 0) return wrong
  const issues = checkFileName(file.name)
  if (file.blob.size >= limits.documentSize) issues.push({ path: 'file', code: 'validation.documentSize' })
  if (type === undefined) return [...issues, { path: 'file', code: 'upload.unreadable' }]
  return type === 'pdf' ? issues : [...issues, notFormat(fileTypeKeys[type])]
}
