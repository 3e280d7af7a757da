import {
  CHUNK_SIZE,
  ContentType,
  checkFileName,
  type FileRole,
  type Issue,
  type Parsed,
  type uploads,
} from '@kinora/core'
import type { MediaInfo } from '../ports/media.ts'
import type { UploadRow } from './tables.ts'

type Chunk = Parsed<typeof uploads.video>

/** VAL-15, C-05: which kind of file a title takes. A trailer is a video whatever its title is. */
export type Kind = 'video' | 'audio'
export const kindOf = (role: FileRole, contentType: ContentType): Kind =>
  role === 'video' && contentType === ContentType.Audio ? 'audio' : 'video'

const extensions = { video: /\.mp4$/i, audio: /\.(mp3|aac|m4a|mp4)$/i } as const
const containers = { video: ['mp4', 'mov'], audio: ['mp3', 'aac', 'm4a', 'mp4', 'mov'] } as const
const wrongType = { video: 'validation.videoType', audio: 'validation.audioType' } as const

/** UPLOAD-29: what a chunk says of itself and of its file must fit together. */
export function checkChunk(chunk: Chunk, kind: Kind): Issue[] {
  const { chunkNumber, totalNumberOfChunks: total, totalSize, file } = chunk
  const named = checkFileName(chunk.fileName, undefined, 'fileName')
  if (named.length > 0) return named
  if (!extensions[kind].test(chunk.fileName)) return [{ path: 'fileName', code: wrongType[kind] }]
  if (total !== Math.ceil(totalSize / CHUNK_SIZE)) return [mismatch('totalNumberOfChunks')]
  if (chunkNumber > total)
    return [{ path: 'chunkNumber', code: 'upload.chunkOutOfRange', params: { chunk: chunkNumber, total } }]
  const expected = chunkNumber < total ? CHUNK_SIZE : totalSize - (total - 1) * CHUNK_SIZE
  if (file.size === expected) return []
  return [
    { path: 'file', code: 'upload.chunkSize', params: { chunk: chunkNumber, expected, actual: file.size } },
  ]
}

/** One identifier is one file: what was announced with the first chunk holds for all. */
export function checkSameFile(chunk: Chunk, upload: UploadRow): Issue[] {
  if (chunk.totalSize !== upload.size) return [mismatch('totalSize')]
  if (chunk.totalNumberOfChunks !== upload.chunks) return [mismatch('totalNumberOfChunks')]
  return []
}

export const mismatch = (what: string): Issue => ({ path: what, code: 'upload.mismatch', params: { what } })

/** VAL-13, VAL-21: the stored file itself, whatever the client found out before. */
export function checkMedia(info: MediaInfo, kind: Kind): Issue[] {
  if (!(containers[kind] as readonly string[]).includes(info.container))
    return [{ path: 'file', code: wrongType[kind] }]
  if (kind === 'audio') return []
  if (info.kind === 'audio') return [{ path: 'file', code: 'processing.noVideo' }]
  const isWide = Math.abs(info.width / info.height - 16 / 9) <= 0.02
  return isWide ? [] : [{ path: 'file', code: 'validation.aspectRatio' }]
}
