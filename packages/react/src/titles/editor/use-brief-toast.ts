import { UPDATE_ERROR_DISPLAY } from '@kinora/core'
import { useCallback } from 'react'
import { useToasts } from '../../ui/overlay/toast-region.tsx'

/** TITLE-21: a failure shown for one and a half seconds; the lasting word stands on the page. */
export function useBriefToast(): (text: string) => void {
  const toasts = useToasts()
  return useCallback(
    text => {
      const id = toasts.show({ text, tone: 'negative' })
      setTimeout(() => toasts.dismiss(id), UPDATE_ERROR_DISPLAY)
    },
    [toasts],
  )
}
