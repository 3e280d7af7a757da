import { images, titles } from '@kinora/core'
import { useState } from 'react'
import { useKinora } from '../../kernel/provider.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toDraft } from './title-draft.ts'
import { useEditor } from './title-editor-context.tsx'

export interface CoverWork {
  working: 'storing' | 'taking' | undefined
  error: string | undefined
  /** Checks the image and stores it; the draft then points to it (API-24). */
  take(files: readonly File[]): Promise<void>
  /** TITLE-12, TITLE-13: from the video now where it is processed, later where it isn't yet. */
  choose(type: 'auto' | 'custom'): Promise<void>
}

/** The cover of the draft: an own image, checked before it is sent (VAL-19 to 25), or a frame of the video. */
export function useCover(): CoverWork {
  const { form, title, source, follow } = useEditor()
  const { session } = useKinora()
  const texts = useTitleEditorTexts()
  const [working, setWorking] = useState<CoverWork['working']>()
  const [error, setError] = useState<string>()

  const attempt = async (kind: 'storing' | 'taking', act: () => Promise<string | undefined>) => {
    setError(undefined)
    setWorking(kind)
    setError(await act().catch(texts.error))
    setWorking(undefined)
  }
  const take = ([file]: readonly File[]) =>
    attempt('storing', async () => {
      if (file === undefined) return undefined
      const { checkImage } = await import('@kinora/core/media')
      const [issue] = checkImage('titleCover', {
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      })
      if (issue !== undefined) return texts.issue(issue)
      const { url } = await session.send(images.upload, { img: file, AssetType: 'cover' })
      form.setValue('thumbnailType', 'custom')
      form.setValue('imageLink', url, { shouldValidate: true })
      return undefined
    })
  const choose = async (type: 'auto' | 'custom') => {
    if (title === undefined || title.streamingLink === null || type === 'custom')
      return form.setValue('thumbnailType', type)
    await attempt('taking', async () => {
      const { imageLink } = await session.send(titles.updateThumbnailType, {
        tag: title.tag,
        thumbnailType: type,
      })
      const known = { ...form.getValues() }
      const fresh = { ...title, thumbnailType: type, imageLink }
      follow(toDraft(fresh), {
        ...toDraft(title),
        thumbnailType: known.thumbnailType,
        imageLink: known.imageLink,
      })
      await source.put(fresh)
      return undefined
    })
  }
  return { working, error, take, choose }
}
