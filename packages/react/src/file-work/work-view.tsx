import {
  type Endpoint,
  type Input,
  type Output,
  type Page,
  toProcessFailure,
  toWorkState,
  WorkStatus,
  workStatus,
} from '@kinora/core'
import { Download, Play, Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import type { Reading } from '../kernel/form-state.tsx'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite, type WriteResult } from '../kernel/use-write.ts'
import { type Fact, FactList } from '../titles/fact-list.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { ListPages } from '../ui/list/list-pages.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { isInProgress, stampOf, toFraction, useWorkTexts, type Work, WorkBadge } from './work.tsx'

/** What each kind of work says in its own words. */
interface WorkWords {
  results: string
  finishing: string
  cancelled: string
  startHint: string
}

interface WorkViewProps {
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

/** One piece of work on an uploaded CSV: its status, start and stop, and what became of every row (BULK-03, C-71). */
export function WorkView({ work, acts, title, text, back, words, facts, notice, children }: WorkViewProps) {
  const texts = useWorkTexts()
  const ended = useEndAnnouncement(work)
  return (
    <div className="kn-batch">
      <PageHeader
        back={<BackLink href={back.href}>{back.label}</BackLink>}
        title={title}
        aside={<WorkBadge work={work} />}
        text={text}
        actions={<Acts {...{ work, acts, words }} />}
      />
      <Notices {...{ work, acts, words }} />
      {notice}
      <VisuallyHidden role="status">{ended}</VisuallyHidden>
      {work.status === null ? null : <Progress work={work} />}
      <Card title={texts.text('ui.details')} className="kn-card-dense">
        <FactList facts={facts} />
      </Card>
      {children}
    </div>
  )
}

/** Announces in a live region that it has ended; stopping does so itself. */
function useEndAnnouncement({ status, rows }: Work): string {
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
          loading={acts.isPending}
          icon={<Square size={16} aria-hidden="true" />}
          onClick={() => void acts.stop()}
        >
          {text('ui.stop')}
        </Button>
      ) : null}
      {machine.can(state, 'process') ? (
        <Button
          variant="primary"
          loading={acts.isPending}
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

function Notices({ work, acts: { processError }, words }: Pick<WorkViewProps, 'work' | 'acts' | 'words'>) {
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
  const share = toFraction(work)
  const moving = work.status === WorkStatus.Processing
  return (
    <ProgressBar
      label={text('ui.progress')}
      value={share ?? (moving ? undefined : 0)}
      tone={work.status === WorkStatus.Complete && work.rows.bad === 0 ? 'positive' : 'accent'}
      detail={text('ui.batches.progressDetail', { ...work.rows })}
    />
  )
}

type RowOf<E extends Endpoint> = Output<E> extends Page<infer Row> ? Row : never

interface WorkResultsProps<E extends Endpoint> {
  endpoint: E
  input: Omit<Input<E>, 'page' | 'take' | 'problems'>
  work: Work
  columns: readonly PlainColumn<RowOf<E>>[]
  rowId: (row: RowOf<E>) => string
  /** Said where there are no rows. */
  empty: ReactNode
}

/** Milliseconds between polls. */
const ROWS_POLL_INTERVAL = 2000

/** The result of every row, page by page; before the start, what the check says of the rows that will be left out. */
export function WorkResults<E extends Endpoint>({
  endpoint,
  input,
  work,
  columns,
  rowId,
  empty,
}: WorkResultsProps<E>) {
  const isNew = work.status === null
  // There is one more poll when it has come to rest.
  const stamp = stampOf(work)
  const { text } = useWorkTexts()
  const { pages } = useListTexts()
  const [place, setPlace] = useState({ page: 0, take: 50 })
  const [problems, setProblems] = useState(false)
  const asked = { ...input, problems, page: place.page + 1, take: place.take } as Input<E>
  const reading = useRead(endpoint, asked, {
    keepPrevious: true,
    refetchInterval: isInProgress(work) ? ROWS_POLL_INTERVAL : false,
  })
  const { refetch } = reading
  const seen = useRef(stamp)
  useEffect(() => {
    if (seen.current !== stamp) void refetch()
    seen.current = stamp
  }, [stamp, refetch])
  const page = reading.data as Page<RowOf<E>> | undefined
  if (isNew && !page?.totalRecords) return null
  return (
    <Card
      title={text('ui.batches.rows')}
      className="kn-card-dense"
      actions={
        !isNew && (work.rows.bad > 0 || problems) ? (
          <Switch
            label={text('ui.batches.onlyProblems')}
            checked={problems}
            onChange={event => {
              setProblems(event.target.checked)
              setPlace({ ...place, page: 0 })
            }}
          />
        ) : undefined
      }
    >
      {isNew ? (
        <Banner tone="warning">{text('ui.batches.checkBad', { count: page?.totalRecords ?? 0 })}</Banner>
      ) : null}
      <PlainTable
        label={text('ui.batches.rows')}
        rows={page?.data ?? []}
        rowId={rowId}
        columns={columns}
        empty={<p className="kn-plain-soft">{problems ? text('ui.batches.noProblems') : empty}</p>}
      />
      <ListPages place={place} total={page?.totalRecords ?? 0} onChange={setPlace} texts={pages} />
    </Card>
  )
}

/** Milliseconds between polls of work that is going on. */
const POLL_INTERVAL = 1500
/** And at work that rests: somebody else may start it. */
const IDLE_POLL_INTERVAL = 15_000

export interface WorkActs {
  isPending: boolean
  /** BULK-05: the platform processes none; stays until the next try. */
  processError: string | undefined
  process(): Promise<WriteResult<unknown>>
  stop(): Promise<WriteResult<unknown>>
  download(): Promise<WriteResult<unknown>>
}

/** What was read of some work, again and again: soon while it moves. */
export function useWorkReading<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  toWork: (found: Output<E>) => Work,
): { found: Output<E> | undefined; work: Work | undefined; reading: Reading } {
  const [live, setLive] = useState(false)
  const reading = useRead(endpoint, input, { refetchInterval: live ? POLL_INTERVAL : IDLE_POLL_INTERVAL })
  const found = reading.data as Output<E> | undefined
  const work = found === undefined ? undefined : toWork(found)
  const moving = work !== undefined && isInProgress(work)
  if (moving !== live) setLive(moving)
  return { found, work, reading }
}

/** Start, stop and the file with the results; `downloading` is said when that comes, as a file of this name. */
export function useWorkActs<P extends Endpoint, S extends Endpoint, D extends Endpoint>(
  calls: { process: P; stop: S; download: D },
  input: Input<P> & Input<S> & Input<D>,
  { downloading, fileName }: { downloading: string; fileName: string },
): WorkActs {
  const { text, error: textOf } = useWorkTexts()
  const process = useWrite(calls.process, {
    success: text('success.bulkProcessing'),
    failure: error => (toProcessFailure(error) === 'processError' ? undefined : textOf(error)),
  })
  const stop = useWrite(calls.stop, { success: text('success.bulkStopped') })
  const results = useWrite(calls.download, {
    success: downloading,
    onSuccess: file => saveFile(file as Parameters<typeof saveFile>[0], fileName),
    timeout: 0,
  })
  const { error } = process
  return {
    isPending: process.isPending || stop.isPending || results.isPending,
    processError: error !== null && toProcessFailure(error) === 'processError' ? textOf(error) : undefined,
    process: () => process.send(input),
    stop: () => stop.send(input),
    download: () => results.send(input),
  }
}
