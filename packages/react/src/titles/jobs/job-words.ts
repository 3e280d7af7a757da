import {
  deletedTitleTexts,
  historyTexts,
  listTexts,
  quotaTexts,
  type TitleJob,
  titleEditorTexts,
  titleJobs,
  titleJobTexts,
  titleTexts,
  toProblemWords,
  validationTexts,
} from '@kinora/core'
import { useTexts } from '../../kernel/message.ts'
import { useRead } from '../../kernel/use-read.ts'
import type { BulkFailure } from '../../ui/list/result-panel.tsx'

/** Texts of acts on many titles. */
export const useTitleJobTexts = () =>
  useTexts(
    titleJobTexts,
    titleTexts,
    titleEditorTexts,
    historyTexts,
    deletedTitleTexts,
    quotaTexts,
    listTexts,
    validationTexts,
  )

export type TitleJobTexts = ReturnType<typeof useTitleJobTexts>

/** The same without what only the preview says. */
export const useJobPanelTexts = () => useTexts(titleJobTexts, titleTexts, listTexts)

/** The titles that a job refused or left alone, each with its reason in the reader’s words. */
export function useJobFailures(
  { jobId, counts }: Pick<TitleJob, 'jobId' | 'counts'>,
  titleHref: (tag: string) => string,
): readonly BulkFailure[] {
  const { text, issue } = useTitleJobTexts()
  const input = { jobId, take: -1 }
  const refused = useRead(
    titleJobs.results,
    { ...input, outcome: 'refused' },
    { enabled: counts.refused > 0 },
  )
  const changed = useRead(
    titleJobs.results,
    { ...input, outcome: 'changed' },
    { enabled: counts.changed > 0 },
  )
  return [...(refused.data?.data ?? []), ...(changed.data?.data ?? [])].map(
    ({ tag, className, problem }) => ({
      id: tag,
      name: className || text('ui.titles.untitled'),
      reason: toProblemWords(problem, issue),
      href: titleHref(tag),
    }),
  )
}
