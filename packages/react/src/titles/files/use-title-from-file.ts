import { ContentType, type Input, type Issue, KinoraError, type MessageKey, titles } from '@kinora/core'
import { useCallback } from 'react'
import { handledByCaller, useWrite } from '../../kernel/use-write.ts'
import { type PickedFile, renamed } from '../../ui/form/picked-files.ts'
import { issuesOf, useUploadActs } from '../../uploads/use-uploads.ts'
import { nameFromFile } from '../editor/title-draft.ts'

/** What came of a file: its title, unless none was made, and what is wrong with the file. */
interface TitleFromFile {
  tag?: string
  issues: readonly Issue[]
}

type Draft = Omit<Input<typeof titles.create>, 'className'>

/** Makes a title of a file, with a name from it, and queues its upload: the file is examined before anything is made or sent (UPLOAD-26). */
export function useTitleFromFile(): (file: PickedFile, draft: Draft) => Promise<TitleFromFile> {
  const { send } = useWrite(titles.create, { invalidates: [], failure: handledByCaller })
  const uploads = useUploadActs()
  return useCallback(
    async (file, draft) => {
      const kind = isVideoName(file.name) ? 'video' : 'audio'
      const { checkMediaFile } = await import('@kinora/core/media')
      const { issues } = await checkMediaFile(kind, { name: file.name, blob: file })
      if (issues.length > 0) return { issues }
      const refused = await uploads.refusal()
      if (refused !== undefined) return { issues: [refused] }
      const contentType = kind === 'audio' ? ContentType.Audio : ContentType.Video
      const made = await send({ ...draft, className: nameFromFile(file.name), contentType })
      if (made.kind !== 'done') throw made.kind === 'failed' ? made.error : new KinoraError('aborted')
      const { tag } = made.output
      return { tag, issues: issuesOf(await uploads.add([{ tag, role: 'video', file, kind }])) }
    },
    [send, uploads],
  )
}

const nameCodes: ReadonlySet<string> = new Set([
  'validation.fileNameCharacters',
  'validation.fileNameLength',
] satisfies MessageKey[])

/** The file under a name that is allowed, where its name is all that is wrong (VAL-10, VAL-11). */
export function toRenamed(file: PickedFile, issues: readonly Issue[]): PickedFile | undefined {
  const clean = issues.find(({ code }) => nameCodes.has(code))?.params?.clean
  if (clean === undefined || issues.some(({ code }) => !nameCodes.has(code))) return undefined
  return renamed(file, String(clean))
}

/** An .mp4 is taken for a video, what can only be sound makes an audio title; anything else is told all types (VAL-15). */
export const isVideoName = (name: string): boolean => /\.mp4$/i.test(name)
