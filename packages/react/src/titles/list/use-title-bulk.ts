import { useCallback, useEffect, useRef, useState } from 'react'
import { useInvalidate } from '../../kernel/use-read.ts'
import type { BulkResult } from '../../ui/list/result-panel.tsx'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import type { SelectionWork } from '../../ui/table/selection-bar.tsx'
import { useTitleTexts } from '../texts.ts'
import type { ChosenTitle } from './run-bulk.ts'
import type { TitleActions } from './use-title-actions.ts'

/** Acts on several titles, however many: progress, a stop, a line for each title that failed, and undo for the others. */
export function useTitleBulk(actions: TitleActions, titleHref: (tag: string) => string) {
  const { text } = useTitleTexts()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const [result, setResult] = useState<BulkResult | null>(null)
  const [work, setWork] = useState<SelectionWork>()
  const controller = useRef(new AbortController())
  const isGone = useRef(false)
  useEndWithPage(controller, isGone, work !== undefined)
  const context = { actions, titleHref, text, toasts, invalidate, setResult, setWork, controller, isGone }
  const acts = async () => (await import('./bulk-acts.tsx')).createBulkActs(context)
  return {
    result,
    work,
    close: useCallback(() => setResult(null), []),
    publish: async (titles: readonly ChosenTitle[], value: boolean) => (await acts()).publish(titles, value),
    remove: async (titles: readonly ChosenTitle[]) => (await acts()).remove(titles),
  }
}

/** A run ends with its page: nobody could see or stop it any more. Leaving the site asks first. */
function useEndWithPage(
  controller: { current: AbortController },
  isGone: { current: boolean },
  isRunning: boolean,
): void {
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      controller.current.abort()
    }
  }, [controller, isGone])
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isRunning])
}
