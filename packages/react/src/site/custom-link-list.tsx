import { type SiteOf, site } from '@kinora/core'
import { Pencil } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { ActiveState } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { type FormTexts, useFormTexts } from '../kernel/form-texts.ts'
import { useRowOrder } from '../kernel/row-order.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import {
  type ListPageProps,
  type ListProps,
  pagesOnly,
  type ResourceListModel,
  useResourceList,
} from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { AddLink } from '../ui/frame/page-header.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { useSiteTexts } from './use-site.tsx'

type CustomLink = SiteOf<'custom'>

/** An order is one of all rows, so all of them are shown unless pages are asked for. */
const rules = { ...pagesOnly, start: { ...pagesOnly.start, take: pagesOnly.all } }
const rowId = (row: CustomLink) => row.tag
const rowName = (row: CustomLink) => row.linkText

export type CustomLinkListProps = Omit<ListProps<CustomLink>, 'filter'>

// NAV-42, SITE-10
/** The custom links of the tenant's site, in their order. */
export const CustomLinkList = ofTenant<CustomLinkListProps>(({ tenantId, ...props }) => {
  const { location, rowHref, addHref, tabs } = props
  const { text } = useSiteTexts()
  const form = useFormTexts()
  const found = useResourceList(site.list, {
    location,
    rules,
    id: 'site.links',
    input: () => ({ tenantId, configurationType: 'custom' as const }),
  })
  const list = found as unknown as ResourceListModel<CustomLink>
  const reorder = useWrite(site.reorder, { success: text('ui.links.reordered') })
  const { rows, handle, acts, status } = useRowOrder(list.rows, {
    rowId,
    nameOf: rowName,
    labels: { top: text('ui.links.top'), bottom: text('ui.links.bottom') },
    send: async tags => (await reorder.send({ tenantId, tags: [...tags] })).kind === 'done',
  })
  const columns = useMemo(() => linkColumns({ text, form, rowHref, handle }), [text, form, rowHref, handle])
  const rowMenu = useCallback(
    (row: CustomLink) => {
      const edit = { label: text('ui.edit'), icon: <Pencil size={16} aria-hidden="true" /> }
      return acts(row, { before: rowHref ? [{ ...edit, href: rowHref(row.tag) }] : [] })
    },
    [text, rowHref, acts],
  )
  const add = <AddLink href={addHref}>{text('ui.links.add')}</AddLink>
  return (
    <ResourceList
      part="custom-link-list"
      host={props}
      tabs={tabs}
      title={text('ui.nav.customLinks')}
      text={text('ui.site.customText')}
      actions={
        <>
          <DeleteAll tenantId={tenantId} count={rows.length} />
          {add}
        </>
      }
      list={{ ...list, rows }}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      rowMenu={rowMenu}
      count={count => text('ui.links.count', { count })}
      empty={
        <EmptyState title={text('ui.links.emptyTitle')} text={text('ui.links.emptyText')} actions={add} />
      }
    >
      {status}
    </ResourceList>
  )
})

interface LinkColumns extends Pick<ListPageProps, 'rowHref'> {
  text: ReturnType<typeof useSiteTexts>['text']
  form: FormTexts
  handle: (row: CustomLink) => ReactNode
}

const linkColumns = ({ text, form, rowHref, handle }: LinkColumns): DataTableColumn<CustomLink>[] => [
  {
    id: 'linkText',
    header: text('field.linkText'),
    width: 200,
    grow: 1,
    cell: row => (
      <>
        {handle(row)}
        <TitleCell href={rowHref?.(row.tag)} name={row.linkText} />
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
]

/** C-106: without a tag all of the type. */
function DeleteAll({ tenantId, count }: { tenantId: string; count: number }) {
  const { text } = useSiteTexts()
  if (count === 0) return null
  return (
    <DeleteRow
      endpoint={site.remove}
      input={{ tenantId, configurationType: 'custom' }}
      label={text('ui.links.deleteAll')}
      name=""
      title={text('ui.links.deleteAllTitle', { count })}
      text={text('ui.links.deleteAllText')}
      success={text('ui.links.deletedAll')}
      onDeleted={undefined}
    />
  )
}
