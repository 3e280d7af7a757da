import { useCallback } from 'react'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useTitleTexts } from './texts.ts'

/** Puts words on the clipboard; where the browser doesn't allow it, they are shown to be copied by hand. */
export function useCopy(): (words: string) => Promise<unknown> {
  const { text } = useTitleTexts()
  const toasts = useToasts()
  return useCallback(
    async words => {
      try {
        await navigator.clipboard.writeText(words)
        toasts.show({ text: text('success.copied'), tone: 'positive' })
      } catch {
        toasts.show({ text: text('ui.titles.copyFailed', { words }), tone: 'negative', sticky: true })
      }
    },
    [text, toasts],
  )
}
