import {
  DELETE_REFETCH_DELAY,
  errorCodeOf,
  isVideoInProgress,
  KinoraError,
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
import { useInvalidate } from '../../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../../kernel/use-write.ts'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import { isCancellable } from '../../uploads/file-standing.ts'
import { useTitleTexts } from '../texts.ts'
import { type TitleListState, toFilter } from './filters.ts'

export const canPublish = (title: Title): boolean => titleStatus.can(title.status as TitleStatus, 'publish')
export const canUnpublish = (title: Title): boolean =>
  titleStatus.can(title.status as TitleStatus, 'unpublish')
/** A failed or cancelled title whose file is still stored can be processed again. */
export const canProcessAgain = (title: Title): boolean =>
  title.fileDigest !== null &&
  titleStatus.can(title.status as TitleStatus, 'encode') &&
  !isVideoInProgress(title.videoStatus)
export const canCancel = (title: Title): boolean => isVideoInProgress(title.videoStatus)

export interface TitleFailure {
  title: Title
  reason: string
}

/** What can be done to titles from a list, each with its message (TITLE-20 to 29). */
export function useTitleActions() {
  const { text } = useTitleTexts()
  const { uploads } = useKinora()
  const { send: encode } = useWrite(titles.encodeVideo, { parallel: true })
  const { send: retry } = useWrite(titles.retry, { parallel: true })
  const { send: cancel } = useWrite(titles.cancelContent, {
    parallel: true,
    success: text('success.fileCanceled'),
  })
  const { send: exportTitles } = useWrite(titles.export, {
    invalidates: [],
    timeout: 0,
    success: text('success.titleExport'),
    onSuccess: file => saveFile(file, 'Content_Titles_Export.csv'),
  })
  const publish = usePublishing()
  const remove = useRemoval()
  const copyTag = useCopy()
  return useMemo(
    () => ({
      publish,
      remove,
      copyTag,
      processAgain: ({ tag }: Title) => encode({ tag }),
      /** Gets a title, or its trailer, out of where it stands still; the server decides how. */
      retry: ({ tag }: Title, isTrailerFile = false) => retry({ tag, isTrailerFile }),
      /** An upload of this browser is cancelled where it runs, as its tray does. */
      async cancel({ tag }: Title): Promise<void> {
        const here = uploads.getSnapshot().items.find(item => item.tag === tag && item.role === 'video')
        if (here !== undefined && isCancellable(here)) uploads.cancel(here.id)
        else await cancel({ titleTag: tag })
      },
      exportCsv: (state: TitleListState) =>
        exportTitles({
          ...toFilter(state),
          sort: state.sort.id,
          dir: state.sort.descending ? 'desc' : 'asc',
        }),
    }),
    [publish, remove, copyTag, encode, retry, cancel, exportTitles, uploads],
  )
}
export type TitleActions = ReturnType<typeof useTitleActions>

/** Publishes or takes back one or many; what failed comes back, each with its own reason. */
function usePublishing() {
  const { text } = useTitleTexts()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const { send } = useWrite(titles.publish, { parallel: true, invalidates: [], failure: saidByCaller })
  return useCallback(
    async (chosen: readonly Title[], value: boolean): Promise<readonly TitleFailure[]> => {
      const results = await Promise.all(chosen.map(({ tag }) => send({ tag, publish: value })))
      const failures = results.flatMap((result, nth): TitleFailure[] => {
        if (result.kind !== 'failed') return []
        const failed = toPublishFailure(result.error)
        return [{ title: chosen[nth]!, reason: 'words' in failed ? failed.words : text(failed.key) }]
      })
      const done = !value
        ? 'success.updated'
        : chosen.length === 1
          ? 'success.titlePublished'
          : 'success.published'
      const [failure] = failures
      if (failure === undefined) toasts.show({ text: text(done), tone: 'positive' })
      else if (chosen.length === 1) toasts.show({ text: failure.reason, tone: 'negative' })
      await invalidate(['titles'])
      return failures
    },
    [send, text, toasts, invalidate],
  )
}

/** TITLE-26, TITLE-27: deletes, and looks again once the server has tidied up; undefined where nothing was done. */
function useRemoval() {
  const { text, error } = useTitleTexts()
  const invalidate = useInvalidate()
  const { send } = useWrite(titles.remove, {
    success(answer) {
      const result = toDeletionResult(answer)
      return result.kind === 'mixed'
        ? { text: text(result.text, result.params), tone: 'warning' }
        : text(result.text)
    },
    onSuccess: () => void setTimeout(() => void invalidate(['titles']), DELETE_REFETCH_DELAY),
  })
  return useCallback(
    async (chosen: readonly Title[]): Promise<readonly TitleFailure[] | undefined> => {
      const result = await send({ tags: chosen.map(({ tag }) => tag) })
      if (result.kind !== 'done') return undefined
      return result.output.flatMap(({ item1, item2 }) => {
        const title = chosen.find(({ tag }) => tag === item1)
        const isDeleted = item2 >= 200 && item2 < 300
        return title && !isDeleted ? [{ title, reason: error(new KinoraError(errorCodeOf(item2))) }] : []
      })
    },
    [send, error],
  )
}

function useCopy() {
  const { text, error } = useTitleTexts()
  const toasts = useToasts()
  return useCallback(
    ({ tag }: Title): Promise<unknown> =>
      navigator.clipboard.writeText(tag).then(
        () => toasts.show({ text: text('success.copied'), tone: 'positive' }),
        failure => toasts.show({ text: error(failure), tone: 'negative' }),
      ),
    [text, error, toasts],
  )
}
