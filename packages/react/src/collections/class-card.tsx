import type { CollectionItem } from '@kinora/core'
import { CircleAlert, Plus, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useFormTexts } from '../kernel/form-texts.ts'
import { useLayout } from '../kernel/list-state.ts'
import { StoredPicture } from '../kernel/row-list.tsx'
import { type RowOrder, useRowOrder } from '../kernel/row-order.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { toLength } from '../titles/length.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { CardGrid } from '../ui/list/card-grid.tsx'
import { Tile } from '../ui/list/tile.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { useDataTable } from '../ui/table/use-data-table.ts'
import { LayoutSwitch, layouts } from './layout-switch.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'
import type { ClassPanelModel } from './use-class-panel.tsx'
import type { Classes } from './use-collection.ts'

interface ClassCardProps {
  classes: Classes
  /** Where classes are added from. */
  panel: ClassPanelModel
  /** The classes are only shown. */
  readOnly: boolean
  /** Whether what is done here is stored with the form rather than at once. */
  isNew: boolean
  /** What a summary of errors links to. */
  id: string
  error: string | undefined
}

const rowId = (item: CollectionItem) => item.tag

/** COLL-04, COLL-10, 28.4: the classes of a collection: put into order by drag, menu and key, taken out, added from the panel beside. */
export function ClassCard({ classes, panel, readOnly, isNew, id, error }: ClassCardProps) {
  const { text } = useCollectionTexts()
  const form = useFormTexts()
  const [layout, setLayout] = useLayout('collection-classes', layouts)
  const isCards = layout === 'cards'
  const order = useRowOrder(classes.items, {
    rowId,
    nameOf: item => item.title,
    send: classes.order,
    undo: {},
    help: isCards ? text('ui.order.cardHelp') : undefined,
  })
  const { rows, menu } = order
  const latest = useRef(classes)
  latest.current = classes
  const menuOf = useCallback(
    (item: CollectionItem) =>
      menu(item, {
        isOfHandle: isCards,
        after: [
          {
            label: text('ui.collections.removeClass'),
            icon: <X size={16} aria-hidden="true" />,
            onSelect: () => latest.current.remove(item),
          },
        ],
      }),
    [text, menu, isCards],
  )
  const shape = {
    rows,
    handle: readOnly ? undefined : order.handle,
    menuOf: readOnly ? undefined : menuOf,
    place: panel.place,
    added: panel.added,
  }
  return (
    <Card
      id={id}
      tabIndex={-1}
      title={rows.length === 0 ? text('ui.chooser.list') : text('ui.chooser.count', { count: rows.length })}
      data-drop={panel.place === undefined ? undefined : ''}
      actions={
        <>
          <LayoutSwitch layout={layout} onChange={setLayout} />
          {readOnly ? null : (
            <Button
              icon={<Plus size={16} aria-hidden="true" />}
              aria-expanded={panel.isOpen}
              onClick={event => panel.open(event.currentTarget)}
            >
              {text('ui.chooser.addNone')}
            </Button>
          )}
        </>
      }
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <p className="kn-field-help">
        {readOnly
          ? form.text('ui.form.readOnly')
          : text(isNew ? 'ui.collections.classesNew' : 'ui.collections.classesText')}
      </p>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="kn-field-error">
          <CircleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState title={text('ui.chooser.emptyTitle')} text={text('ui.collections.classesNoneText')} />
      ) : isCards ? (
        <ClassCards {...shape} />
      ) : (
        <ClassTable {...shape} />
      )}
      {order.status}
    </Card>
  )
}

interface ClassesProps {
  rows: RowOrder<CollectionItem>['rows']
  /** Absent where nobody can change them here; so is the menu. */
  handle: RowOrder<CollectionItem>['handle'] | undefined
  menuOf: ((item: CollectionItem) => ReactNode) | undefined
  /** Where a class that is dragged would come. */
  place: number | undefined
  /** The class that was added last, which is brought into sight. */
  added: string | undefined
}

const tileSize = { width: 176, below: 92 }

function ClassCards({ rows, handle, menuOf, place, added }: ClassesProps) {
  const { text } = useCollectionTexts()
  const dates = useDates()
  return (
    <CardGrid
      label={text('ui.chooser.list')}
      rows={rows}
      rowId={rowId}
      size={tileSize}
      total={rows.length}
      offset={0}
      query=""
      mark={place}
      reveal={added}
      card={item => (
        <Tile
          name={item.title}
          lang={item.classLanguageCode ?? undefined}
          media={<StoredPicture link={item.imageLink} width="100%" corner={toLength(item.durationSecond)} />}
          handle={handle?.(item)}
          menu={menuOf?.(item)}
        >
          <span className="kn-cell-soft">
            {[item.channelName, item.provider].filter(Boolean).join(' · ')}
          </span>
          {item.isShown ? null : (
            <span className="kn-cell-soft kn-tile-notice">{shownFrom(item, text, dates)}</span>
          )}
        </Tile>
      )}
    />
  )
}

function ClassTable({ rows, handle, menuOf }: ClassesProps) {
  const { text } = useCollectionTexts()
  const { rowActions: label } = useListTexts()
  const model = useDataTable({ columns: useColumns(handle) })
  const rowActions = useMemo(() => menuOf && { label, width: 52, render: menuOf }, [label, menuOf])
  return (
    <DataTable
      label={text('ui.chooser.list')}
      model={model}
      rows={rows}
      rowId={rowId}
      rowActions={rowActions}
      loadingText=""
      maxHeight="60vh"
      empty={null}
    />
  )
}

/** LIVE-01: from when a site shows a class that it doesn't show yet, or that it shows it no longer. */
const shownFrom = (
  { isOff, isOver, shownFrom: from }: CollectionItem,
  text: CollectionTexts['text'],
  dates: Dates,
) => {
  if (isOff) return text('ui.collections.shownOff')
  return isOver
    ? text('ui.collections.shownNoLonger')
    : text('ui.collections.shownFrom', { date: dates.moment(from ?? '') })
}

function useColumns(handle: ClassColumnOptions['handle']) {
  const { text } = useCollectionTexts()
  const dates = useDates()
  return useMemo(() => classColumns({ text, dates, handle }), [text, dates, handle])
}

interface ClassColumnOptions {
  text: CollectionTexts['text']
  dates: Dates
  handle: ((item: CollectionItem) => ReactNode) | undefined
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
          {handle?.(item)}
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
      cell: item => (item.isShown ? dates.day(item.publishedDate) || '—' : shownFrom(item, text, dates)),
    },
  ]
}
