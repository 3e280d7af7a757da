import { titles } from '@kinora/core'
import { saidByCaller, useWrite } from '../../kernel/use-write.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toDraft } from './title-draft.ts'
import { useEditor } from './title-editor-context.tsx'

export interface CoverWork {
  /** While a frame of the video is fetched. */
  taking: boolean
  error: string | undefined
  /** TITLE-12, TITLE-13: from the video now where it is processed, later where it isn't yet; the frame of `second` where it is given. */
  choose(type: 'auto' | 'custom', second?: number): Promise<void>
}

/** Where the cover comes from: an own image, or a frame of the video. */
export function useCover(): CoverWork {
  const { form, title, source, settle } = useEditor()
  const texts = useTitleEditorTexts()
  const frame = useWrite(titles.updateThumbnailType, { invalidates: [], failure: saidByCaller })
  const choose: CoverWork['choose'] = async (type, second) => {
    if (frame.pending) return
    if (title === undefined || title.streamingLink === null || type === 'custom')
      return form.setValue('thumbnailType', type)
    const result = await frame.send({
      tag: title.tag,
      thumbnailType: type,
      ...(second !== undefined && { second }),
    })
    if (result.kind !== 'done') return
    const fresh = { ...title, thumbnailType: type, imageLink: result.output.imageLink }
    const { thumbnailType, imageLink } = form.getValues()
    settle({ values: toDraft(fresh) }, { ...toDraft(title), thumbnailType, imageLink })
    await source.put(fresh)
    // The answer names no version.
    await source.refresh().catch(() => undefined)
  }
  return {
    taking: frame.pending,
    error: frame.error === null ? undefined : texts.error(frame.error),
    choose,
  }
}
