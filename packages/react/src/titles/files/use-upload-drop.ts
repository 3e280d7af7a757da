import {
  type Issue,
  isUnreachable,
  processingTexts,
  titleTexts,
  type UploadRole,
  uploadPanelTexts,
  uploadTexts,
  uploadTrayTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useRef, useState } from 'react'
import { useTexts } from '../../kernel/message.ts'
import { useInvalidate } from '../../kernel/use-read.ts'
import type { PickedFile } from '../../ui/form/picked-files.ts'
import { issuesOf, useUploadActs } from '../../uploads/use-uploads.ts'
import { isVideoName, toRenamed, useTitleFromFile } from './use-title-from-file.ts'

export interface UploadDropOptions {
  /** The title or event that the file is for. Left out, each file becomes a title with a name from its file. */
  tag?: string | undefined
  /** What the file is to it: its video unless given. */
  role?: UploadRole | undefined
  /** Whose new titles are: an administrator has to say it. */
  providerId?: string | undefined
  /** Called with each file as soon as it is in the queue. */
  onAdded?: ((added: AddedFile) => void) | undefined
  /** Called with each file that isn't taken, and why. */
  onRefused?: ((refused: RefusedFile) => void) | undefined
}

/** A file that is in the queue. */
export interface AddedFile {
  name: string
  /** Its title, or what it is for. */
  tag: string
}

/** A file that isn't taken. */
export interface RefusedFile {
  /** Tells it from others: files of two folders may have one name. */
  nth: number
  /** Empty where all are refused: they were too many. */
  name: string
  words: string
  /** The same file under a name that is allowed, where its name was all that was wrong. */
  renamed?: File | undefined
}

/** A place for files, without its markup. */
export interface UploadDropModel {
  /** Examines each file before anything is made or sent, and queues those that are good; with `isMore` what became of files before stays. */
  take(files: readonly PickedFile[], options?: { isMore?: boolean }): Promise<void>
  /** The name of the file that is examined. */
  checking: string | undefined
  added: readonly AddedFile[]
  refused: readonly RefusedFile[]
  /** Where there were too many at once: those that can be taken. */
  first: readonly File[]
  /** Where the server couldn't be reached: those that were not tried or came to nothing. */
  unreached: readonly File[]
}

/** Takes files: each becomes a title, or is for the one that is named. What is wrong with a file is said before anything is sent. */
// UPLOAD-26, VAL-12
export function useUploadDrop(options: UploadDropOptions = {}): UploadDropModel {
  const { tag, onAdded, onRefused } = options
  const invalidate = useInvalidate()
  const make = useMake(options)
  const texts = useDropTexts()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [added, setAdded] = useState<readonly AddedFile[]>([])
  const [first, setFirst] = useState<readonly File[]>([])
  const [unreached, setUnreached] = useState<readonly File[]>([])
  const [checking, setChecking] = useState<string>()
  const count = useRef(0)
  const refuse = (file: Omit<RefusedFile, 'nth'>) => {
    const found = { nth: count.current++, ...file }
    setRefused(before => [...before, found])
    onRefused?.(found)
  }
  /** Whether it is in the queue. */
  const takeOne = async (file: PickedFile): Promise<boolean> => {
    const { issues, tag = '' } = await make(file)
    if (issues.length > 0) {
      refuse({ name: file.name, words: texts.advise(issues), renamed: toRenamed(file, issues) })
      return false
    }
    const found = { name: file.name, tag }
    setAdded(before => [...before, found])
    onAdded?.(found)
    return true
  }
  const take: UploadDropModel['take'] = async (files, { isMore = false } = {}) => {
    const tooMany = await tooManyOf(files.length, tag !== undefined)
    const stays = (file: File | undefined) => isMore && (file === undefined || !files.includes(file))
    setRefused(before => before.filter(({ renamed }) => stays(renamed)))
    setUnreached(before => before.filter(stays))
    if (!isMore) setAdded([])
    setFirst(tooMany === undefined ? [] : files.slice(0, Number(tooMany.params?.max)))
    if (tooMany !== undefined)
      return refuse({
        name: '',
        words: tag === undefined ? texts.issue(tooMany) : texts.text('ui.uploads.oneFile'),
      })
    let hasAdded = false
    for (const [index, file] of files.entries()) {
      setChecking(file.name)
      try {
        hasAdded = (await takeOne(file)) || hasAdded
      } catch (error) {
        // What one file is told holds for all that follow.
        if (isUnreachable(error)) {
          const left = files.slice(index)
          setUnreached(before => [...before, ...left])
          break
        }
        refuse({ name: file.name, words: texts.error(error) })
      }
    }
    setChecking(undefined)
    if (hasAdded) await invalidate(['titles'])
  }
  return { take, checking, added, refused, first, unreached }
}

/** Why so many aren't taken at once; `max` is how many are. */
async function tooManyOf(count: number, isSingle: boolean): Promise<Issue | undefined> {
  const { checkFileCount } = await import('@kinora/core/media')
  if (!isSingle) return checkFileCount(count)[0]
  return count > 1 ? { path: 'file', code: 'validation.tooManyFiles', params: { max: 1 } } : undefined
}

/** Puts a file into the queue: for what is named, or for a title that is made for it. */
function useMake({ tag, role = 'video', providerId }: UploadDropOptions) {
  const toTitle = useTitleFromFile()
  const uploads = useUploadActs()
  return async (file: PickedFile): Promise<{ tag?: string; issues: readonly Issue[] }> => {
    if (tag === undefined) return toTitle(file, { providerId })
    const kind = role !== 'video' || isVideoName(file.name) ? 'video' : 'audio'
    return { tag, issues: issuesOf(await uploads.add([{ tag, role, file, kind }])) }
  }
}

/** Texts of a place for files and of what becomes of them. */
export const useDropTexts = () =>
  useTexts(
    titleTexts,
    uploadPanelTexts,
    uploadTexts,
    uploadTrayTexts,
    processingTexts,
    validationTexts,
    wordTexts,
  )
