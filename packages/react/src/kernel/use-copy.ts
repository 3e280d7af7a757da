import { useCallback } from 'react'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useTexts } from './message.ts'

/** Puts words on the clipboard and says "Copied" (TENANT-27); where the browser doesn't allow it, they are shown. */
export function useCopy(): (words: string) => Promise<void> {
  const { text } = useTexts()
  const toasts = useToasts()
  return useCallback(
    async words => {
      try {
        await navigator.clipboard.writeText(words)
        toasts.show({ text: text('success.copied'), tone: 'positive' })
      } catch {
        toasts.show({ text: text('ui.copyFailed', { words }), tone: 'negative', sticky: true })
      }
    },
    [text, toasts],
  )
}
