import { type PublishingJob, publishing } from '@kinora/core'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useInvalidate, useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { toSentences } from './effect-words.ts'
import { usePublishingTexts } from './texts.ts'

/** Milliseconds between polls of a job that runs. */
const POLL_INTERVAL = 1000

/** Sentences that are said at once; of more tenants only how many. */
const TOLD = 3

/** How far publishing is, and what it did; it stays until it is closed. */
export function PublishingResult({ started, onClose }: { started: PublishingJob; onClose: () => void }) {
  const texts = usePublishingTexts()
  const { text } = texts
  const isOver = started.status !== 'Running'
  const read = useRead(
    publishing.view,
    { jobId: started.jobId },
    { enabled: !isOver, refetchInterval: POLL_INTERVAL },
  )
  const job = read.data ?? started
  useInvalidateAtEnd(job.status)
  const said = useEndAnnouncement(job)
  const { total, done, refused } = job.counts
  const titles = job.results.reduce((sum, { arriving, leaving }) => sum + arriving + leaving, 0)
  const failed = job.results.filter(({ outcome }) => outcome === 'refused')
  return (
    <Card
      title={text('ui.result')}
      actions={
        <IconButton label={text('ui.close')} icon={<X size={16} aria-hidden="true" />} onClick={onClose} />
      }
    >
      {job.status === 'Running' ? (
        <ProgressBar
          label={text('ui.publishing.running', { done: done + refused, total })}
          value={(done + refused) / Math.max(1, total)}
          detail={titles === 0 ? undefined : text('ui.publishing.soFar', { count: titles })}
        />
      ) : null}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {job.problem === '' ? null : <Banner tone="negative">{job.problem}</Banner>}
      {failed.length === 0 ? null : (
        <Banner tone="negative" title={text('ui.publishing.failed', { count: failed.length })}>
          {failed.map(({ tenantName, problem }) => `${tenantName}: ${problem}`).join(' ')}
        </Banner>
      )}
      <ul className="kn-effects">
        {job.results
          .filter(({ outcome }) => outcome === 'done')
          .map(result => (
            <li key={result.tenantId ?? ''}>{toSentences(texts, result).join(' ')}</li>
          ))}
      </ul>
    </Card>
  )
}

/** What came of it, in a live region for screen readers: empty until it has ended, so that it is heard. */
function useEndAnnouncement({ status, results, problem, counts }: PublishingJob): string {
  const texts = usePublishingTexts()
  const [said, say] = useState('')
  const done = results.filter(({ outcome }) => outcome === 'done')
  const words = [
    ...(problem === '' ? [] : [problem]),
    ...(counts.refused === 0 ? [] : [texts.text('ui.publishing.failed', { count: counts.refused })]),
    ...(done.length > TOLD
      ? [texts.text('ui.publishing.running', { done: done.length, total: counts.total })]
      : done.map(result => toSentences(texts, result).join(' '))),
  ].join('. ')
  useEffect(() => {
    if (status !== 'Running') say(words)
  }, [status, words])
  return said
}

/** Invalidates what a job has changed once it has ended. */
function useInvalidateAtEnd(status: PublishingJob['status']): void {
  const invalidate = useInvalidate()
  const seen = useRef(status)
  useEffect(() => {
    const before = seen.current
    seen.current = status
    if (before === 'Running' && status !== 'Running') void invalidate(['channels', 'titles', 'favourites'])
  }, [status, invalidate])
}
