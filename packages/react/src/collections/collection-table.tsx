import { type ActiveState, type Collection, changedPart, collections } from '@kinora/core'
import { Pencil, Star, StarOff, Sun, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useDeleteRows } from '../kernel/delete-rows.tsx'
import { type ListRules, useLayout } from '../kernel/list-state.ts'
import { RowList } from '../kernel/row-list.tsx'
import { type RowOrder, useRowOrder } from '../kernel/row-order.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { type ListPageProps, pagesOnly, toSorted, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { CardGrid } from '../ui/list/card-grid.tsx'
import type { ListState } from '../ui/list/list-model.ts'
import { ListSort } from '../ui/list/list-sort.tsx'
import type { MenuAction } from '../ui/overlay/menu.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { collectionColumns, type Highlight, useHighlights } from './collection-columns.tsx'
import { CollectionTile } from './collection-tile.tsx'
import { LayoutSwitch, layouts } from './layout-switch.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules: ListRules = {
  ...pagesOnly,
  filters: ['state'],
  sorts: ['displayOrder', 'name', 'createdDate'],
  start: { ...pagesOnly.start, take: pagesOnly.all, sort: { id: 'displayOrder', descending: false } },
}
/** Pictures of a card. */
const COVERS = 4
const tileSize = { width: 232, below: 112 }
const rowId = (row: Collection) => row.collectionTag
const states: readonly ActiveState[] = ['Saved', 'Inactive', 'Active']
const icon = { size: 16, 'aria-hidden': true } as const

/** The table, of a tenant that is known. */
export function CollectionTable({
  location,
  rowHref,
  addHref,
  tenantId,
}: ListPageProps & { tenantId: string }) {
  const { text } = useCollectionTexts()
  const list = useResourceList(collections.list, {
    location,
    rules,
    input: state => ({
      tenantId,
      items: COVERS,
      state: states.filter(one => state.filters.state?.includes(one)),
      ...toSorted<'displayOrder'>(state),
    }),
  })
  const of = { noun: 'collections', words: text } as const
  const named = { rowId, nameOf: (row: Collection) => row.name }
  const reorder = useWrite(collections.reorder)
  const [layout, setLayout] = useLayout('collections', layouts)
  // COLL-11: what a move has changed is sent, and no more.
  const stored = list.rows as readonly Collection[]
  const order = useRowOrder(stored, {
    ...named,
    send: async ids => {
      const collectionIds = changedPart(stored.map(rowId), ids)
      return (await reorder.send({ tenantId, collectionIds })).kind === 'done'
    },
    undo: { text: text('success.collectionReordered') },
    help: layout === 'cards' ? text('ui.order.cardHelp') : undefined,
  })
  const { rows, menu } = order
  const highlights = useHighlights(tenantId)
  // COLL-12, C-113: deletes one or several, and says of each that stayed why.
  const { ask, bulk, dialog } = useDeleteRows(collections.remove, {
    ...of,
    ...named,
    list: { ...list, rows },
    input: tags => ({ tenantId, tags }),
  })
  const inOrder = isInOrder(list.state)
  const columns = useColumns({ state: list.state, order, highlights, rowHref })
  const rowActions = useMemo(
    () => ({
      width: 52,
      render: (row: Collection) =>
        menu(row, {
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
    }),
    [text, rowHref, menu, inOrder, highlights, ask],
  )
  return (
    <RowList
      {...of}
      title={text('ui.nav.collections')}
      {...bulk}
      addHref={addHref}
      list={{ ...list, rows }}
      rowId={rowId}
      columns={columns}
      rowActions={rowActions}
      modes={{
        choice: (
          <>
            {layout === 'cards' ? <ListSort list={list} columns={columns} /> : null}
            <LayoutSwitch layout={layout} onChange={setLayout} />
          </>
        ),
        content:
          layout === 'list' ? undefined : rows.length === 0 && list.loading ? (
            <>
              <VisuallyHidden role="status">{list.texts.loading}</VisuallyHidden>
              <Skeleton height={320} />
            </>
          ) : (
            <CardGrid
              label={text('ui.nav.collections')}
              rows={rows}
              rowId={rowId}
              selection={
                bulk.bulk && { ...bulk.bulk, ...bulk.bulk.selection, allLabel: list.texts.selectAll }
              }
              size={tileSize}
              total={list.total}
              offset={Math.max(0, list.state.page * list.state.take)}
              query={JSON.stringify(list.state)}
              card={row => (
                <CollectionTile
                  row={row}
                  href={rowHref?.(row.collectionTag)}
                  handle={inOrder ? order.handle(row) : null}
                  menu={rowActions.render(row)}
                  highlights={highlights}
                />
              )}
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
