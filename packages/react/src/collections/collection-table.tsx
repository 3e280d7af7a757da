import { type Collection, changedPart, collections } from '@kinora/core'
import { Pencil, Star, StarOff, Sun, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useDeleteRows } from '../kernel/delete-rows.tsx'
import { useLayout } from '../kernel/list-state.ts'
import { RowList } from '../kernel/row-list.tsx'
import { type RowOrder, useRowOrder } from '../kernel/row-order.tsx'
import { useDates } from '../kernel/use-dates.ts'
import type { ListPageProps } from '../kernel/use-resource-list.ts'
import type { ListState } from '../ui/list/list-model.ts'
import { ListSort } from '../ui/list/list-sort.tsx'
import type { MenuAction } from '../ui/overlay/menu.tsx'
import { CollectionCards } from './collection-cards.tsx'
import { collectionColumns, type Highlight, useHighlights } from './collection-columns.tsx'
import type { CollectionListProps } from './collections.tsx'
import { LayoutSwitch, layouts } from './layout-switch.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'
import { states, useCollectionList } from './use-collection-list.ts'

const rowId = (row: Collection) => row.collectionTag
const rowName = (row: Collection) => row.name
const icon = { size: 16, 'aria-hidden': true } as const

/** The table, of a tenant that is known. */
export function CollectionTable({ tenantId, ...props }: CollectionListProps & { tenantId: string }) {
  const { rowHref } = props
  const { text } = useCollectionTexts()
  const list = useCollectionList(props)
  const of = { noun: 'collections', words: text } as const
  const named = { rowId, nameOf: rowName }
  const [layout, setLayout] = useLayout('collections', layouts)
  // COLL-11: what a move has changed is sent, and no more.
  const stored = list.rows
  const order = useRowOrder(stored, {
    ...named,
    send: async ids => {
      const { kind } = await list.reorder(changedPart(stored.map(rowId), ids))
      return kind === 'done'
    },
    undo: { text: text('success.collectionReordered') },
    help: layout === 'cards' ? text('ui.order.cardHelp') : undefined,
  })
  const { rows, acts } = order
  const highlights = useHighlights(tenantId)
  // COLL-12, C-113: deletes one or several, and says of each that stayed why.
  const { ask, bulk, dialog } = useDeleteRows(collections.remove, {
    ...of,
    ...named,
    list: { ...list, rows },
    input: tags => ({ tenantId, tags }),
  })
  const inOrder = isInOrder(list.asked)
  const columns = useColumns({ state: list.asked, order, highlights, rowHref })
  const rowMenu = useCallback(
    (row: Collection) =>
      acts(row, {
        isFixed: !inOrder,
        before: [...editOf(row, rowHref, text), ...highlightActs(row, highlights, text)],
        after: [
          {
            label: text('ui.collections.delete'),
            icon: <Trash2 {...icon} />,
            tone: 'negative',
            onSelect: () => ask([row]),
          },
        ],
      }),
    [text, rowHref, acts, inOrder, highlights, ask],
  )
  return (
    <RowList
      {...of}
      {...bulk}
      part="collection-list"
      host={props}
      list={{ ...list, rows }}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      rowMenu={rowMenu}
      modes={{
        choice: (
          <>
            {layout === 'cards' ? <ListSort list={list} columns={columns} /> : null}
            <LayoutSwitch layout={layout} onChange={setLayout} />
          </>
        ),
        content:
          layout === 'list' ? undefined : (
            <CollectionCards
              label={props.heading ?? undefined}
              rowHref={rowHref}
              handle={inOrder ? order.handle : undefined}
              isHighlighted={highlights.isOn}
            />
          ),
      }}
      searchLabel={text('ui.search.collections')}
      filters={[
        {
          id: 'state',
          name: text('ui.state'),
          options: states.map(value => ({ value, label: text(`ui.state.${value}`) })),
        },
      ]}
    >
      {order.status}
      {dialog}
    </RowList>
  )
}

/** COLL-11: whether rows stand in the order in which they can be moved. */
const isInOrder = ({ sort }: ListState) => sort?.id === 'displayOrder' && !sort.descending

interface ColumnsOptions extends Pick<ListPageProps, 'rowHref'> {
  state: ListState
  order: RowOrder<Collection>
  highlights: ReturnType<typeof useHighlights>
}

/** The columns, with the place of each row among all that there are. */
function useColumns({ state, order, highlights, rowHref }: ColumnsOptions) {
  const { text } = useCollectionTexts()
  const { day } = useDates()
  const { ids, handle, move } = order
  const { query, filters, page, take } = state
  const inOrder = isInOrder(state)
  const isWhole = inOrder && query === '' && Object.keys(filters).length === 0
  const first = take < 1 ? 0 : page * take
  const places = useMemo(() => new Map(ids.map((id, index) => [id, first + index + 1])), [ids, first])
  return useMemo(
    () =>
      collectionColumns({
        text,
        rowHref,
        day,
        highlights,
        handle: inOrder ? handle : undefined,
        move: inOrder ? move : undefined,
        placeOf: row =>
          isWhole
            ? { place: places.get(row.collectionTag) ?? 0, first: first + 1, count: first + places.size }
            : { place: row.displayOrder, count: places.size },
      }),
    [text, rowHref, day, highlights, inOrder, handle, move, isWhole, places, first],
  )
}

type Text = CollectionTexts['text']

const editOf = (row: Collection, rowHref: ListPageProps['rowHref'], text: Text): MenuAction[] =>
  rowHref === undefined
    ? []
    : [{ label: text('ui.edit'), icon: <Pencil {...icon} />, href: rowHref(row.collectionTag) }]

/** What the radios do, and the way back, which radios don't have. */
function highlightActs(row: Collection, { isOn, set }: ReturnType<typeof useHighlights>, text: Text) {
  const act = (which: Highlight, [on, off]: readonly [string, string], Icon: typeof Star): MenuAction => {
    const isSet = isOn(row, which)
    return {
      label: isSet ? off : on,
      icon: isSet ? <StarOff {...icon} /> : <Icon {...icon} />,
      disabled: !row.active,
      onSelect: () => set(row, which, !isSet),
    }
  }
  return [
    act(
      'isFeaturedCollection',
      [text('ui.collections.makeFeatured'), text('ui.collections.unfeature')],
      Star,
    ),
    act(
      'isClassOfDayCollection',
      [text('ui.collections.makeClassOfDay'), text('ui.collections.noClassOfDay')],
      Sun,
    ),
  ]
}
