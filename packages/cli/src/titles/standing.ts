import { type FileRole, type Title, toTrailerState, type UploadState, VideoStatus } from '@kinora/core'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { quoted } from './words.ts'

/** A file of a title of which the server holds a part. */
export interface Standing {
  role: FileRole
  fileName: string
  chunks: number
  totalNumberOfChunks: number
}

/** What was begun for a title, here or anywhere else, and isn't whole yet. */
export async function standingsOf(session: Session, title: Title): Promise<Standing[]> {
  const { uploads } = await session.api()
  const { tag } = title
  const asked: Promise<Standing | undefined>[] = []
  if (title.videoStatus === VideoStatus.Uploading)
    asked.push(uploads.videoState({ tag }).then(state => toStanding('video', state)))
  if (toTrailerState(title) === 'uploading')
    asked.push(uploads.trailerState({ tag }).then(state => toStanding('trailer', state)))
  return (await Promise.all(asked)).filter(standing => standing !== undefined)
}

function toStanding(role: FileRole, state: UploadState | null): Standing | undefined {
  if (state === null || state.complete) return undefined
  const { fileName, nextChunk, totalNumberOfChunks } = state
  return { role, fileName, chunks: nextChunk - 1, totalNumberOfChunks }
}

/** How far an upload is, and the command that goes on with it wherever the same file lies. */
export function toLines(tag: string, standings: readonly Standing[]): [string, string][] {
  return standings.flatMap(({ role, fileName, chunks, totalNumberOfChunks: total }) => {
    const percent = Math.floor((chunks / total) * 100)
    const trailer = role === 'trailer' ? ' --trailer' : ''
    const command = `kinora titles upload ${quoted(fileName)} --tag ${quoted(tag)}${trailer}`
    return [
      ['upload', text('standing.upload', { chunks, total, percent, name: fileName })],
      ['go on with', command],
    ] satisfies [string, string][]
  })
}
