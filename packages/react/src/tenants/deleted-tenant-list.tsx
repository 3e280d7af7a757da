import { type DeletedTenant, tenants } from '@kinora/core'
import { useMemo } from 'react'
import { useDates } from '../kernel/use-dates.ts'
import { type ListProps, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { BackLink } from '../ui/frame/page-header.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { useTenantTexts } from './texts.ts'

export interface DeletedTenantListProps
  extends Omit<ListProps<DeletedTenant>, 'filter' | 'rowHref' | 'addHref'> {
  /** Where the list of tenants is; given, a link leads back to it. */
  listHref?: string
}

const rowId = (row: DeletedTenant) => row.tenantId
const rowName = (row: DeletedTenant) => row.name

// C-98
/** Tenants that were deleted in the last 30 days, and the way to restore them. */
export function DeletedTenantList(props: DeletedTenantListProps) {
  const { location, listHref, tabs } = props
  const { text } = useTenantTexts()
  const list = useResourceList(tenants.deleted, { location })
  const columns = useColumns()
  const { send } = useWrite(tenants.restore, {
    parallel: true,
    invalidates: ['tenants', 'providers'],
    success: ({ name }) => text('ui.restored', { name }),
  })
  const rowActions = useMemo(() => {
    const render = ({ tenantId, name }: DeletedTenant) => (
      <Button
        size="compact"
        aria-label={text('ui.restoreNamed', { name })}
        onClick={() => void send({ tenantId })}
      >
        {text('ui.restore')}
      </Button>
    )
    return { width: 104, render }
  }, [text, send])
  return (
    <ResourceList
      part="deleted-tenant-list"
      host={props}
      tabs={tabs}
      back={<BackLink href={listHref}>{text('ui.nav.tenants')}</BackLink>}
      title={text('ui.page.deletedTenants')}
      text={text('ui.tenants.deletedText')}
      list={list}
      rowId={rowId}
      rowName={rowName}
      columns={columns}
      count={count => text('ui.tenants.deletedCount', { count })}
      empty={
        <EmptyState title={text('ui.tenants.deletedEmptyTitle')} text={text('ui.tenants.deletedEmptyText')} />
      }
      rowActions={rowActions}
    />
  )
}

function useColumns(): readonly DataTableColumn<DeletedTenant>[] {
  const { moment } = useDates()
  const { text } = useTenantTexts()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('field.name'),
        width: 240,
        grow: 3,
        cell: row => <TitleCell name={row.name} detail={row.tenantId} />,
      },
      {
        id: 'deleted',
        header: text('ui.deletedOn'),
        width: 150,
        align: 'end',
        cell: row => <bdi>{moment(row.deletedDate)}</bdi>,
      },
      {
        id: 'until',
        header: text('ui.restorableUntil'),
        width: 150,
        align: 'end',
        cell: row => <bdi>{moment(row.restorableUntil)}</bdi>,
      },
    ],
    [text, moment],
  )
}
