import { type Category, categories, mayChangeCategory, toSourceSet } from '@kinora/core'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Eye, ImageIcon, Pencil } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { useReorder, useRowMoves } from '../kernel/use-reorder.ts'
import { type ListPageProps, pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { AddLink } from '../ui/frame/page-header.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { Menu, type MenuAction } from '../ui/overlay/menu.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { RowHandle, type RowMoves } from '../ui/table/row-handle.tsx'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { Thumbnail, TitleCell } from '../ui/table/title-cell.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import {
  CategoryGate,
  type CategoryReader,
  type CategoryTexts,
  PromotedBadge,
  useCategoryTexts,
} from './category.tsx'

/** The categories that a person may see, in display order (NAV-29, CAT-02); their own can be put into another one (CAT-06). */
export function CategoryList(props: ListPageProps) {
  return <CategoryGate>{by => <Entries {...props} by={by} />}</CategoryGate>
}

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules = { ...pagesOnly, start: { ...pagesOnly.start, take: pagesOnly.all } }
const rowId = (row: Category) => row.categoryId
const actionsWidth = 52

function Entries({ location, rowHref, addHref, tabs, by }: ListPageProps & { by: CategoryReader }) {
  const { text } = useCategoryTexts()
  const { baseUrl } = useKinora()
  const { role, tenantId } = by
  const list = useResourceList(categories.list, { location, rules, input: () => ({ tenantId }) })
  const order = useCategoryOrder(list.rows as readonly Category[], by)
  const { movesOf } = order
  const hasMoves = order.rows.some(row => mayChangeCategory(row, { role, tenantId }))
  const columns = useMemo(
    () =>
      categoryColumns({
        text,
        rowHref,
        baseUrl,
        showsTenants: tenantId === undefined,
        hasMoves,
        movesOf: row => (mayChangeCategory(row, { role, tenantId }) ? movesOf(row.categoryId) : undefined),
      }),
    [text, rowHref, baseUrl, role, tenantId, hasMoves, movesOf],
  )
  const placeOf = useRef(order.placeOf)
  placeOf.current = order.placeOf
  const menu = useCallback(
    (row: Category) => (
      <CategoryMenu
        row={row}
        href={rowHref?.(row.categoryId)}
        moves={mayChangeCategory(row, { role, tenantId }) ? movesOf(row.categoryId) : undefined}
        placeOf={() => placeOf.current(row.categoryId)}
      />
    ),
    [rowHref, role, tenantId, movesOf],
  )
  const mayAdd = mayChangeCategory({ tenantId: tenantId ?? null }, by)
  const add =
    mayAdd && by.hidesOwn !== undefined ? <AddLink href={addHref}>{text('ui.categories.add')}</AddLink> : null
  return (
    <ResourceList
      title={text('ui.nav.categories')}
      text={text(by.hidesOwn ? 'category.ownHidden' : 'ui.categories.text')}
      actions={add}
      tabs={tabs}
      list={{ ...list, rows: order.rows }}
      rowId={rowId}
      columns={columns}
      rowActions={{ width: actionsWidth, render: menu }}
      count={count => text('ui.categories.count', { count })}
      empty={
        <EmptyState
          title={text('ui.categories.emptyTitle')}
          text={text(mayAdd ? 'ui.categories.emptyText' : 'ui.noneVisible')}
          actions={add}
        />
      }
    >
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </ResourceList>
  )
}

