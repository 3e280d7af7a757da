import { type Title, titles } from '@kinora/core'
import { useState } from 'react'
import { useKinora } from '../../kernel/provider.tsx'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import { useEditor } from '../editor/title-editor-context.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** What can be done with a trailer (API-16, API-17, API-20). */
export function useTrailer({ tag }: Title) {
  const { session } = useKinora()
  const { source } = useEditor()
  const texts = useTitleEditorTexts()
  const toasts = useToasts()
  const [working, setWorking] = useState(false)
  const act = async (call: () => Promise<unknown>, done?: string) => {
    setWorking(true)
    try {
      await call()
      if (done !== undefined) toasts.show({ text: done, tone: 'positive' })
    } catch (error) {
      toasts.show({ text: texts.error(error), tone: 'negative', sticky: true })
    }
    await source.refresh()
    setWorking(false)
  }
  return {
    working,
    remove: () =>
      act(() => session.send(titles.removeTrailer, { Titletag: tag }), texts.text('success.trailerRemoved')),
    retry: () => act(() => session.send(titles.retry, { tag, isTrailerFile: true })),
    again: () => act(() => session.send(titles.encodeTrailer, { tag })),
    cancel: () =>
      act(
        () => session.send(titles.cancelContent, { titleTag: tag, isTrailerFile: true }),
        texts.text('success.fileCanceled'),
      ),
  }
}
