import { type Title, toTrailerState, type UploadState, uploads, VideoStatus } from '@kinora/core'
import type { UploadRole } from '@kinora/core/uploads'
import { say } from '../kernel/cells.ts'
import { contextFlags, quoted, quotedPath } from '../kernel/hints.ts'
import type { Session } from '../kernel/session.ts'

/** A file of a title or an event that the server has only in part. */
export interface PartialUpload {
  role: UploadRole
  fileName: string
  chunks: number
  totalNumberOfChunks: number
}

/** Partial uploads of a title, begun here or on another machine. */
export async function findPartialUploads(session: Session, title: Title): Promise<PartialUpload[]> {
  const send = await session.send()
  const { tag } = title
  const requests: Promise<PartialUpload | undefined>[] = []
  if (title.videoStatus === VideoStatus.Uploading)
    requests.push(send(uploads.videoState, { tag }).then(state => toPartialUpload('video', state)))
  if (toTrailerState(title) === 'uploading')
    requests.push(send(uploads.trailerState, { tag }).then(state => toPartialUpload('trailer', state)))
  return (await Promise.all(requests)).filter(partial => partial !== undefined)
}

export function toPartialUpload<R extends UploadRole>(
  role: R,
  state: UploadState | null,
): (PartialUpload & { role: R }) | undefined {
  if (state === null || state.complete) return undefined
  const { fileName, nextChunk, totalNumberOfChunks } = state
  return { role, fileName, chunks: nextChunk - 1, totalNumberOfChunks }
}

/** The progress of a partial upload, and the command that resumes it. */
export function toLines(
  session: Session,
  tag: string,
  partialUploads: readonly PartialUpload[],
): [string, string][] {
  return partialUploads.flatMap(partial => {
    const trailer = partial.role === 'trailer' ? ' --trailer' : ''
    const command = `kinora titles upload ${quotedPath(partial.fileName)} --tag ${quoted(tag)}${trailer}`
    return progressLines(session, partial, command)
  })
}

/** How far a file is, and the command that goes on with it. */
export const progressLines = (
  session: Session,
  { fileName: name, chunks, totalNumberOfChunks: total }: PartialUpload,
  command: string,
): [string, string][] => [
  [
    'upload',
    say('{{chunks}} of {{total}} chunks of {{name}}, {{percent}}%', {
      chunks,
      total,
      percent: Math.floor((chunks / total) * 100),
      name,
    }),
  ],
  ['resume with', `${command}${contextFlags(session)}`],
]
