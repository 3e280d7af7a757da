import { type Category, categories, mayChangeCategory } from '@kinora/core'
import { useCallback, useMemo, useRef } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import type { ListPageProps } from '../kernel/search-list.ts'
import { pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { AddLink } from '../ui/list/add-link.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { categoryColumns } from './category-columns.tsx'
import { CategoryGate, type CategoryReader } from './category-gate.tsx'
import { CategoryMenu } from './category-menu.tsx'
import { useCategoryTexts } from './texts.ts'
import { useCategoryOrder } from './use-category-order.ts'

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
  const add = mayAdd ? <AddLink href={addHref}>{text('ui.categories.add')}</AddLink> : null
  return (
    <ResourceList
      title={text('ui.categories.title')}
      text={text('ui.categories.text')}
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
          text={text(mayAdd ? 'ui.categories.emptyText' : 'ui.categories.noneText')}
          actions={add}
        />
      }
    >
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </ResourceList>
  )
}
