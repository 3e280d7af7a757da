import { DELETE_REFETCH_DELAY, type KeyValueStore, type TitleJob, titleJobs } from '@kinora/core'
import { useEffect, useReducer, useRef } from 'react'
import { useKinora } from '../../kernel/provider.tsx'
import { useInvalidate, useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { ResultPanel } from '../../ui/list/result-panel.tsx'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { ProgressBar } from '../../ui/status/progress.tsx'
import { jobSentence, useJobFailures, useJobPanelTexts, useTitleJobTexts } from './job-words.ts'

/** Milliseconds between polls of a job that runs. */
const POLL_INTERVAL = 1000

interface TitleJobPanelProps {
  titleHref: (tag: string) => string
}

/** The person’s latest job on titles: how far it is, then what came of it, until that is closed. A reload finds it again. */
export function TitleJobPanel({ titleHref }: TitleJobPanelProps) {
  const { store } = useKinora()
  const [, look] = useReducer((count: number) => count + 1, 0)
  const newest = useRead(titleJobs.list, { mine: true, take: 1 })
  const found = newest.data?.data[0]
  const followed = useRead(
    titleJobs.view,
    { jobId: found?.jobId ?? '' },
    { enabled: found?.status === 'Running', refetchInterval: POLL_INTERVAL },
  )
  // A job that has ended isn't followed any more: what was seen of it last may still say that it runs.
  const isFollowed = found?.status === 'Running' && followed.data?.jobId === found.jobId
  const job = isFollowed ? followed.data : found
  const watched = watchedJob(store)
  const isRunning = job?.status === 'Running'
  const jobId = job?.jobId
  const isOld = useIsOld(newest.data, jobId)
  useEffect(() => {
    if (jobId === undefined || (isOld && !isRunning)) return
    watchedJob(store).set(jobId)
    look()
  }, [store, jobId, isOld, isRunning])
  useInvalidateAtEnd(isOld ? undefined : job)
  if (job === undefined) return null
  if (isRunning) return <Running job={job} />
  if (!watched.is(job.jobId)) return null
  const close = () => {
    watched.forget()
    look()
  }
  return <Ended job={job} titleHref={titleHref} onClose={close} isQuiet={isOld} />
}

/**
 * Whether a job had ended before this page was opened. One that is quicker than two polls is never seen at work, and is reported
 * all the same.
 */
function useIsOld(newest: { data: TitleJob[] } | undefined, jobId: string | undefined): boolean {
  const old = useRef<string>(undefined)
  if (newest !== undefined && old.current === undefined) {
    const [first] = newest.data
    old.current = first === undefined || first.status === 'Running' ? '' : first.jobId
  }
  return jobId === old.current
}

/** TITLE-27: what the job has changed is read again, once more when the server has tidied up, and the newest job as well. Published all, it says so. */
function useInvalidateAtEnd(job: TitleJob | undefined): void {
  const invalidate = useInvalidate()
  const { text } = useJobPanelTexts()
  const toasts = useToasts()
  const announced = useRef<string>(undefined)
  useEffect(() => {
    if (job === undefined || job.status === 'Running' || announced.current === job.jobId) return
    announced.current = job.jobId
    const isPublished = job.act === 'publish' && job.counts.done > 0 && job.counts.refused === 0
    if (isPublished) toasts.show({ text: text('success.published'), tone: 'positive' })
    const reread = () => void invalidate(['titles', 'deleted-titles', titleJobs.list])
    reread()
    setTimeout(reread, DELETE_REFETCH_DELAY)
  }, [job, invalidate, toasts, text])
}

function Running({ job }: { job: TitleJob }) {
  const { text } = useJobPanelTexts()
  const { send, isPending: pending } = useWrite(titleJobs.cancel)
  const { total, waiting } = job.counts
  const done = total - waiting
  return (
    <section className="kn-job" aria-label={text('ui.page.jobs')}>
      <ProgressBar
        label={text(`ui.jobs.running.${job.act}`, { done, total })}
        value={total === 0 ? undefined : done / total}
      />
      <Button size="compact" loading={pending} onClick={() => void send({ jobId: job.jobId })}>
        {text('ui.cancel')}
      </Button>
    </section>
  )
}

interface EndedProps extends TitleJobPanelProps {
  job: TitleJob
  onClose: () => void
  /** Shown by the page itself, not as the end of what the person has watched. */
  isQuiet: boolean
}

function Ended({ job, titleHref, onClose, isQuiet }: EndedProps) {
  const texts = useTitleJobTexts()
  const { text } = texts
  const { send, isPending: pending } = useWrite(titleJobs.undo)
  const { jobId } = job
  const failed = useJobFailures(job, titleHref)
  const title = jobSentence(job, texts)
  const undo = job.isUndoable ? (
    <Button size="compact" loading={pending} onClick={() => void send({ jobId })}>
      {text('ui.undo')}
    </Button>
  ) : undefined
  return (
    <ResultPanel
      result={{ id: jobId, title, failed, undo, isQuiet }}
      onClose={onClose}
      closeLabel={text('ui.close')}
      moreLabel={count => text('ui.list.moreResults', { count })}
    />
  )
}

const KEY = 'kinora.titleJob'

/** The job whose end a person still waits for, wherever this browser was closed meanwhile. */
const watchedJob = (store: KeyValueStore) => ({
  is: (jobId: string): boolean => store.getItem(KEY) === jobId,
  set: (jobId: string): void => store.setItem(KEY, jobId),
  forget: (): void => store.removeItem(KEY),
})
