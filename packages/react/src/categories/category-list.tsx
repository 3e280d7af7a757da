import { type Category, mayChangeCategory } from '@kinora/core'
import { Eye, ImageIcon, Pencil } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { type RowColumn, RowList, StoredPicture } from '../kernel/row-list.tsx'
import { useRowOrder } from '../kernel/row-order.tsx'
import type { ListProps } from '../kernel/use-resource-list.ts'
import type { ListFilter } from '../ui/list/list-filters.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import {
  CategoryGate,
  type CategoryReader,
  type CategoryTexts,
  PromotedBadge,
  useCategoryTexts,
} from './category.tsx'
import { type CategoryFilters, type CategoryListModel, useCategoryList } from './use-category-list.ts'

export type CategoryListProps = ListProps<Category, CategoryFilters>

// NAV-29, CAT-02, CAT-06
/** The categories that a person may see, in display order; their own can be put into another one. */
export function CategoryList(props: CategoryListProps) {
  return <CategoryGate>{by => <ListTable {...props} by={by} />}</CategoryGate>
}

const rowId = (row: Category) => row.categoryId
const rowName = (row: Category) => row.name.invariantText

function ListTable({ by, ...props }: CategoryListProps & { by: CategoryReader }) {
  const { rowHref } = props
  const { text } = useCategoryTexts()
  const { tenantId } = by
  const list = useCategoryList(props)
  const mayMove = list.mayChange
  const order = useCategoryOrder(list)
  const { handle, acts } = order
  const hasMoves = order.rows.some(mayMove)
  const columns = useMemo(
    () => categoryColumns({ text, showsTenants: tenantId === undefined, hasMoves, handle }),
    [text, tenantId, hasMoves, handle],
  )
  const rowMenu = useCallback(
    (row: Category) => {
      const open = mayMove(row)
        ? { label: text('ui.edit'), icon: <Pencil size={16} aria-hidden="true" /> }
        : { label: text('ui.categories.view'), icon: <Eye size={16} aria-hidden="true" /> }
      return acts(row, { before: rowHref ? [{ ...open, href: rowHref(row.categoryId) }] : [] })
    },
    [text, rowHref, acts, mayMove],
  )
  const mayAdd = mayChangeCategory({ tenantId: tenantId ?? null }, by)
  return (
    <RowList
      noun="categories"
      words={text}
      part="category-list"
      host={props}
      text={text(by.hidesOwn ? 'category.ownHidden' : 'ui.categories.text')}
      addHref={mayAdd && by.hidesOwn !== undefined ? props.addHref : undefined}
      list={{ ...list, rows: order.rows }}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      filters={categoryFilters(text)}
      rowMenu={rowMenu}
      emptyText={text(mayAdd ? 'ui.categories.emptyText' : 'ui.noneVisible')}
    >
      {order.status}
    </RowList>
  )
}

const categoryFilters = (text: CategoryTexts['text']): ListFilter[] => [
  {
    id: 'promoted',
    name: text('ui.categories.promotion'),
    options: [
      { value: 'true', label: text('ui.categories.promoted') },
      { value: 'false', label: text('ui.categories.notPromoted') },
    ],
  },
  {
    id: 'owner',
    name: text('ui.owner'),
    options: [
      { value: 'platform', label: text('ui.owner.platform') },
      { value: 'tenant', label: text('field.tenant') },
    ],
  },
]

interface CategoryColumnOptions {
  text: CategoryTexts['text']
  /** Names the tenants that categories belong to. */
  showsTenants: boolean
  /** Some rows may be moved: the names of the others stand below theirs. */
  hasMoves: boolean
  /** Of a row that may be moved. */
  handle: (row: Category) => ReactNode
}

/** CAT-02: title, cover, thumbnail and promoted flag; with what it holds and whose it is. */
function categoryColumns(options: CategoryColumnOptions): RowColumn<Category>[] {
  const { text, showsTenants, hasMoves, handle } = options
  const picture = (link: string | null, look: { width: number; aspectRatio: string }) => (
    <StoredPicture
      link={link}
      fallback={<ImageIcon size={16} aria-hidden="true" />}
      width={look.width}
      style={{ aspectRatio: look.aspectRatio }}
    />
  )
  return [
    {
      id: 'title',
      width: 220,
      grow: 2,
      cell: row => (
        <>
          {handle(row) ?? (hasMoves ? <span className="kn-row-handle-gap" /> : null)}
          <TitleCell name={row.name.invariantText} />
        </>
      ),
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

/** CAT-06: the display order of the categories that this person may order (C-84); the others keep their places. */
function useCategoryOrder({ rows, mayChange, reorder }: CategoryListModel) {
  return useRowOrder(rows, {
    rowId,
    nameOf: rowName,
    mayMove: mayChange,
    send: async ids => (await reorder(ids)).kind === 'done',
  })
}
