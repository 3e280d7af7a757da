import { type TitleJob, titleJobs, toProblemWords } from '@kinora/core'
import { useRead } from '../../kernel/use-read.ts'
import type { BulkFailure } from '../../ui/list/result-panel.tsx'
import { useTitleJobTexts } from './texts.ts'

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
