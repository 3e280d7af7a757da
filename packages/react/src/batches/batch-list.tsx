import { type Batch, batches } from '@kinora/core'
import { Download, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { toMoment } from '../titles/title-facts.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { EmptyState, ErrorState } from '../ui/status/empty-state.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { BatchBadge } from './batch-badge.tsx'
import { BatchPages } from './batch-pages.tsx'
import { type BatchTexts, useBatchTexts } from './texts.ts'
import { useBatchTemplate } from './use-batch-template.ts'

export interface BatchListProps {
  batchHref?: (batchId: string) => string
  /** Given, a button leads to the page that adds a batch. */
  addHref?: string
}

/** Milliseconds between looks while a batch is being processed. */
const LIVE = 2000

/** The bulk uploads of the tenant or provider, the newest first (NAV-34, API-45). */
export function BatchList({ batchHref = id => `#${id}`, addHref }: BatchListProps) {
  const texts = useBatchTexts()
  const { text } = texts
  const [{ page, take }, setPlace] = useState({ page: 0, take: 50 })
  const [live, setLive] = useState(false)
  const list = useRead(
    batches.list,
    { page: page + 1, take },
    { keepPrevious: true, refetchInterval: live ? LIVE : false },
  )
  const rows = list.data?.data ?? []
  const moving = rows.some(batch => batch.status === 'Processing' || batch.isFinishing)
  if (moving !== live) setLive(moving)
  const columns = useMemo(() => batchColumns(texts, batchHref), [texts, batchHref])
  const add = <AddLink href={addHref} label={text('ui.batches.add')} />
  return (
    <div className="kn-batches">
      <PageHeader
        title={text('ui.batches.title')}
        text={text('ui.batches.text')}
        actions={
          <>
            <TemplateButton />
            {add}
          </>
        }
      />
      <DataTable
        label={text('ui.batches.title')}
        rows={rows}
        rowId={batch => batch.batchId}
        columns={columns}
        total={list.data?.totalRecords ?? 0}
        offset={Math.max(0, page * take)}
        loading={list.isPending}
        loadingText={text('ui.loading')}
        empty={
          <EmptyState
            title={text('ui.batches.emptyTitle')}
            text={text('ui.batches.emptyText')}
            actions={add}
          />
        }
        error={
          list.error ? (
            <ErrorState
              title={text('ui.failedToLoad')}
              text={texts.error(list.error)}
              onRetry={() => void list.refetch()}
              retryLabel={text('ui.retry')}
            />
          ) : undefined
        }
        maxHeight="max(320px, calc(100dvh - 236px))"
      />
      <BatchPages place={{ page, take }} total={list.data?.totalRecords ?? 0} onChange={setPlace} />
    </div>
  )
}

function AddLink({ href, label }: { href?: string; label: ReactNode }) {
  if (href === undefined) return null
  return (
    <ButtonLink variant="primary" href={href} icon={<Plus size={16} aria-hidden="true" />}>
      {label}
    </ButtonLink>
  )
}

/** API-50 */
export function TemplateButton() {
  const { text } = useBatchTexts()
  const template = useBatchTemplate()
  return (
    <Button
      icon={<Download size={16} aria-hidden="true" />}
      loading={template.loading}
      onClick={() => void template.download()}
    >
      {text('ui.batches.template')}
    </Button>
  )
}

function batchColumns({ text }: BatchTexts, batchHref: (id: string) => string): DataTableColumn<Batch>[] {
  return [
    {
      id: 'title',
      header: text('ui.batches.columnTitle'),
      width: 220,
      grow: 3,
      cell: batch => (
        <TitleCell href={batchHref(batch.batchId)} name={batch.title} detail={batch.fileToProcess} />
      ),
    },
    {
      id: 'status',
      header: text('ui.batches.columnStatus'),
      width: 124,
      cell: batch => <BatchBadge batch={batch} />,
    },
    {
      id: 'rows',
      header: text('ui.batches.columnRows'),
      width: 120,
      cell: ({ rows }) => (rows.total === 0 ? '—' : text('ui.batches.rowsDone', { ...rows })),
    },
    {
      id: 'files',
      header: text('ui.batches.columnFiles'),
      width: 110,
      cell: batch =>
        batch.fileStoreStatus === 'Ready'
          ? text('ui.batches.filesFound', { count: batch.filesFound })
          : text('ui.batches.fileStoreError'),
    },
    {
      id: 'created',
      header: text('ui.batches.columnCreated'),
      width: 150,
      cell: batch => <bdi>{toMoment(batch.createdDate)}</bdi>,
    },
  ]
}
