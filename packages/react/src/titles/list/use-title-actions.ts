import {
  canPublishWhenReady,
  DELETE_REFETCH_DELAY,
  isRemoved,
  isVideoInProgress,
  type Title,
  TitleStatus,
  titleStatus,
  titles,
  toDeletionResult,
  toPublishWords,
} from '@kinora/core'
import { useMemo } from 'react'
import { savedAs } from '../../adapters/download.ts'
import { useCopy } from '../../kernel/copy-input.tsx'
import { useKinora, useMay } from '../../kernel/provider.tsx'
import { useInvalidate } from '../../kernel/use-read.ts'
import { useWrite, type WriteResult } from '../../kernel/use-write.ts'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { isCancellable } from '../../uploads/use-upload-state.ts'
import { useTitleTexts } from '../texts.ts'
import { type TitleListState, toFilter } from './filters.ts'

export const canPublish = (title: Pick<Title, 'status'>): boolean =>
  titleStatus.can(title.status as TitleStatus, 'publish')
export const canUnpublish = (title: Pick<Title, 'status'>): boolean =>
  titleStatus.can(title.status as TitleStatus, 'unpublish')
export const canCancel = (title: Title): boolean => isVideoInProgress(title.videoStatus)

/** Whether a title that is being processed may be asked for to be published when that has ended. */
export const canAskWhenReady = (title: Title): boolean =>
  canPublishWhenReady(title) && isVideoInProgress(title.videoStatus) && title.whenReady?.state !== 'asked'

/** Named, so that an editor shows its name and not the fields of a title. */
type Written = Promise<WriteResult<Title>>

// TITLE-20 to TITLE-29
/** What can be done to titles, each with its message: functions that never throw and answer what came of it. */
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
    ...savedAs('Content_Titles_Export.csv'),
    success: text('success.titleExport'),
  })
  const publishing = usePublishing()
  const removal = useRemoval()
  const copyTag = useCopy()
  const may = useMay()
  return useMemo(
    () => ({
      // KEY-06
      /** Whether this page offers it. */
      may,
      ...publishing,
      ...removal,
      copyTag,
      processAgain: ({ tag }: Title) => encode({ tag }),
      /** Gets a title, or its trailer, out of where it stands still; the server decides how. */
      retry: ({ tag }: Title, isTrailerFile = false): Written => retry({ tag, isTrailerFile }),
      /** An upload of this browser is cancelled where it runs, as its tray does. */
      async cancel({ tag }: Title): Promise<WriteResult<unknown>> {
        const here = uploads.getSnapshot().items.find(item => item.tag === tag && item.role === 'video')
        if (here === undefined || !isCancellable(here)) return cancel({ titleTag: tag })
        uploads.cancel(here.id)
        return { kind: 'done', output: undefined }
      },
      /** What the list finds, or titles by their tags. */
      exportCsv: (state: TitleListState, titleTags?: string[]) =>
        exportTitles({
          ...(titleTags ? { titleTags } : toFilter(state)),
          // A file has no use for relevance.
          ...(state.sort && { sort: state.sort.id, dir: state.sort.descending ? 'desc' : 'asc' }),
        }),
    }),
    [publishing, removal, copyTag, may, encode, retry, cancel, exportTitles, uploads],
  )
}
export type TitleActions = ReturnType<typeof useTitleActions>

/** Publishes a title or takes it back, and says what came of it. */
function usePublishing() {
  const texts = useTitleTexts()
  const { text } = texts
  const { send } = useWrite(titles.publish, {
    parallel: true,
    success: ({ status }, { publish, whenReady }) => {
      if (!whenReady) return text(publish ? 'success.titlePublished' : 'success.updated')
      if (!publish) return text('success.staysUnpublished')
      return text(status === TitleStatus.Published ? 'success.titlePublished' : 'success.publishesWhenReady')
    },
    failure: error => toPublishWords(error, texts),
  })
  return useMemo(
    () => ({
      publish: ({ tag }: Pick<Title, 'tag'>, publish = true): Written => send({ tag, publish }),
      unpublish: ({ tag }: Pick<Title, 'tag'>): Written => send({ tag, publish: false }),
      /** As soon as the file is processed, or no more. */
      publishWhenReady: ({ tag }: Pick<Title, 'tag'>, publish = true): Written =>
        send({ tag, publish, whenReady: true }),
    }),
    [send],
  )
}

/** Milliseconds in which a deletion can be undone where it was made; the list of deleted titles has it for longer. */
const UNDO_DISPLAY = 10_000

/** TITLE-26, TITLE-27: deletes, and looks again once the server has tidied up. */
function useRemoval() {
  const { text } = useTitleTexts()
  const invalidate = useInvalidate()
  const kinora = useKinora()
  const toasts = useToasts()
  const { send } = useWrite(titles.remove, {
    success(answer) {
      const result = toDeletionResult(answer)
      const gone = answer.filter(isRemoved).map(({ id }) => id)
      const onSelect = async () =>
        (await import('../deleted/undo-delete.ts')).undoDelete(gone, { kinora, toasts, invalidate })
      return {
        duration: UNDO_DISPLAY,
        action: { label: text('ui.undo'), onSelect: () => void onSelect() },
        ...(result.kind === 'mixed'
          ? { text: text(result.text, result.params), tone: 'warning' }
          : { text: text(result.text) }),
      }
    },
    onSuccess: () => void setTimeout(() => void invalidate(['titles']), DELETE_REFETCH_DELAY),
  })
  return useMemo(
    () => ({
      /** The answer names each, and why one stayed. */
      remove: (chosen: readonly Pick<Title, 'tag'>[]) => send({ tags: chosen.map(({ tag }) => tag) }),
    }),
    [send],
  )
}
