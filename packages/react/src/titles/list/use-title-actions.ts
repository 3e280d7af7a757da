import {
  DELETE_REFETCH_DELAY,
  isVideoInProgress,
  type Title,
  type TitleStatus,
  titleStatus,
  titles,
  toDeletionResult,
  toPublishFailure,
} from '@kinora/core'
import { useCallback, useMemo } from 'react'
import { saveFile } from '../../adapters/download.ts'
import { useKinora } from '../../kernel/provider.tsx'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import { useTitleTexts } from '../texts.ts'
import { type ListState, toFilter } from './filters.ts'

export const canPublish = (title: Title): boolean => titleStatus.can(title.status as TitleStatus, 'publish')
export const canUnpublish = (title: Title): boolean =>
  titleStatus.can(title.status as TitleStatus, 'unpublish')
/** A failed or cancelled title whose file is still stored can be processed again. */
export const canProcessAgain = (title: Title): boolean =>
  title.fileDigest !== null &&
  titleStatus.can(title.status as TitleStatus, 'encode') &&
  !isVideoInProgress(title.videoStatus)
export const canCancel = (title: Title): boolean => isVideoInProgress(title.videoStatus)

/** What can be done to titles from a list, each with its message (TITLE-20 to 29). */
export function useTitleActions() {
  const { session, queries } = useKinora()
  const texts = useTitleTexts()
  const toasts = useToasts()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['titles'] }), [queries])
  const fail = useCallback((words: string) => void toasts.show({ text: words, tone: 'negative' }), [toasts])

  const publish = useCallback(
    async (chosen: readonly Title[], value: boolean): Promise<void> => {
      const results = await Promise.allSettled(
        chosen.map(title => session.send(titles.publish, { tag: title.tag, publish: value })),
      )
      const failures = results.filter(result => result.status === 'rejected')
      const reasons = failures.map(failure => {
        const failed = toPublishFailure(failure.reason)
        return 'words' in failed ? failed.words : texts.text(failed.key)
      })
      const succeeded = results.length - failures.length
      const done =
        chosen.length === 1 && value
          ? 'success.titlePublished'
          : value
            ? 'success.published'
            : 'success.updated'
      if (failures.length === 0) toasts.show({ text: texts.text(done), tone: 'positive' })
      else if (chosen.length === 1) fail(reasons[0]!)
      else
        fail(
          texts.text('ui.titles.publishedCount', { s: succeeded, f: failures.length, reason: reasons[0]! }),
        )
      await refresh()
    },
    [session, texts, toasts, fail, refresh],
  )

  const remove = useCallback(
    async (chosen: readonly Title[]): Promise<boolean> => {
      try {
        const result = toDeletionResult(
          await session.send(titles.remove, { tags: chosen.map(title => title.tag) }),
        )
        const mixed = result.kind === 'mixed'
        toasts.show({
          text: texts.text(result.text, mixed ? result.params : undefined),
          tone: mixed ? 'warning' : 'positive',
        })
        await refresh()
        setTimeout(() => void refresh(), DELETE_REFETCH_DELAY)
        return true
      } catch (error) {
        fail(texts.error(error))
        return false
      }
    },
    [session, texts, toasts, fail, refresh],
  )

  const attempt = useCallback(
    async (act: () => Promise<unknown>, done?: string): Promise<void> => {
      try {
        await act()
        if (done !== undefined) toasts.show({ text: done, tone: 'positive' })
      } catch (error) {
        fail(texts.error(error))
      }
      await refresh()
    },
    [texts, toasts, fail, refresh],
  )

  return useMemo(
    () => ({
      publish,
      remove,
      processAgain: (title: Title) => attempt(() => session.send(titles.encodeVideo, { tag: title.tag })),
      /** Gets a title, or its trailer, out of where it stands still; the server decides how. */
      retry: (title: Title, isTrailerFile = false) =>
        attempt(() => session.send(titles.retry, { tag: title.tag, isTrailerFile })),
      cancel: (title: Title) =>
        attempt(
          () => session.send(titles.cancelContent, { titleTag: title.tag }),
          texts.text('success.fileCanceled'),
        ),
      copyTag: (title: Title) =>
        attempt(() => navigator.clipboard.writeText(title.tag), texts.text('success.copied')),
      exportCsv: (state: ListState) =>
        attempt(async () => {
          const answer = await session.send(
            titles.export,
            { ...toFilter(state), sort: state.sort.id, dir: state.sort.descending ? 'desc' : 'asc' },
            { timeout: 0 },
          )
          await saveFile(answer, 'Content_Titles_Export.csv')
        }, texts.text('success.titleExport')),
    }),
    [publish, remove, attempt, session, texts],
  )
}
export type TitleActions = ReturnType<typeof useTitleActions>