interface CategoryColumnOptions {
  text: CategoryTexts['text']
  rowHref: ((id: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
  /** Names the tenants that categories belong to. */
  showsTenants: boolean
  /** Some rows may be moved: the names of the others stand below theirs. */
  hasMoves: boolean
  /** Of a row that may be moved. */
  movesOf: (row: Category) => RowMoves | undefined
}

/** CAT-02: title, cover, thumbnail and promoted flag; with what it holds and whose it is. */
function categoryColumns(options: CategoryColumnOptions): DataTableColumn<Category>[] {
  const { text, rowHref, baseUrl, showsTenants, hasMoves, movesOf } = options
  const picture = (link: string | null, look: { width: number; aspectRatio: string }) => {
    const address = link && baseUrl + link
    return (
      <Thumbnail
        src={address}
        srcSet={toSourceSet(address)}
        fallback={<ImageIcon size={16} aria-hidden="true" />}
        width={look.width}
        style={{ aspectRatio: look.aspectRatio }}
      />
    )
  }
  return [
    {
      id: 'title',
      header: text('field.title'),
      width: 220,
      grow: 2,
      cell(row) {
        const name = row.name.invariantText
        const moves = movesOf(row)
        return (
          <>
            {moves ? (
              <RowHandle label={text('ui.order.move', { name })} help={text('ui.order.help')} moves={moves} />
            ) : hasMoves ? (
              <span className="kn-row-handle-gap" />
            ) : null}
            <TitleCell href={rowHref?.(row.categoryId)} name={name} />
          </>
        )
      },
    },
    {
      id: 'cover',
      header: text('ui.cover'),
      width: 140,
      cell: row => picture(row.bannerImageLink, { width: 112, aspectRatio: '1920 / 564' }),
    },
    {
      id: 'thumbnail',
      header: text('ui.categories.thumbnail'),
      width: 96,
      cell: row => picture(row.imageLink, { width: 40, aspectRatio: '1' }),
    },
    {
      id: 'promoted',
      header: text('ui.categories.promotion'),
      width: 148,
      cell: row => <PromotedBadge promoted={row.isPromoted} />,
    },
    {
      id: 'subCategories',
      header: text('ui.categories.subTitle'),
      width: 120,
      align: 'end',
      cell: row => row.subCategories.length,
    },
    {
      id: 'owner',
      header: text('ui.owner'),
      width: 140,
      cell: ({ tenantId }) =>
        tenantId === null ? (
          <Badge>{text('ui.owner.platform')}</Badge>
        ) : (
          showsTenants && <span className="kn-truncate">{tenantId}</span>
        ),
    },
  ]
}

interface CategoryMenuProps {
  row: Category
  href: string | undefined
  /** Left out where it can't be moved. */
  moves: RowMoves | undefined
  placeOf: () => { place: number; count: number }
}

/** What can be done to a category of the list: everything that dragging does, by key too (CAT-06). */
function CategoryMenu({ row, href, moves, placeOf }: CategoryMenuProps) {
  const { text } = useCategoryTexts()
  const name = row.name.invariantText
  const open =
    moves === undefined
      ? { label: text('ui.categories.view'), icon: <Eye size={16} aria-hidden="true" /> }
      : { label: text('ui.edit'), icon: <Pencil size={16} aria-hidden="true" /> }
  const edit: MenuAction[] = href === undefined ? [] : [{ ...open, href }]
  const toGroups = () => {
    const { place, count } = placeOf()
    const isFirst = place === 0
    const isLast = place === count - 1
    const move = (
      to: 'up' | 'down' | 'top' | 'bottom',
      { icon: Icon, disabled }: { icon: typeof ArrowUp; disabled: boolean },
    ): MenuAction => ({
      label: text(`ui.order.${to}`),
      icon: <Icon size={16} aria-hidden="true" />,
      disabled,
      onSelect: () => moves?.step(to),
    })
    const order = [
      move('up', { icon: ArrowUp, disabled: isFirst }),
      move('down', { icon: ArrowDown, disabled: isLast }),
      move('top', { icon: ArrowUpToLine, disabled: isFirst }),
      move('bottom', { icon: ArrowDownToLine, disabled: isLast }),
    ]
    return [{ actions: edit }, ...(moves === undefined ? [] : [{ actions: order }])].filter(
      group => group.actions.length > 0,
    )
  }
  if (edit.length === 0 && moves === undefined) return null
  return (
    <Menu
      trigger={<IconButton label={text('ui.actionsFor', { name })} icon={<EllipsisIcon size={16} />} />}
      groups={toGroups}
    />
  )
}

interface CategoryOrder {
  /** As they are shown. */
  rows: readonly Category[]
  /** Of a row that may be moved. */
  movesOf(id: string): RowMoves
  /** Where a row stands among those that may be moved, from 0, and how many there are. */
  placeOf(id: string): { place: number; count: number }
  /** What the last move came to, for those who listen. */
  said: string
}

/** CAT-06: the display order of the categories that this person may order (C-84); the others keep their places. */
function useCategoryOrder(stored: readonly Category[], by: CategoryReader): CategoryOrder {
  const { text } = useCategoryTexts()
  const [said, say] = useState('')
  const reorder = useWrite(categories.reorder, {
    invalidates: ['categories', 'metadata'],
    success: text('success.displayOrder'),
  })
  const own = stored.filter(row => mayChangeCategory(row, by))
  const first = own[0] === undefined ? 0 : stored.indexOf(own[0])
  const order = useReorder(
    own.map(row => row.categoryId),
    async ids => {
      const { kind } = await reorder.send({ tenantId: by.tenantId, categoryIds: [...ids] })
      return kind === 'done'
    },
  )
  const byId = new Map(stored.map(row => [row.categoryId, row]))
  const shown = order.ids.map(id => byId.get(id)!)
  const rows = [...stored.slice(0, first), ...shown, ...stored.slice(first + own.length)]

  const movesOf = useRowMoves(order, {
    first,
    tell: (id, place) =>
      say(
        text('ui.order.moved', {
          name: byId.get(id)?.name.invariantText ?? '',
          place: place + 1,
          count: own.length,
        }),
      ),
  })
  const placeOf = (id: string) => ({ place: order.ids.indexOf(id), count: order.ids.length })
  return { rows, movesOf, placeOf, said }
}
