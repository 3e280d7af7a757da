import { Role, type Tenant, TenantSort, tenants } from '@kinora/core'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { ActiveState } from '../kernel/active.tsx'
import { LanguageTags } from '../kernel/language-tags.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import { useUser } from '../kernel/provider.tsx'
import { RowList } from '../kernel/row-list.tsx'
import { type ListPageProps, pagesOnly, toSorted, useResourceList } from '../kernel/use-resource-list.ts'
import { ButtonLink } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, type MenuAction } from '../ui/overlay/menu.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { type TenantTexts, useTenantTexts } from './texts.ts'

const rules: ListRules = {
  ...pagesOnly,
  sorts: TenantSort.options,
  start: { ...pagesOnly.start, sort: { id: 'name', descending: false } },
}
const rowId = (row: Tenant) => row.tenantId

export interface TenantListProps extends ListPageProps {
  /** The tabs of the section, under the title (NAV-54). */
  tabs?: ReactNode
  /** Where deleted tenants are; given, those who manage tenants have a link to it (C-98). */
  deletedHref?: string
}

/** The tenants in reach, with the e-mail that signs in (NAV-05, TENANT-31, C-13). */
export function TenantList({ location, rowHref, addHref, deletedHref, tabs }: TenantListProps) {
  const { text } = useTenantTexts()
  const { role } = useUser()
  const mayManage = role === Role.Admin || role === Role.Support
  const [leaving, setLeaving] = useState<Tenant>()
  const list = useResourceList(tenants.list, {
    location,
    rules,
    input: state => toSorted<(typeof TenantSort.options)[number]>(state),
  })
  const columns = useMemo(() => tenantColumns(text, rowHref), [text, rowHref])
  const menu = useCallback(
    (row: Tenant) => <TenantMenu row={row} href={rowHref?.(row.tenantId)} onDelete={() => setLeaving(row)} />,
    [rowHref],
  )
  return (
    <RowList
      noun="tenants"
      words={text}
      title={text('ui.nav.tenants')}
      actions={
        mayManage && deletedHref ? <ButtonLink href={deletedHref}>{text('ui.deleted')}</ButtonLink> : null
      }
      addHref={mayManage ? addHref : undefined}
      tabs={tabs}
      list={list}
      rowId={rowId}
      columns={columns}
      rowActions={mayManage ? { width: 48, render: menu } : undefined}
      searchLabel={text('ui.tenant.search')}
    >
      <DeleteTenant tenant={leaving} onClose={() => setLeaving(undefined)} />
    </RowList>
  )
}

const tenantColumns = (
  text: TenantTexts['text'],
  rowHref: ((id: string) => string) | undefined,
): DataTableColumn<Tenant>[] => [
  {
    id: 'name',
    header: text('field.name'),
    width: 180,
    grow: 2,
    sortable: true,
    cell: row => <TitleCell href={rowHref?.(row.tenantId)} name={row.name} />,
  },
  {
    id: 'tenantId',
    header: 'ID',
    width: 140,
    grow: 1,
    sortable: true,
    cell: row => <bdi>{row.tenantId}</bdi>,
  },
  {
    id: 'email',
    header: text('ui.tenants.signIn'),
    width: 200,
    grow: 1,
    sortable: true,
    cell: row => <bdi>{row.providerEmail ?? row.email}</bdi>,
  },
  {
    id: 'products',
    header: text('field.activatedProducts'),
    width: 190,
    cell: row => <span className="kn-truncate">{row.activatedProducts.join(', ')}</span>,
  },
  {
    id: 'languages',
    header: text('ui.tenants.languages'),
    width: 140,
    cell: row => <LanguageTags tags={row.languageCodes} most={2} />,
  },
  {
    id: 'connect',
    header: text('field.connect'),
    width: 120,
    cell: row => text(`ui.tenants.connect.${row.connect ?? 'null'}`),
  },
  {
    id: 'state',
    header: text('field.providerId'),
    width: 110,
    cell: row => <ActiveState active={row.isProviderActive} />,
  },
]

interface TenantMenuProps {
  row: Tenant
  href: string | undefined
  onDelete: () => void
}

/** What can be done to a tenant of the list. */
function TenantMenu({ row, href, onDelete }: TenantMenuProps) {
  const { text } = useTenantTexts()
  const edit: MenuAction[] =
    href === undefined
      ? []
      : [{ label: text('ui.edit'), icon: <Pencil size={16} aria-hidden="true" />, href }]
  const remove: MenuAction = {
    label: text('ui.tenants.delete'),
    icon: <Trash2 size={16} aria-hidden="true" />,
    tone: 'negative',
    onSelect: onDelete,
  }
  return (
    <Menu
      trigger={
        <IconButton label={text('ui.actionsFor', { name: row.name })} icon={<EllipsisIcon size={16} />} />
      }
      groups={() => [{ actions: edit }, { actions: [remove] }].filter(group => group.actions.length > 0)}
    />
  )
}
