import { type CollectionItem, toSourceSet } from '@kinora/core'
import { CircleAlert, Plus, X } from 'lucide-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useReorder, useRowMoves } from '../kernel/use-reorder.ts'
import { toLength } from '../titles/length.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TakeBack } from '../ui/lazy-mount.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { RowHandle, type RowMoves } from '../ui/table/row-handle.tsx'
import { Thumbnail, TitleCell } from '../ui/table/title-cell.tsx'
import { useDataTable } from '../ui/table/use-data-table.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { OrderMenu } from './order-menu.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'
import type { Classes } from './use-collection.ts'

const Chooser = lazyPart(async () => ({
  default: (await import('../class-chooser/class-chooser.tsx')).CollectionClassChooser,
}))

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
  const { rows, ids, movesOf, said } = useClassOrder(classes)
  const columns = useColumns(movesOf)
  const model = useDataTable({ columns })
  const latest = useRef({ ids, classes })
  latest.current = { ids, classes }
  const rowActions = useMemo(
    () => ({
      label: actions,
      width: 52,
      render: (item: CollectionItem) => (
        <OrderMenu
          name={item.title}
          id={item.tag}
          moves={movesOf(item.tag)}
          order={() => latest.current.ids}
          after={[
            {
              label: text('ui.collections.removeClass'),
              icon: <X size={16} aria-hidden="true" />,
              onSelect: () => latest.current.classes.remove(item),
            },
          ]}
        />
      ),
    }),
    [text, movesOf, actions],
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
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {open ? (
        <Suspense fallback={<TakeBack onCancel={() => setOpen(false)} />}>
          <Chooser
            tenantId={tenantId}
            taken={new Set(ids)}
            onClose={() => setOpen(false)}
            onChoose={classes.add}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}

function useColumns(movesOf: Parameters<typeof classColumns>[0]['movesOf']) {
  const { text } = useCollectionTexts()
  const { baseUrl } = useKinora()
  const dates = useDates()
  return useMemo(() => classColumns({ text, baseUrl, dates, movesOf }), [text, baseUrl, dates, movesOf])
}

function useClassOrder({ items, order: send }: Classes) {
  const { text } = useCollectionTexts()
  const [said, say] = useState('')
  const byTag = useMemo(() => new Map(items.map(item => [item.tag, item])), [items])
  const order = useReorder(
    items.map(item => item.tag),
    send,
  )
  const movesOf = useRowMoves(order, {
    tell: (tag, place) =>
      say(
        text('ui.order.moved', {
          name: byTag.get(tag)?.title ?? '',
          place: place + 1,
          count: items.length,
        }),
      ),
  })
  return { rows: order.ids.map(tag => byTag.get(tag)!), ids: order.ids, movesOf, said }
}

interface ClassColumnOptions {
  text: CollectionTexts['text']
  /** Prefix for addresses of pictures. */
  baseUrl: string
  dates: Dates
  movesOf: (tag: string) => RowMoves
}

/** A class of a collection: its cover and name, where it is from, its length, and from when it is shown (COLL-08). */
function classColumns({
  text,
  baseUrl,
  dates,
  movesOf,
}: ClassColumnOptions): DataTableColumn<CollectionItem>[] {
  return [
    {
      id: 'class',
      header: text('ui.class'),
      width: 220,
      grow: 3,
      cell({ tag, title, imageLink, classLanguageCode, provider }) {
        const address = imageLink && baseUrl + imageLink
        return (
          <>
            <RowHandle
              label={text('ui.order.move', { name: title })}
              help={text('ui.order.help')}
              moves={movesOf(tag)}
            />
            <TitleCell
              name={title}
              lang={classLanguageCode ?? undefined}
              detail={provider}
              media={<Thumbnail src={address} srcSet={toSourceSet(address)} width={64} />}
            />
          </>
        )
      },
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
      cell: ({ isShown, publishedDate }) =>
        isShown
          ? dates.day(publishedDate) || '—'
          : text('ui.collections.shownFrom', { date: dates.moment(publishedDate ?? '') }),
    },
  ]
}
