import { type Title, TitleStatus, titles, toPublishFailure } from '@kinora/core'
import { useKinora } from '../../kernel/provider.tsx'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toDraft } from './title-draft.ts'
import { useBriefToast } from './use-brief-toast.ts'
import type { TitleSource } from './use-title.ts'
import type { TitleForm } from './use-title-form.ts'

interface Needs {
  form: TitleForm
  source: TitleSource
  fail(kind: 'publish', words: string): void
}

/** TITLE-20 to 25: the publish call after a successful save, and what its failures say. */
export function useTitlePublish({ form, source, fail }: Needs): (title: Title) => Promise<boolean> {
  const { session } = useKinora()
  const { text } = useTitleEditorTexts()
  const toasts = useToasts()
  const flash = useBriefToast()
  return async title => {
    try {
      const published =
        title.status === TitleStatus.Published
          ? title
          : await session.send(titles.publish, { tag: title.tag, publish: true })
      form.follow(toDraft(published))
      await source.put(published)
      toasts.show({ text: text('success.titlePublished'), tone: 'positive' })
      return true
    } catch (error) {
      const failure = toPublishFailure(error)
      const words = 'words' in failure ? failure.words : text(failure.key)
      form.refuse(error)
      flash(words)
      fail('publish', words)
      return false
    }
  }
}
