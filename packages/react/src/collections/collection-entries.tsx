import {
  type ActiveState,
  ALL_ROWS,
  type Collection,
  changedPart,
  collections,
  isRemoved,
} from '@kinora/core'
import { Pencil, Star, StarOff, Sun, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { DeleteRowsDialog, useDeleteRows } from '../kernel/delete-rows.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useReorder, useRowMoves } from '../kernel/use-reorder.ts'
import { type ListPageProps, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { AddLink } from '../ui/frame/page-header.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import type { MenuAction } from '../ui/overlay/menu.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { RowMoves } from '../ui/table/row-handle.tsx'
import { useListSelection } from '../ui/table/use-selection.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { collectionColumns, type Highlight, useHighlights } from './collection-columns.tsx'
import { OrderMenu } from './order-menu.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules: ListRules = {
  filters: ['state'],
  sorts: ['displayOrder', 'name', 'createdDate'],
  start: {
    query: '',
    filters: {},
    page: 0,
    take: ALL_ROWS,
    sort: { id: 'displayOrder', descending: false },
  },
  all: ALL_ROWS,
}
const rowId = (row: Collection) => row.collectionTag
const states: readonly ActiveState[] = ['Saved', 'Inactive', 'Active']
const icon = { size: 16, 'aria-hidden': true } as const

/** What is below the gate of a tenant. */
export function CollectionEntries({
  location,
  rowHref,
  addHref,
  tenantId,
}: ListPageProps & { tenantId: string }) {
  const { text } = useCollectionTexts()
  const { baseUrl } = useKinora()
  const { day } = useDates()
  const list = useResourceList(collections.list, {
    location,
    rules,
    input: ({ query, filters: { state = [] }, sort }) => ({
      tenantId,
      items: 1,
      query: query || undefined,
      state: states.filter(one => state.includes(one)),
      sort: sort?.id as 'displayOrder' | undefined,
      dir: sort?.descending ? ('desc' as const) : ('asc' as const),
    }),
  })
  const order = useCollectionOrder(list.rows as readonly Collection[], tenantId)
  const { rows, ids } = order
  const highlights = useHighlights(tenantId)
  const selection = useListSelection(rows, rowId, JSON.stringify(list.state))
  // COLL-12, C-113: deletes one or several, and says of each that stayed why.
  const deletion = useDeleteRows(collections.remove, {
    idOf: (row: Collection) => row.collectionTag,
    nameOf: row => row.name,
    input: tags => ({ tenantId, tags }),
    stayed: results => results.filter(each => !isRemoved(each)),
    said: {
      deleted: count => text('ui.collections.deleted', { count }),
      failed: count => text('ui.collections.deleteFailed', { count }),
    },
    onDone: selection.clear,
  })
  const { sort, query, filters, page, take } = list.state
  const inOrder = sort?.id === 'displayOrder' && !sort.descending
  const movesOf = inOrder ? order.movesOf : undefined
  const isWhole = inOrder && query === '' && Object.keys(filters).length === 0
  const first = take < 1 ? 0 : page * take
  const places = useMemo(() => new Map(ids.map((id, index) => [id, first + index + 1])), [ids, first])
  const columns = useMemo(
    () =>
      collectionColumns({
        text,
        rowHref,
        baseUrl,
        day,
        highlights,
        movesOf,
        placeOf: row =>
          isWhole
            ? { place: places.get(row.collectionTag) ?? 0, first: first + 1, count: first + places.size }
            : { place: row.displayOrder, count: places.size },
      }),
    [text, rowHref, baseUrl, day, highlights, movesOf, isWhole, places, first],
  )
  const latest = useRef({ ids, highlights, deletion })
  latest.current = { ids, highlights, deletion }
  const rowActions = useMemo(
    () => ({
      width: 52,
      render: (row: Collection) => (
        <OrderMenu
          name={row.name}
          id={row.collectionTag}
          moves={movesOf?.(row.collectionTag)}
          order={() => latest.current.ids}
          before={[...editOf(row, rowHref, text), ...highlightActs(row, highlights, text)]}
          after={[
            {
              label: text('ui.collections.delete'),
              icon: <Trash2 {...icon} />,
              tone: 'negative',
              onSelect: () => latest.current.deletion.ask([row]),
            },
          ]}
        />
      ),
    }),
    [text, rowHref, movesOf, highlights],
  )
  const rowLabel = useCallback((row: Collection) => text('ui.selectNamed', { name: row.name }), [text])
  const add = <AddLink href={addHref}>{text('ui.add.collection')}</AddLink>
  return (
    <ResourceList
      title={text('ui.nav.collections')}
      text={text('ui.collections.text')}
      actions={add}
      list={{ ...list, rows }}
      rowId={rowId}
      columns={columns}
      rowActions={rowActions}
      searchLabel={text('ui.search.collections')}
      filters={[
        {
          id: 'state',
          name: text('ui.state'),
          options: states.map(value => ({ value, label: text(`ui.state.${value}`) })),
        },
      ]}
      count={count => text('ui.collections.count', { count })}
      bulk={{
        selection,
        rowLabel,
        actions: (
          <Button icon={<Trash2 {...icon} />} onClick={() => deletion.ask(selection.chosen)}>
            {text('ui.collections.deleteMany', { count: selection.chosen.length })}
          </Button>
        ),
      }}
      result={deletion.result}
      onResultClose={deletion.clearResult}
      empty={
        <EmptyState
          title={text('ui.collections.emptyTitle')}
          text={text('ui.collections.emptyText')}
          actions={add}
        />
      }
    >
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
      <DeleteRowsDialog
        deletion={deletion}
        title={count => text('ui.collections.deleteTitle', { count })}
        text={text('ui.collections.deleteText')}
        label={count => text('ui.collections.deleteMany', { count })}
      />
    </ResourceList>
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

interface CollectionOrder {
  rows: readonly Collection[]
  ids: readonly string[]
  movesOf(tag: string): RowMoves
  /** What the last move came to, for those who listen. */
  said: string
}

/** COLL-11: the order of the collections, by drag, menu and key. What a move has changed is sent, and no more. */
function useCollectionOrder(stored: readonly Collection[], tenantId: string): CollectionOrder {
  const { text } = useCollectionTexts()
  const [said, say] = useState('')
  const reorder = useWrite(collections.reorder, { success: text('success.collectionReordered') })
  const before = stored.map(row => row.collectionTag)
  const order = useReorder(before, async ids => {
    const collectionIds = changedPart(before, ids)
    return (await reorder.send({ tenantId, collectionIds })).kind === 'done'
  })
  const byTag = new Map(stored.map(row => [row.collectionTag, row]))
  const movesOf = useRowMoves(order, {
    tell: (tag, place) =>
      say(
        text('ui.order.moved', {
          name: byTag.get(tag)?.name ?? '',
          place: place + 1,
          count: stored.length,
        }),
      ),
  })
  return { rows: order.ids.map(tag => byTag.get(tag)!), ids: order.ids, movesOf, said }
}
