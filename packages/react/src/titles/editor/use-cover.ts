import { titles } from '@kinora/core'
import { useImageUpload } from '../../kernel/use-image-upload.ts'
import { saidByCaller, useWrite } from '../../kernel/use-write.ts'
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
  const { form, title, source, settle } = useEditor()
  const texts = useTitleEditorTexts()
  const image = useImageUpload('titleCover', 'cover')
  const frame = useWrite(titles.updateThumbnailType, { invalidates: [], failure: saidByCaller })
  const take: CoverWork['take'] = async ([file]) => {
    const url = file && (await image.take(file))
    if (url === undefined) return
    form.setValue('thumbnailType', 'custom')
    form.setValue('imageLink', url, { shouldValidate: true })
  }
  const choose: CoverWork['choose'] = async type => {
    if (title === undefined || title.streamingLink === null || type === 'custom')
      return form.setValue('thumbnailType', type)
    const result = await frame.send({ tag: title.tag, thumbnailType: type })
    if (result.kind !== 'done') return
    const fresh = { ...title, thumbnailType: type, imageLink: result.output.imageLink }
    const { thumbnailType, imageLink } = form.getValues()
    settle({ values: toDraft(fresh) }, { ...toDraft(title), thumbnailType, imageLink })
    await source.put(fresh)
    // The answer names no version.
    await source.refresh().catch(() => undefined)
  }
  const failure = frame.error === null ? undefined : texts.error(frame.error)
  return {
    working: image.busy ? 'storing' : frame.pending ? 'taking' : undefined,
    error: image.error ?? failure,
    take,
    choose,
  }
}
