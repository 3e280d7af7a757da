import {
  DELETE_REFETCH_DELAY,
  errorCodeOf,
  isVideoInProgress,
  KinoraError,
  type Output,
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
import { isCancellable } from '../../uploads/use-uploads.ts'
import { useTitleTexts } from '../texts.ts'
import { useCopy } from '../use-copy.ts'
import { type TitleListState, toFilter } from './filters.ts'
import type { BulkOutcome, ChosenTitle, GroupResult, TitleFailure } from './run-bulk.ts'

export const canPublish = (title: Pick<Title, 'status'>): boolean =>
  titleStatus.can(title.status as TitleStatus, 'publish')
export const canUnpublish = (title: Pick<Title, 'status'>): boolean =>
  titleStatus.can(title.status as TitleStatus, 'unpublish')
/** A failed or cancelled title whose file is still stored can be processed again. */
export const canProcessAgain = (title: Title): boolean =>
  title.fileDigest !== null &&
  titleStatus.can(title.status as TitleStatus, 'encode') &&
  !isVideoInProgress(title.videoStatus)
export const canCancel = (title: Title): boolean => isVideoInProgress(title.videoStatus)

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
  const publishing = usePublishing()
  const removal = useRemoval()
  const copyTag = useCopy()
  return useMemo(
    () => ({
      ...publishing,
      ...removal,
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
          // A file has no use for relevance.
          ...(state.sort && { sort: state.sort.id, dir: state.sort.descending ? 'desc' : 'asc' }),
        }),
    }),
    [publishing, removal, copyTag, encode, retry, cancel, exportTitles, uploads],
  )
}
export type TitleActions = ReturnType<typeof useTitleActions>

/** Publishes or takes back titles, and says what came of it. */
function usePublishing() {
  const { text } = useTitleTexts()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const { send } = useWrite(titles.publish, { parallel: true, invalidates: [], failure: saidByCaller })
  return useMemo(() => {
    const publishOne = async (title: ChosenTitle, value: boolean): Promise<GroupResult> => {
      const result = await send({ tag: title.tag, publish: value })
      if (result.kind !== 'failed') return { failures: [], isHopeless: false }
      const failed = toPublishFailure(result.error)
      const reason = 'words' in failed ? failed.words : text(failed.key)
      return { failures: [{ title, reason }], isHopeless: isHopeless(result.error) }
    }
    /** One toast where all went well, or where one alone did not. */
    const tellPublished = (
      chosen: readonly ChosenTitle[],
      value: boolean,
      { failures, left }: Pick<BulkOutcome, 'failures' | 'left'>,
    ): void => {
      const done = !value
        ? 'success.updated'
        : chosen.length === 1
          ? 'success.titlePublished'
          : 'success.published'
      const [failure] = failures
      if (failure === undefined && left === 0) toasts.show({ text: text(done), tone: 'positive' })
      else if (failure !== undefined && chosen.length === 1)
        toasts.show({ text: failure.reason, tone: 'negative' })
    }
    const publish = async (title: Title, value: boolean): Promise<void> => {
      const { failures } = await publishOne(title, value)
      tellPublished([title], value, { failures, left: 0 })
      await invalidate(['titles'])
    }
    return { publish, publishOne, tellPublished }
  }, [send, text, toasts, invalidate])
}

/** Without a session or a network no other title would fare better. */
const isHopeless = ({ code }: KinoraError): boolean => code === 'unauthorised' || code === 'offline'

/** Milliseconds in which a deletion can be undone where it was made; the list of deleted titles has it for longer. */
const UNDO_DISPLAY = 10_000

/** TITLE-26, TITLE-27: deletes, and looks again once the server has tidied up; undefined where nothing was done. */
function useRemoval() {
  const { text, error } = useTitleTexts()
  const invalidate = useInvalidate()
  const later = useCallback(
    () => void setTimeout(() => void invalidate(['titles']), DELETE_REFETCH_DELAY),
    [invalidate],
  )
  const kinora = useKinora()
  const toasts = useToasts()
  const { send } = useWrite(titles.remove, {
    success(answer) {
      const result = toDeletionResult(answer)
      const gone = answer.filter(({ item2 }) => item2 < 300).map(({ item1 }) => item1)
      const onSelect = async () =>
        (await import('../deleted/undo-delete.ts')).undoDelete(gone, { kinora, toasts, invalidate })
      const undo = {
        duration: UNDO_DISPLAY,
        action: { label: text('ui.titles.undo'), onSelect: () => void onSelect() },
      }
      return result.kind === 'mixed'
        ? { ...undo, text: text(result.text, result.params), tone: 'warning' }
        : { ...undo, text: text(result.text) }
    },
    onSuccess: later,
  })
  const { send: sendGroup } = useWrite(titles.remove, {
    invalidates: [],
    failure: saidByCaller,
    onSuccess: later,
  })
  return useMemo(() => {
    const failuresOf = (
      chosen: readonly ChosenTitle[],
      output: Output<typeof titles.remove>,
    ): TitleFailure[] =>
      output.flatMap(({ item1, item2 }) => {
        const title = chosen.find(({ tag }) => tag === item1)
        const isDeleted = item2 >= 200 && item2 < 300
        return title && !isDeleted ? [{ title, reason: error(new KinoraError(errorCodeOf(item2))) }] : []
      })
    const tagsOf = (chosen: readonly ChosenTitle[]) => ({ tags: chosen.map(({ tag }) => tag) })
    return {
      async remove(chosen: readonly ChosenTitle[]): Promise<readonly TitleFailure[] | undefined> {
        const result = await send(tagsOf(chosen))
        return result.kind === 'done' ? failuresOf(chosen, result.output) : undefined
      },
      /** One part of many: says nothing itself. */
      async removeGroup(chosen: readonly ChosenTitle[]): Promise<GroupResult> {
        const result = await sendGroup(tagsOf(chosen))
        if (result.kind === 'done') return { failures: failuresOf(chosen, result.output), isHopeless: false }
        const failure = result.kind === 'failed' ? result.error : new KinoraError('aborted')
        const failures = chosen.map(title => ({ title, reason: error(failure) }))
        return { failures, isHopeless: isHopeless(failure) }
      },
    }
  }, [send, sendGroup, error])
}
