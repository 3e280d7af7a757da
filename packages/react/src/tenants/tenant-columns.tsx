import type { Tenant } from '@kinora/core'
import { ActiveState } from '../kernel/active.tsx'
import { LanguageTags } from '../kernel/language-tags.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import type { TenantTexts } from './texts.ts'

export const tenantColumns = (
  text: TenantTexts['text'],
  rowHref: ((id: string) => string) | undefined,
): DataTableColumn<Tenant>[] => [
  {
    id: 'name',
    header: text('ui.tenants.name'),
    width: 180,
    grow: 2,
    sortable: true,
    cell: row => <TitleCell href={rowHref?.(row.tenantID)} name={row.name} />,
  },
  {
    id: 'tenantID',
    header: 'ID',
    width: 140,
    grow: 1,
    sortable: true,
    cell: row => <bdi>{row.tenantID}</bdi>,
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
    header: text('ui.tenants.products'),
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
    header: text('ui.tenants.state'),
    width: 110,
    cell: row => <ActiveState active={row.isProviderActive} />,
  },
]
