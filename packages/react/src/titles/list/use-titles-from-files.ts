import { ContentType, type Issue, isUnreachable, KinoraError, titles } from '@kinora/core'
import { useState } from 'react'
import { useInvalidate } from '../../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../../kernel/use-write.ts'
import { useUploadActs } from '../../uploads/use-uploads.ts'
import { nameFromFile } from '../editor/title-draft.ts'
import { useTitleTexts } from '../texts.ts'

export interface RefusedFile {
  name: string
  words: string
}

export interface TitlesFromFiles {
  /** Makes a title of each file that is good and queues its upload; gives how many. The others are in `refused`. */
  take(files: readonly File[], providerID?: string): Promise<number>
  refused: readonly RefusedFile[]
  /** Names of those that were taken. */
  taken: readonly string[]
  /** Where there were too many at once: those that can be taken. */
  first: readonly File[]
  /** Where the server couldn't be reached: those that were not tried or came to nothing. */
  unreached: readonly File[]
  /** The file that is being checked. */
  checking: string | undefined
}

/** Several videos at once become titles: every file is examined before anything is made or sent (UPLOAD-26, VAL-12). */
export function useTitlesFromFiles(): TitlesFromFiles {
  const invalidate = useInvalidate()
  const create = useWrite(titles.create, { invalidates: [], failure: saidByCaller })
  const uploads = useUploadActs()
  const texts = useTitleTexts()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [taken, setTaken] = useState<readonly string[]>([])
  const [first, setFirst] = useState<readonly File[]>([])
  const [unreached, setUnreached] = useState<readonly File[]>([])
  const [checking, setChecking] = useState<string>()

  const make = async (file: File, providerID: string | undefined): Promise<readonly Issue[]> => {
    const kind = isVideoName(file.name) ? 'video' : 'audio'
    const { checkMediaFile } = await import('@kinora/core/media')
    const { issues } = await checkMediaFile(kind, { name: file.name, blob: file })
    if (issues.length > 0) return issues
    const refused = await uploads.refusal()
    if (refused !== undefined) return [refused]
    const contentType = kind === 'audio' ? ContentType.Audio : ContentType.Video
    const made = await create.send({
      className: nameFromFile(file.name),
      contentType,
      providerID,
    })
    if (made.kind !== 'done') throw made.kind === 'failed' ? made.error : new KinoraError('aborted')
    const { tag } = made.output
    return uploads.add([{ tag, role: 'video', file, kind }])
  }

  const take: TitlesFromFiles['take'] = async (files, providerID) => {
    const { checkFileCount } = await import('@kinora/core/media')
    const [tooMany] = checkFileCount(files.length)
    setTaken([])
    setUnreached([])
    setFirst(tooMany === undefined ? [] : files.slice(0, Number(tooMany.params?.max)))
    if (tooMany !== undefined) {
      setRefused([{ name: '', words: texts.issue(tooMany) }])
      return 0
    }
    const found: RefusedFile[] = []
    let left: readonly File[] = []
    for (const [index, file] of files.entries()) {
      setChecking(file.name)
      try {
        const issues = await make(file, providerID)
        if (issues.length > 0) found.push({ name: file.name, words: issues.map(texts.issue).join(' ') })
      } catch (error) {
        // What one file is told holds for all that follow.
        if (isUnreachable(error)) {
          left = files.slice(index)
          break
        }
        found.push({ name: file.name, words: texts.error(error) })
      }
    }
    setChecking(undefined)
    setRefused(found)
    setUnreached(left)
    const tried = files.slice(0, files.length - left.length).map(({ name }) => name)
    const made = tried.filter(name => found.every(one => one.name !== name))
    setTaken(made)
    if (made.length > 0) await invalidate(['titles'])
    return made.length
  }
  return { take, refused, taken, first, unreached, checking }
}

/** An .mp4 is taken for a video, what can only be sound makes an audio title; anything else is told all types (VAL-15). */
const isVideoName = (name: string): boolean => /\.mp4$/i.test(name)
