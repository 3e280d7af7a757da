import { type Batch, type BatchRow, batches } from '@kinora/core'
import { type ReactNode, useMemo } from 'react'
import { isInProgress, useWorkTexts, type WorkTexts } from '../file-work/work.tsx'
import { useWorkActs, useWorkReading, type WorkActs, WorkResults, WorkView } from '../file-work/work-view.tsx'
import { FormState, type Reading } from '../kernel/form-state.tsx'
import { useDates } from '../kernel/use-dates.ts'
import type { Fact } from '../titles/fact-list.tsx'
import { type LinkComponent, useLink } from '../ui/frame/link.tsx'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { Banner } from '../ui/status/banner.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'

export interface BatchViewProps {
  batchId: string
  listHref?: string
  /** Given, rows with a title link to it. */
  titleHref?: (tag: string) => string
}

/** One bulk upload: its status, what it found, start and stop, and what became of every row (BULK-13). */
export function BatchView({ batchId, listHref, titleHref }: BatchViewProps) {
  const texts = useWorkTexts()
  const { text } = texts
  const Link = useLink()
  const { batch, reading, ...acts } = useBatch(batchId)
  const facts = useFacts(batch)
  const columns = useMemo(() => resultColumns(texts, { Link, titleHref }), [texts, Link, titleHref])
  const back = { href: listHref, label: text('ui.nav.bulkUpload') }
  if (batch === undefined)
    return <FormState readings={[reading]} back={back} missing={text('ui.batches.notFoundText')} />
  const isOut = batch.problem === null && batch.fileStoreStatus === 'Error'
  return (
    <WorkView
      work={batch}
      acts={acts}
      title={batch.title}
      text={batch.fileToProcess}
      back={back}
      facts={facts}
      words={{
        results: text('ui.batches.results'),
        finishing: text('ui.batches.finishing'),
        cancelled: text('ui.batches.cancelled'),
        startHint: text('ui.batches.startHint', { folder: batch.fileStoreFolder }),
      }}
      notice={isOut ? <Banner tone="warning">{text('bulk.storageDirectory')}</Banner> : null}
    >
      <WorkResults
        endpoint={batches.results}
        input={{ id: batchId }}
        work={batch}
        {...{ columns, rowId }}
        empty={text(isInProgress(batch) ? 'ui.batches.reading' : 'ui.batches.noRows')}
      />
    </WorkView>
  )
}

function useFacts(batch: Batch | undefined): Fact[] {
  const { text } = useWorkTexts()
  const { moment } = useDates()
  if (batch === undefined) return []
  const ready = batch.fileStoreStatus === 'Ready'
  return [
    { label: text('field.notificationEmail'), value: batch.notificationEmail },
    { label: text('field.creationDate'), value: moment(batch.createdDate) },
    {
      label: text('ui.batches.fileStore'),
      value: text(ready ? 'ui.ready' : 'ui.batches.fileStoreError'),
    },
    {
      label: text('ui.batches.folder'),
      value: <code>{batch.fileStoreFolder}</code>,
      copy: { text: batch.fileStoreFolder, label: text('ui.batches.copyFolder') },
    },
    { label: text('ui.batches.columnFiles'), value: ready ? batch.filesFound : '—' },
  ]
}

const rowId = (row: BatchRow) => `${row.row} ${row.externalId}`

const tones: Record<BatchRow['state'], BadgeTone> = {
  waiting: 'neutral',
  working: 'info',
  processing: 'info',
  published: 'positive',
  completed: 'positive',
  saved: 'positive',
  failed: 'negative',
  refused: 'negative',
}

interface Links {
  Link: LinkComponent
  titleHref: ((tag: string) => string) | undefined
}

function resultColumns({ text }: WorkTexts, { Link, titleHref }: Links): PlainColumn<BatchRow>[] {
  const named = (row: BatchRow): ReactNode => {
    const name = <bdi>{row.title === '' ? text('ui.titles.untitled') : row.title}</bdi>
    return row.tag === '' || titleHref === undefined ? name : <Link href={titleHref(row.tag)}>{name}</Link>
  }
  return [
    { id: 'row', header: text('ui.batches.columnRow'), align: 'end', cell: row => row.row },
    {
      id: 'externalId',
      header: text('field.externalId'),
      cell: row => <bdi>{row.externalId}</bdi>,
    },
    { id: 'title', header: text('field.title'), cell: named },
    {
      id: 'state',
      header: text('field.status'),
      cell: row => (
        <Badge
          tone={tones[row.state]}
          progress={row.state === 'working' || row.state === 'processing' ? 'indeterminate' : undefined}
        >
          {text(`ui.batches.state.${row.state}`)}
        </Badge>
      ),
    },
    {
      id: 'problem',
      header: text('ui.batches.columnProblem'),
      wide: true,
      cell: ({ problem, next }) =>
        problem === '' ? (
          '—'
        ) : (
          <span>
            {problem}
            <span className="kn-plain-soft">{next}</span>
          </span>
        ),
    },
  ]
}

export interface BatchModel extends WorkActs {
  batch: Batch | undefined
  state: 'loading' | 'failed' | 'missing' | 'ready'
  /** Why it couldn't be read, in words. */
  error: string | undefined
  /** Reads it again. */
  retry(): void
  /** The same for `FormState`. */
  reading: Reading
}

const asItIs = (batch: Batch) => batch

/** State of one batch: polled while it runs; start, stop and results. */
export function useBatch(id: string): BatchModel {
  const { text, error: textOf } = useWorkTexts()
  const { found, reading } = useWorkReading(batches.fetch, { id }, asItIs)
  const words = { downloading: text('success.downloadingFile'), fileName: 'results.csv' }
  const acts = useWorkActs(batches, { id }, words)
  const { error } = reading
  const isMissing = error?.status === 404
  return {
    state: found !== undefined ? 'ready' : error === null ? 'loading' : isMissing ? 'missing' : 'failed',
    error: found === undefined && error !== null ? textOf(error) : undefined,
    retry: () => void reading.refetch(),
    batch: found,
    reading,
    ...acts,
  }
}
