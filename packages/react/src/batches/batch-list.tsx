import { type Batch, batches } from '@kinora/core'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { TemplateButton } from '../file-work/template-button.tsx'
import { isInProgress, useWorkTexts, WorkBadge, type WorkTexts } from '../file-work/work.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { type ListProps, useResourceList } from '../kernel/use-resource-list.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'

export interface BatchListProps extends Omit<ListProps<Batch>, 'filter' | 'rowHref'> {
  /** Where a batch is shown. Keep it stable. */
  batchHref?: ((batchId: string) => string) | undefined
}

/** Milliseconds between polls while a batch is being processed. */
const POLL_INTERVAL = 2000
const rowId = (batch: Batch) => batch.batchId
const rowName = (batch: Batch) => batch.title
const inPage = (batchId: string): string => `#${batchId}`

// NAV-34, API-45
/** The bulk uploads of the tenant or provider, the newest first. */
export function BatchList(props: BatchListProps) {
  const { location, onOpen, batchHref = onOpen ? undefined : inPage, addHref, tabs } = props
  const texts = useWorkTexts()
  const { text } = texts
  const { moment } = useDates()
  const list = useResourceList(batches.list, {
    location,
    refetchInterval: rows => (rows.some(isInProgress) ? POLL_INTERVAL : false),
    toldBy: 'batch title upload',
  })
  const columns = useMemo(() => batchColumns(texts, moment, batchHref), [texts, moment, batchHref])
  const add = <AddLink href={addHref} label={text('ui.batches.add')} />
  return (
    <ResourceList
      part="batch-list"
      host={props}
      tabs={tabs}
      title={text('ui.nav.bulkUpload')}
      text={text('ui.batches.text')}
      actions={
        <>
          <BatchTemplateButton />
          {add}
        </>
      }
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      count={count => text('ui.batches.count', { count })}
      empty={
        <EmptyState title={text('ui.batches.emptyTitle')} text={text('ui.batches.emptyText')} actions={add} />
      }
    />
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
export const BatchTemplateButton = () => (
  <TemplateButton endpoint={batches.template} fileName="bulk-upload-template.csv" />
)

function batchColumns(
  { text }: WorkTexts,
  moment: Dates['moment'],
  batchHref: BatchListProps['batchHref'],
): DataTableColumn<Batch>[] {
  return [
    {
      id: 'title',
      header: text('field.title'),
      width: 220,
      grow: 3,
      cell: batch => (
        <TitleCell href={batchHref?.(batch.batchId)} name={batch.title} detail={batch.fileToProcess} />
      ),
    },
    {
      id: 'status',
      header: text('field.status'),
      width: 152,
      cell: batch => <BatchBadge batch={batch} />,
    },
    {
      id: 'rows',
      header: text('ui.batches.rows'),
      width: 120,
      align: 'end',
      cell: ({ rows }) => (rows.total === 0 ? '—' : text('ui.batches.rowsDone', { ...rows })),
    },
    {
      id: 'files',
      header: text('ui.batches.columnFiles'),
      width: 110,
      align: 'end',
      cell: batch =>
        batch.fileStoreStatus === 'Ready' ? batch.filesFound : text('ui.batches.fileStoreError'),
    },
    {
      id: 'created',
      header: text('field.creationDate'),
      width: 168,
      align: 'end',
      cell: batch => <bdi>{moment(batch.createdDate)}</bdi>,
    },
  ]
}

/** The state of a batch, with what there is to say about it. */
export function BatchBadge({ batch }: { batch: Batch }) {
  const { text } = useWorkTexts()
  return <WorkBadge work={batch} finishing={text('ui.batches.finishing')} />
}
