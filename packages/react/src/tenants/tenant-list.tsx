import { ALL_ROWS, Role, type Tenant, TenantSort, tenants } from '@kinora/core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { ListRules } from '../kernel/list-state.ts'
import { useUser } from '../kernel/provider.tsx'
import type { ListPageProps } from '../kernel/search-list.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { ButtonLink } from '../ui/button.tsx'
import { AddLink } from '../ui/list/add-link.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { tenantColumns } from './tenant-columns.tsx'
import { TenantMenu } from './tenant-menu.tsx'
import { useTenantTexts } from './texts.ts'

const sorts = TenantSort.options
const rules: ListRules = {
  filters: [],
  sorts,
  start: { query: '', filters: {}, sort: { id: 'name', descending: false }, page: 0, take: 50 },
  all: ALL_ROWS,
}
const rowId = (row: Tenant) => row.tenantID

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
    input: ({ query, sort }) => ({
      query: query || undefined,
      sort: sorts.find(id => id === sort?.id),
      dir: sort?.descending ? ('desc' as const) : ('asc' as const),
    }),
  })
  const columns = useMemo(() => tenantColumns(text, rowHref), [text, rowHref])
  const menu = useCallback(
    (row: Tenant) => <TenantMenu row={row} href={rowHref?.(row.tenantID)} onDelete={() => setLeaving(row)} />,
    [rowHref],
  )
  const add = mayManage ? <AddLink href={addHref}>{text('ui.tenants.add')}</AddLink> : null
  return (
    <ResourceList
      title={text('ui.tenants.title')}
      text={text('ui.tenants.text')}
      actions={
        <>
          {mayManage && deletedHref ? (
            <ButtonLink href={deletedHref}>{text('ui.tenants.deleted')}</ButtonLink>
          ) : null}
          {add}
        </>
      }
      tabs={tabs}
      list={list}
      rowId={rowId}
      columns={columns}
      rowActions={mayManage ? { width: 48, render: menu } : undefined}
      searchLabel={text('ui.tenants.search')}
      count={count => text('ui.tenants.count', { count })}
      empty={
        <EmptyState title={text('ui.tenants.emptyTitle')} text={text('ui.tenants.emptyText')} actions={add} />
      }
    >
      <DeleteTenant tenant={leaving} onClose={() => setLeaving(undefined)} />
    </ResourceList>
  )
}
