import { useCallback } from 'react'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useTenantTexts } from './texts.ts'

/** Puts words on the clipboard and says "Copied" (TENANT-27); where the browser doesn't allow it, they are shown. */
export function useCopyWords(): (words: string) => Promise<void> {
  const { text } = useTenantTexts()
  const toasts = useToasts()
  return useCallback(
    async words => {
      try {
        await navigator.clipboard.writeText(words)
        toasts.show({ text: text('success.copied'), tone: 'positive' })
      } catch {
        toasts.show({ text: text('ui.tenants.copyFailed', { words }), tone: 'negative', sticky: true })
      }
    },
    [text, toasts],
  )
}
