import { titles } from '@kinora/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useKinora } from '../../kernel/provider.tsx'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import type { SelectionWork } from '../../ui/table/selection-bar.tsx'
import { useTitleTexts } from '../texts.ts'
import type { ChosenTitle } from './run-bulk.ts'
import type { SearchInput } from './use-windowed-search.ts'

/** Reads all titles that a search finds, to be chosen; can be stopped, and ends with the page. */
export function useMatchingTitles(input: SearchInput, total: number) {
  const { session } = useKinora()
  const { text, error } = useTitleTexts()
  const toasts = useToasts()
  const [read, setRead] = useState<number>()
  const controller = useRef(new AbortController())
  const stop = useCallback(() => controller.current.abort(), [])
  const asked = useRef(input)
  useEffect(() => stop, [stop])
  // Another search, another list: what is being read for the one before is not wanted any more.
  useEffect(() => {
    if (asked.current !== input) stop()
  }, [stop, input])
  const collect = useCallback(async (): Promise<readonly ChosenTitle[] | undefined> => {
    controller.current = new AbortController()
    asked.current = input
    const { signal } = controller.current
    setRead(0)
    try {
      const { collectTitles, MATCHES_PAGE } = await import('./run-bulk.ts')
      const readPage = (page: number) =>
        session.send(
          titles.search,
          { ...input, sort: 'createdDate', dir: 'asc', page, take: MATCHES_PAGE },
          { signal },
        )
      return await collectTitles(readPage, { signal, onProgress: setRead })
    } catch (failure) {
      if (!signal.aborted) toasts.show({ text: error(failure), tone: 'negative', sticky: true })
      return undefined
    } finally {
      setRead(undefined)
    }
  }, [session, input, toasts, error])
  const work: SelectionWork | undefined =
    read === undefined
      ? undefined
      : {
          label: text('ui.list.reading', { done: read, total: Math.max(read, total) }),
          value: total === 0 ? undefined : read / Math.max(read, total),
          stopLabel: text('ui.list.stop'),
          onStop: stop,
        }
  return { collect, work }
}
