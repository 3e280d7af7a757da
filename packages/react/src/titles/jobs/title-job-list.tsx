import { type TitleJob, titleJobs, toJobResult } from '@kinora/core'
import { useMemo, useState } from 'react'
import { useDates } from '../../kernel/use-dates.ts'
import { type ListProps, useResourceList } from '../../kernel/use-resource-list.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { useLink } from '../../ui/frame/link.tsx'
import { BackLink } from '../../ui/frame/page-header.tsx'
import { ResourceList } from '../../ui/list/resource-list.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { ProgressBar } from '../../ui/status/progress.tsx'
import type { DataTableColumn } from '../../ui/table/data-table-columns.ts'
import { TitleCell } from '../../ui/table/title-cell.tsx'
import type { EditField } from './bulk-fields.tsx'
import { jobSentence, type TitleJobTexts, useJobFailures, useTitleJobTexts } from './job-words.ts'

export interface TitleJobListProps extends Omit<ListProps<TitleJob>, 'filter' | 'rowHref' | 'addHref'> {
  titleHref?: (tag: string) => string
  /** Where the list of titles is; given, a link leads back to it. */
  listHref?: string
}

/** Milliseconds between polls while a job runs. */
const POLL_INTERVAL = 2000
const rowId = (job: TitleJob) => job.jobId
const inPage = (tag: string): string => `#${tag}`

/** One’s own jobs on titles of the last 30 days, the newest first: how far they are, what came of them, and the way back. */
export function TitleJobList(props: TitleJobListProps) {
  const { location, titleHref = inPage, listHref, tabs } = props
  const texts = useTitleJobTexts()
  const { text } = texts
  const { moment } = useDates()
  const [shown, setShown] = useState<TitleJob>()
  const list = useResourceList(titleJobs.list, {
    location,
    input: () => ({ mine: true }),
    refetchInterval: rows => (rows.some(({ status }) => status === 'Running') ? POLL_INTERVAL : false),
    toldBy: 'job title',
  })
  const columns = useMemo(() => jobColumns(texts, moment), [texts, moment])
  const rowActions = useMemo(
    () => ({
      width: 340,
      render: (job: TitleJob) => <JobActs job={job} texts={texts} onShow={() => setShown(job)} />,
    }),
    [texts],
  )
  return (
    <ResourceList
      part="title-job-list"
      host={props}
      tabs={tabs}
      back={<BackLink href={listHref}>{text('ui.nav.contentTitles')}</BackLink>}
      title={text('ui.page.jobs')}
      text={text('ui.jobs.text')}
      list={list}
      rowId={rowId}
      columns={columns}
      count={count => text('ui.jobs.count', { count })}
      empty={<EmptyState title={text('ui.jobs.emptyTitle')} text={text('ui.jobs.emptyText')} />}
      rowActions={rowActions}
    >
      {shown === undefined ? null : (
        <JobResults job={shown} titleHref={titleHref} onClose={() => setShown(undefined)} />
      )}
    </ResourceList>
  )
}

interface JobActsProps {
  job: TitleJob
  texts: TitleJobTexts
  onShow: () => void
}

function JobActs({ job, texts: { text }, onShow }: JobActsProps) {
  const cancel = useWrite(titleJobs.cancel)
  const undo = useWrite(titleJobs.undo)
  const { jobId, act, status, counts, isUndoable } = job
  const name = text(`ui.jobs.act.${act}`)
  return (
    <span className="kn-job-acts">
      {counts.refused + counts.changed > 0 ? (
        <Button size="compact" aria-label={text('ui.jobs.showResultsOf', { name })} onClick={onShow}>
          {text('ui.jobs.showResults')}
        </Button>
      ) : null}
      {status === 'Running' ? (
        <Button
          size="compact"
          aria-label={text('ui.jobs.cancelOf', { name })}
          loading={cancel.isPending}
          onClick={() => void cancel.send({ jobId })}
        >
          {text('ui.cancel')}
        </Button>
      ) : null}
      {isUndoable ? (
        <Button
          size="compact"
          aria-label={text('ui.jobs.undoOf', { name })}
          loading={undo.isPending}
          onClick={() => void undo.send({ jobId })}
        >
          {text('ui.undo')}
        </Button>
      ) : null}
    </span>
  )
}

function jobColumns(
  texts: TitleJobTexts,
  moment: (wire: string) => string,
): readonly DataTableColumn<TitleJob>[] {
  const { text } = texts
  return [
    {
      id: 'act',
      header: text('ui.jobs.columnAct'),
      width: 180,
      grow: 1,
      cell: ({ act, undoes, edit }) => (
        <TitleCell
          name={text(`ui.jobs.act.${act}`)}
          detail={
            undoes === null
              ? Object.keys(edit ?? {})
                  .map(field => text(`field.${field as EditField}`))
                  .join(', ')
              : text(`ui.jobs.act.${undoes.act}`)
          }
        />
      ),
    },
    {
      id: 'result',
      header: text('ui.result'),
      width: 260,
      grow: 3,
      cell: job => <Result job={job} texts={texts} />,
    },
    {
      id: 'begun',
      header: text('ui.startedOn'),
      width: 150,
      align: 'end',
      cell: ({ createdDate }) => <bdi>{moment(createdDate)}</bdi>,
    },
    {
      id: 'ended',
      header: text('ui.jobs.columnEnded'),
      width: 150,
      align: 'end',
      cell: ({ endedDate }) => <bdi>{endedDate === null ? '—' : moment(endedDate)}</bdi>,
    },
  ]
}

function Result({ job, texts }: { job: TitleJob; texts: TitleJobTexts }) {
  const { status, act, counts } = job
  const done = counts.total - counts.waiting
  if (status === 'Running')
    return (
      <ProgressBar
        label={texts.text(`ui.jobs.running.${act}`, { done, total: counts.total })}
        value={counts.total === 0 ? undefined : done / counts.total}
      />
    )
  return <span className="kn-job-result">{jobSentence(job, texts)}</span>
}

interface JobResultsProps {
  job: TitleJob
  titleHref: (tag: string) => string
  onClose: () => void
}

/** What a job refused or left alone: a line and a link for each title, with its own reason. */
function JobResults({ job, titleHref, onClose }: JobResultsProps) {
  const { text } = useTitleJobTexts()
  const Link = useLink()
  const failed = useJobFailures(job, titleHref)
  const [title] = toJobResult(job).map(part => text(part.text, part.params))
  return (
    <Dialog open onClose={onClose} size="wide" title={title!} closeLabel={text('ui.close')}>
      <ul className="kn-result-lines">
        {failed.map(({ id, name, href, reason }) => (
          <li key={id}>
            <Link href={href!}>{name}</Link>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
