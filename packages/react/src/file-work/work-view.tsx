import { toWorkState, WorkStatus, workStatus } from '@kinora/core'
import { Download, Play, Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Fact, FactList } from '../titles/fact-list.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useWorkTexts } from './texts.ts'
import type { WorkActs } from './use-work.ts'
import { toShare, type Work } from './work.ts'
import { WorkBadge } from './work-badge.tsx'

/** What each kind of work says in its own words. */
export interface WorkWords {
  results: string
  finishing: string
  cancelled: string
  startHint: string
}

export interface WorkViewProps {
  work: Work
  acts: WorkActs
  title: string
  text?: string
  back: { href: string | undefined; label: string }
  words: WorkWords
  facts: readonly Fact[]
  /** More that is worth knowing now. */
  notice?: ReactNode
  /** What became of the rows; before the start, those that will be left out. */
  children: ReactNode
}

/** One piece of work on an uploaded CSV: where it stands, start and stop, and what became of every row (BULK-03, C-71). */
export function WorkView({ work, acts, title, text, back, words, facts, notice, children }: WorkViewProps) {
  const texts = useWorkTexts()
  const ended = useEnd(work)
  return (
    <div className="kn-batch">
      <PageHeader
        back={<BackLink href={back.href}>{back.label}</BackLink>}
        title={title}
        aside={<WorkBadge work={work} />}
        text={text}
        actions={<Acts {...{ work, acts, words }} />}
      />
      <Notices {...{ work, words }} processError={acts.processError} />
      {notice}
      <VisuallyHidden role="status">{ended}</VisuallyHidden>
      {work.status === null ? null : <Progress work={work} />}
      <Card title={texts.text('ui.batches.facts')} className="kn-card-dense">
        <FactList facts={facts} />
      </Card>
      {children}
    </div>
  )
}

/** That it has ended, for those who listen; stopping says it itself. */
function useEnd({ status, rows }: Work): string {
  const { text } = useWorkTexts()
  const before = useRef(status)
  const [said, say] = useState('')
  useEffect(() => {
    const wasMoving = before.current === WorkStatus.Processing
    before.current = status
    if (status === WorkStatus.Processing) say('')
    else if (wasMoving && status !== null && status !== WorkStatus.Stop)
      say(`${text(`ui.batches.status.${status}`)}: ${text('ui.batches.progressDetail', { ...rows })}`)
  }, [status, rows, text])
  return said
}

const machine = workStatus()

function Acts({ work, acts, words }: Pick<WorkViewProps, 'work' | 'acts' | 'words'>) {
  const { text } = useWorkTexts()
  const state = toWorkState(work.status)
  return (
    <>
      {work.status === null ? null : (
        <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => void acts.download()}>
          {words.results}
        </Button>
      )}
      {machine.can(state, 'stop') ? (
        <Button
          variant="danger"
          loading={acts.acting}
          icon={<Square size={16} aria-hidden="true" />}
          onClick={() => void acts.stop()}
        >
          {text('ui.batches.stop')}
        </Button>
      ) : null}
      {machine.can(state, 'process') ? (
        <Button
          variant="primary"
          loading={acts.acting}
          disabled={work.isFinishing}
          icon={<Play size={16} aria-hidden="true" />}
          onClick={() => void acts.process()}
        >
          {text(work.status === null ? 'ui.batches.process' : 'ui.batches.goOn')}
        </Button>
      ) : null}
    </>
  )
}

interface NoticesProps {
  work: Work
  words: WorkWords
  processError: string | undefined
}

function Notices({ work, words, processError }: NoticesProps) {
  const { text } = useWorkTexts()
  return (
    <>
      {processError === undefined ? null : (
        <Banner tone="negative" title={text('ui.batches.processError')}>
          {processError}
        </Banner>
      )}
      {work.problem === null ? null : (
        <Banner tone="negative" title={words.cancelled}>
          {work.problem}
        </Banner>
      )}
      {work.isFinishing ? <Banner tone="info">{words.finishing}</Banner> : null}
      {work.status === null ? <Banner tone="info">{words.startHint}</Banner> : null}
    </>
  )
}

function Progress({ work }: { work: Work }) {
  const { text } = useWorkTexts()
  const share = toShare(work)
  const moving = work.status === WorkStatus.Processing
  return (
    <ProgressBar
      label={text('ui.batches.progress')}
      value={share ?? (moving ? undefined : 0)}
      tone={work.status === WorkStatus.Complete && work.rows.bad === 0 ? 'positive' : 'accent'}
      detail={text('ui.batches.progressDetail', { ...work.rows })}
    />
  )
}
