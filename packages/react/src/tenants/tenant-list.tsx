import { Role, type Tenant, TenantSort, tenants } from '@kinora/core'
import { Pencil, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { ActiveState } from '../kernel/active.tsx'
import { LanguageTags } from '../kernel/language-tags.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import { useUser } from '../kernel/provider.tsx'
import { type RowColumn, RowList } from '../kernel/row-list.tsx'
import { type ListProps, pagesOnly, toSorted, useResourceList } from '../kernel/use-resource-list.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { MenuGroup } from '../ui/overlay/menu.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { type TenantTexts, useTenantTexts } from './texts.ts'

const rules: ListRules = {
  ...pagesOnly,
  sorts: TenantSort.options,
  start: { ...pagesOnly.start, sort: { id: 'name', descending: false } },
}
const rowName = (row: Tenant) => row.name

export interface TenantListProps extends Omit<ListProps<Tenant>, 'filter'> {
  // C-98
  /** Where deleted tenants are; given, those who manage tenants have a link to it. */
  deletedHref?: string
}

// NAV-05, NAV-54, TENANT-31, C-13
/** The tenants in reach, with the e-mail that signs in. */
export function TenantList(props: TenantListProps) {
  const { rowHref, deletedHref } = props
  const { text } = useTenantTexts()
  const { role } = useUser()
  const mayManage = role === Role.Admin || role === Role.Support
  const [leaving, setLeaving] = useState<Tenant>()
  const list = useResourceList(tenants.list, {
    location: props.location,
    rules,
    input: toSorted<(typeof TenantSort.options)[number]>,
  })
  const columns = useMemo(() => tenantColumns(text), [text])
  const rowMenu = useCallback(
    (row: Tenant) => tenantMenu(text, { href: rowHref?.(row.tenantId), onDelete: () => setLeaving(row) }),
    [text, rowHref],
  )
  return (
    <RowList
      noun="tenants"
      words={text}
      part="tenant-list"
      host={props}
      actions={
        mayManage && deletedHref ? <ButtonLink href={deletedHref}>{text('ui.deleted')}</ButtonLink> : null
      }
      addHref={mayManage ? props.addHref : undefined}
      list={list}
      idKey="tenantId"
      rowName={rowName}
      columns={columns}
      rowMenu={mayManage ? rowMenu : undefined}
      searchLabel={text('ui.tenant.search')}
    >
      <DeleteTenant tenant={leaving} onClose={() => setLeaving(undefined)} />
    </RowList>
  )
}

const tenantColumns = (text: TenantTexts['text']): RowColumn<Tenant>[] => [
  {
    id: 'name',
    width: 180,
    grow: 2,
    sortable: true,
    cell: row => <TitleCell name={row.name} />,
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
    cell: row => <bdi>{row.activatedProducts.join(', ')}</bdi>,
  },
  {
    id: 'languages',
    header: text('ui.tenants.languages'),
    width: 140,
    cell: row => <LanguageTags tags={row.languageCodes} most={2} />,
  },
  {
    id: 'connect',
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

/** What can be done to a tenant of the list. */
function tenantMenu(
  text: TenantTexts['text'],
  { href, onDelete }: { href: string | undefined; onDelete: () => void },
): MenuGroup[] {
  const edit = { label: text('ui.edit'), icon: <Pencil size={16} aria-hidden="true" />, href }
  const remove = {
    label: text('ui.tenants.delete'),
    icon: <Trash2 size={16} aria-hidden="true" />,
    tone: 'negative',
    onSelect: onDelete,
  } as const
  return [{ actions: href === undefined ? [] : [{ ...edit, href }] }, { actions: [remove] }]
}
