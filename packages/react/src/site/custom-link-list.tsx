import { type SiteOf, site } from '@kinora/core'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Pencil } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { ActiveState } from '../kernel/active.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useReorder, useRowMoves } from '../kernel/use-reorder.ts'
import { type ListPageProps, pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { DeleteButton } from '../ui/form/delete-button.tsx'
import { AddLink } from '../ui/frame/page-header.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { RowHandle, type RowMoves } from '../ui/table/row-handle.tsx'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useSiteTexts } from './use-site.ts'

type CustomLink = SiteOf<'custom'>

/** NAV-42, SITE-10: the custom links of the tenant's site, in their order. */
export function CustomLinkList(props: ListPageProps) {
  return (
    <TenantGate>{({ tenantId }) => <Entries key={tenantId} {...props} tenantId={tenantId} />}</TenantGate>
  )
}

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules = { ...pagesOnly, start: { ...pagesOnly.start, take: pagesOnly.all } }
const rowId = (row: CustomLink) => row.tag
const actionsWidth = 52

function Entries({ location, rowHref, addHref, tenantId }: ListPageProps & { tenantId: string }) {
  const { text } = useSiteTexts()
  const form = useFormTexts()
  const list = useResourceList(site.list, {
    location,
    rules,
    id: 'site.links',
    input: () => ({ tenantId, configurationType: 'custom' as const }),
  })
  const { rows, movesOf, said } = useLinkOrder(list.rows as unknown as readonly CustomLink[], tenantId)
  const columns = useMemo(
    (): DataTableColumn<CustomLink>[] => [
      {
        id: 'linkText',
        header: text('field.linkText'),
        width: 200,
        grow: 1,
        cell: ({ tag, linkText }) => (
          <>
            <RowHandle
              label={text('ui.order.move', { name: linkText })}
              help={text('ui.order.help')}
              moves={movesOf(tag)}
            />
            <TitleCell href={rowHref?.(tag)} name={linkText} />
          </>
        ),
      },
      {
        id: 'httpLink',
        header: text('field.httpLink'),
        width: 260,
        grow: 2,
        cell: row => <bdi dir="ltr">{row.httpLink}</bdi>,
      },
      {
        id: 'linkHoverText',
        header: text('field.linkHoverText'),
        width: 200,
        cell: row => <bdi>{row.linkHoverText}</bdi>,
      },
      {
        id: 'status',
        header: form.text('ui.state'),
        width: 120,
        cell: row => <ActiveState active={row.status} />,
      },
    ],
    [text, form, rowHref, movesOf],
  )
  const tags = useRef<readonly string[]>([])
  tags.current = rows.map(rowId)
  const add = <AddLink href={addHref}>{text('ui.links.add')}</AddLink>
  return (
    <ResourceList
      title={text('ui.nav.customLinks')}
      text={text('ui.site.customText')}
      actions={
        <>
          {rows.length === 0 ? null : <DeleteAll tenantId={tenantId} count={rows.length} />}
          {add}
        </>
      }
      list={{ ...list, rows }}
      rowId={rowId}
      columns={columns}
      rowActions={{
        width: actionsWidth,
        render: row => (
          <LinkMenu row={row} href={rowHref?.(row.tag)} moves={movesOf(row.tag)} order={() => tags.current} />
        ),
      }}
      count={count => text('ui.links.count', { count })}
      empty={
        <EmptyState title={text('ui.links.emptyTitle')} text={text('ui.links.emptyText')} actions={add} />
      }
    >
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </ResourceList>
  )
}

/** C-106: without a tag all of the type, asked before. */
function DeleteAll({ tenantId, count }: { tenantId: string; count: number }) {
  const { text, error } = useSiteTexts()
  const remove = useWrite(site.remove, { success: text('ui.links.deletedAll'), failure: saidByCaller })
  return (
    <DeleteButton
      label={text('ui.links.deleteAll')}
      title={text('ui.links.deleteAllTitle', { count })}
      text={text('ui.links.deleteAllText')}
      losses={[]}
      confirmLabel={text('ui.links.deleteAll')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      busy={remove.pending}
      error={remove.error === null ? undefined : error(remove.error)}
      onDelete={async () => (await remove.send({ tenantId, configurationType: 'custom' })).kind === 'done'}
    />
  )
}

interface LinkMenuProps {
  row: CustomLink
  href: string | undefined
  moves: RowMoves
  order: () => readonly string[]
}

function LinkMenu({ row, href, moves, order }: LinkMenuProps) {
  const { text } = useSiteTexts()
  const toGroups = () => {
    const tags = order()
    const [isFirst, isLast] = [tags[0] === row.tag, tags.at(-1) === row.tag]
    const steps = [
      { to: 'up', words: 'ui.order.up', icon: ArrowUp, disabled: isFirst },
      { to: 'down', words: 'ui.order.down', icon: ArrowDown, disabled: isLast },
      { to: 'top', words: 'ui.links.top', icon: ArrowUpToLine, disabled: isFirst },
      { to: 'bottom', words: 'ui.links.bottom', icon: ArrowDownToLine, disabled: isLast },
    ] as const
    const edit = { label: text('ui.edit'), icon: <Pencil size={16} aria-hidden="true" /> }
    return [
      { actions: href === undefined ? [] : [{ ...edit, href }] },
      {
        actions: steps.map(({ to, words, icon: Icon, disabled }) => ({
          label: text(words),
          icon: <Icon size={16} aria-hidden="true" />,
          disabled,
          onSelect: () => moves.step(to),
        })),
      },
    ].filter(group => group.actions.length > 0)
  }
  return (
    <Menu
      trigger={
        <IconButton label={text('ui.actionsFor', { name: row.linkText })} icon={<EllipsisIcon size={16} />} />
      }
      groups={toGroups}
    />
  )
}

interface LinkOrder {
  rows: readonly CustomLink[]
  movesOf(tag: string): RowMoves
  /** What the last move came to, for those who listen. */
  said: string
}

/** SITE-10: the order of the custom links, by drag, menu and key. */
function useLinkOrder(stored: readonly CustomLink[], tenantId: string): LinkOrder {
  const { text } = useSiteTexts()
  const [said, say] = useState('')
  const reorder = useWrite(site.reorder, { success: text('ui.links.reordered') })
  const order = useReorder(
    stored.map(({ tag }) => tag),
    async tags => (await reorder.send({ tenantId, tags: [...tags] })).kind === 'done',
  )
  const byTag = new Map(stored.map(link => [link.tag, link]))
  const movesOf = useRowMoves(order, {
    tell: (tag, place) =>
      say(
        text('ui.order.moved', {
          name: byTag.get(tag)?.linkText ?? '',
          place: place + 1,
          count: stored.length,
        }),
      ),
  })
  return { rows: order.ids.map(tag => byTag.get(tag)!), movesOf, said }
}
