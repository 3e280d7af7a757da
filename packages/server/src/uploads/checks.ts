import { CHUNK_SIZE, ContentType, type FileRole, type Issue, type Parsed, type uploads } from '@kinora/core'
import { checkMediaName } from '@kinora/core/media'
import type { UploadRow } from './tables.ts'

type Chunk = Parsed<typeof uploads.video>

/** VAL-15, C-05: which kind of file a title takes. A trailer is a video whatever its title is. */
export type Kind = 'video' | 'audio'
export const kindOf = (role: FileRole, contentType: ContentType): Kind =>
  role === 'video' && contentType === ContentType.Audio ? 'audio' : 'video'

/** UPLOAD-29: what a chunk says of itself and of its file must fit together; its bytes may still be on their way. */
export function checkChunk(chunk: Chunk, kind: Kind): Issue[] {
  const named = checkMediaName(kind, chunk.fileName)
  return named.length > 0 ? named : checkNumbers(chunk)
}

/** The part of it that asks nobody what kind of title it is. */
export function checkNumbers({ chunkNumber, totalNumberOfChunks: total, totalSize }: Chunk): Issue[] {
  if (total !== Math.ceil(totalSize / CHUNK_SIZE)) return [mismatch('totalNumberOfChunks')]
  if (chunkNumber > total)
    return [{ path: 'chunkNumber', code: 'upload.chunkOutOfRange', params: { chunk: chunkNumber, total } }]
  return []
}

export const sizeOf = ({ chunkNumber, totalNumberOfChunks: total, totalSize }: Chunk): number =>
  chunkNumber < total ? CHUNK_SIZE : totalSize - (total - 1) * CHUNK_SIZE

/** What came must be what the chunk said of itself. */
export function checkContent(chunk: Chunk, { size, digest }: { size: number; digest: string }): Issue[] {
  const [number, expected] = [chunk.chunkNumber, sizeOf(chunk)]
  if (size !== expected)
    return [{ path: 'file', code: 'upload.chunkSize', params: { chunk: number, expected, actual: size } }]
  if (chunk.digest === undefined || chunk.digest === digest) return []
  return [{ path: 'file', code: 'upload.chunkDigest', params: { chunk: number } }]
}

/** One identifier is one file: what was announced with the first chunk holds for all. */
export function checkSameFile(chunk: Chunk, upload: UploadRow): Issue[] {
  if (chunk.totalSize !== upload.size) return [mismatch('totalSize')]
  if (chunk.totalNumberOfChunks !== upload.chunks) return [mismatch('totalNumberOfChunks')]
  return []
}

export const mismatch = (what: string): Issue => ({ path: what, code: 'upload.mismatch', params: { what } })
