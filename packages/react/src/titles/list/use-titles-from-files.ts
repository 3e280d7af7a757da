import { ContentType, type Issue, isUnreachable, KinoraError, type MessageKey, titles } from '@kinora/core'
import { useState } from 'react'
import { useInvalidate } from '../../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../../kernel/use-write.ts'
import { renamed } from '../../ui/form/picked-files.ts'
import { useUploadActs } from '../../uploads/use-uploads.ts'
import { nameFromFile } from '../editor/title-draft.ts'
import { useTitleTexts } from '../texts.ts'

export interface RefusedFile {
  name: string
  words: string
  /** The same file under a name that is allowed, where its name was all that was wrong (VAL-10, VAL-11). */
  renamed?: File | undefined
}

export interface TakenFile {
  name: string
  tag: string
}

export interface TitlesFromFiles {
  /** Makes a title of each file that is good and queues its upload; gives how many. The others are in `refused`; with `isMore` what became of other files before stays. */
  take(
    files: readonly File[],
    options?: { providerId?: string | undefined; isMore?: boolean },
  ): Promise<number>
  refused: readonly RefusedFile[]
  /** Those that were taken, with their titles; each as soon as its title is made. */
  taken: readonly TakenFile[]
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
  const [taken, setTaken] = useState<readonly TakenFile[]>([])
  const [first, setFirst] = useState<readonly File[]>([])
  const [unreached, setUnreached] = useState<readonly File[]>([])
  const [checking, setChecking] = useState<string>()

  const make = async (file: File, providerId: string | undefined): Promise<readonly Issue[]> => {
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
      providerID: providerId,
    })
    if (made.kind !== 'done') throw made.kind === 'failed' ? made.error : new KinoraError('aborted')
    const { tag } = made.output
    const added = await uploads.add([{ tag, role: 'video', file, kind }])
    if (added.length === 0) setTaken(before => [...before, { name: file.name, tag }])
    return added
  }

  const take: TitlesFromFiles['take'] = async (files, { providerId, isMore = false } = {}) => {
    const { checkFileCount } = await import('@kinora/core/media')
    const [tooMany] = checkFileCount(files.length)
    const stays = (file: File | undefined) => isMore && (file === undefined || !files.includes(file))
    setRefused(before => before.filter(({ renamed }) => stays(renamed)))
    setUnreached(before => before.filter(stays))
    if (!isMore) setTaken([])
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
        const issues = await make(file, providerId)
        if (issues.length > 0)
          found.push({ name: file.name, words: texts.advise(issues), renamed: toRenamed(file, issues) })
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
    setRefused(before => [...before, ...found])
    setUnreached(before => [...before, ...left])
    const made = files.length - left.length - found.length
    if (made > 0) await invalidate(['titles'])
    return made
  }
  return { take, refused, taken, first, unreached, checking }
}

const nameCodes: ReadonlySet<string> = new Set([
  'validation.fileNameCharacters',
  'validation.fileNameLength',
] satisfies MessageKey[])

function toRenamed(file: File, issues: readonly Issue[]): File | undefined {
  const clean = issues.find(({ code }) => nameCodes.has(code))?.params?.clean
  if (clean === undefined || issues.some(({ code }) => !nameCodes.has(code))) return undefined
  return renamed(file, String(clean))
}

/** An .mp4 is taken for a video, what can only be sound makes an audio title; anything else is told all types (VAL-15). */
const isVideoName = (name: string): boolean => /\.mp4$/i.test(name)
