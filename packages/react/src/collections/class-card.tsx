import type { CollectionItem } from '@kinora/core'
import { CircleAlert, Plus, X } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { CollectionClassChooser } from '../class-chooser/class-chooser.tsx'
import { StoredPicture } from '../kernel/row-list.tsx'
import { useRowOrder } from '../kernel/row-order.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { toLength } from '../titles/length.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { useDataTable } from '../ui/table/use-data-table.ts'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'
import type { Classes } from './use-collection.ts'

interface ClassCardProps {
  tenantId: string
  classes: Classes
  /** Whether what is done here is stored with the form rather than at once. */
  isNew: boolean
  /** What a summary of errors links to. */
  id: string
  error: string | undefined
}

const rowId = (item: CollectionItem) => item.tag

/** COLL-04, COLL-10: the classes of a collection: found, put into order by drag, menu and key, taken out. */
export function ClassCard({ tenantId, classes, isNew, id, error }: ClassCardProps) {
  const { text } = useCollectionTexts()
  const { rowActions: actions } = useListTexts()
  const [open, setOpen] = useState(false)
  const { rows, ids, handle, menu, status } = useRowOrder(classes.items, {
    rowId,
    nameOf: item => item.title,
    send: classes.order,
  })
  const columns = useColumns(handle)
  const model = useDataTable({ columns })
  const latest = useRef(classes)
  latest.current = classes
  const rowActions = useMemo(
    () => ({
      label: actions,
      width: 52,
      render: (item: CollectionItem) =>
        menu(item, {
          after: [
            {
              label: text('ui.collections.removeClass'),
              icon: <X size={16} aria-hidden="true" />,
              onSelect: () => latest.current.remove(item),
            },
          ],
        }),
    }),
    [text, menu, actions],
  )
  const add = (
    <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
      {text('ui.chooser.addNone')}
    </Button>
  )
  return (
    <Card
      id={id}
      tabIndex={-1}
      title={rows.length === 0 ? text('ui.chooser.list') : text('ui.chooser.count', { count: rows.length })}
      actions={add}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <p className="kn-field-help">
        {text(isNew ? 'ui.collections.classesNew' : 'ui.collections.classesText')}
      </p>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="kn-field-error">
          <CircleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      <DataTable
        label={text('ui.chooser.list')}
        model={model}
        rows={rows}
        rowId={rowId}
        rowActions={rowActions}
        loadingText=""
        maxHeight="60vh"
        empty={
          <EmptyState title={text('ui.chooser.emptyTitle')} text={text('ui.collections.classesNoneText')} />
        }
      />
      {status}
      {open ? (
        <CollectionClassChooser
          tenantId={tenantId}
          taken={new Set(ids)}
          onClose={() => setOpen(false)}
          onChoose={classes.add}
        />
      ) : null}
    </Card>
  )
}

function useColumns(handle: ClassColumnOptions['handle']) {
  const { text } = useCollectionTexts()
  const dates = useDates()
  return useMemo(() => classColumns({ text, dates, handle }), [text, dates, handle])
}

interface ClassColumnOptions {
  text: CollectionTexts['text']
  dates: Dates
  handle: (item: CollectionItem) => ReactNode
}

/** A class of a collection: its cover and name, where it is from, its length, and from when it is shown (COLL-08). */
function classColumns({ text, dates, handle }: ClassColumnOptions): DataTableColumn<CollectionItem>[] {
  return [
    {
      id: 'class',
      header: text('ui.class'),
      width: 220,
      grow: 3,
      cell: item => (
        <>
          {handle(item)}
          <TitleCell
            name={item.title}
            lang={item.classLanguageCode ?? undefined}
            detail={item.provider}
            media={<StoredPicture link={item.imageLink} width={64} />}
          />
        </>
      ),
    },
    {
      id: 'channel',
      header: text('field.channelId'),
      width: 140,
      grow: 1,
      cell: ({ channelName }) => <span className="kn-truncate">{channelName || '—'}</span>,
    },
    {
      id: 'duration',
      header: text('field.durationSecond'),
      width: 84,
      align: 'end',
      cell: ({ durationSecond }) => toLength(durationSecond),
    },
    {
      id: 'published',
      header: text('ui.publishedOn'),
      width: 132,
      align: 'end',
      cell: ({ isShown, isOver, publishedDate, shownFrom }) => {
        if (isShown) return dates.day(publishedDate) || '—'
        if (isOver) return text('ui.collections.shownNoLonger')
        return text('ui.collections.shownFrom', { date: dates.moment(shownFrom ?? '') })
      },
    },
  ]
}
