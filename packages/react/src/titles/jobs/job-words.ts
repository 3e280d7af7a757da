import {
  deletedTitleTexts,
  historyTexts,
  languageTexts,
  listTexts,
  quotaTexts,
  type TitleJob,
  titleEditorTexts,
  titleJobs,
  titleJobTexts,
  titleTexts,
  toJobResult,
  toProblemWords,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../../kernel/message.ts'
import { useRead } from '../../kernel/use-read.ts'
import type { BulkFailure } from '../../ui/list/result-panel.tsx'

/** Texts of acts on many titles. */
export const useTitleJobTexts = () =>
  useTexts(
    languageTexts,
    titleJobTexts,
    titleTexts,
    titleEditorTexts,
    historyTexts,
    deletedTitleTexts,
    quotaTexts,
    listTexts,
    validationTexts,
    wordTexts,
  )

export type TitleJobTexts = ReturnType<typeof useTitleJobTexts>

/** The same without what only the preview says. */
export const useJobPanelTexts = () => useTexts(titleJobTexts, titleTexts, listTexts, wordTexts)

type JobCounts = Pick<TitleJob, 'jobId' | 'counts'>

/** The titles that a job refused or left alone, each with its reason in the reader’s words. */
export function useJobFailures(job: JobCounts, titleHref: (tag: string) => string): readonly BulkFailure[] {
  const { text, issue } = useTitleJobTexts()
  return [...useResults(job, 'refused'), ...useResults(job, 'changed')].map(
    ({ tag, className, problem }) => ({
      id: tag,
      name: className || text('ui.titles.untitled'),
      reason: toProblemWords(problem, issue),
      href: titleHref(tag),
    }),
  )
}

function useResults({ jobId, counts }: JobCounts, outcome: 'refused' | 'changed') {
  const read = useRead(titleJobs.results, { jobId, outcome, take: -1 }, { enabled: counts[outcome] > 0 })
  return read.data?.data ?? []
}

/** What came of a job, and why it ended so, in a sentence. */
export function jobSentence(job: TitleJob, { text, issue }: Pick<TitleJobTexts, 'text' | 'issue'>): string {
  const words = toJobResult(job).map(part => text(part.text, part.params))
  const why = toProblemWords(job.problem, issue)
  return [...words, ...(why === '' ? [] : [why])].join('. ')
}
