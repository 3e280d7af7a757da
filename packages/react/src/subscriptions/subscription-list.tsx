import { ALL_ROWS, PAGE_SIZE, type Subscription, SubscriptionType, subscriptions } from '@kinora/core'
import { Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { DeleteRowsDialog } from '../kernel/delete-rows-dialog.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import { useKinora } from '../kernel/provider.tsx'
import type { ListPageProps } from '../kernel/search-list.ts'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { Button } from '../ui/button.tsx'
import { AddLink } from '../ui/list/add-link.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { useListSelection } from '../ui/list/use-list-selection.ts'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { subscriptionColumns } from './subscription-columns.tsx'
import { useSubscriptionTexts } from './texts.ts'
import { useDeleteSubscriptions } from './use-delete-subscriptions.ts'

const rules: ListRules = {
  filters: ['status', 'type'],
  sorts: ['title', 'createdDate'],
  start: { query: '', filters: {}, page: 0, take: PAGE_SIZE, sort: { id: 'title', descending: false } },
  all: ALL_ROWS,
}
const rowId = (row: Subscription) => row.subsPackageId
const states: readonly Subscription['status'][] = ['Saved', 'Inactive', 'Active']

/** NAV-19, SUBS-01: the subscription packages of the tenant. */
export function SubscriptionList(props: ListPageProps) {
  return (
    <TenantGate>{({ tenantId }) => <Entries key={tenantId} {...props} tenantId={tenantId} />}</TenantGate>
  )
}

function Entries({ location, rowHref, addHref, tenantId }: ListPageProps & { tenantId: string }) {
  const { text } = useSubscriptionTexts()
  const { baseUrl } = useKinora()
  const { day } = useDates()
  const list = useResourceList(subscriptions.list, {
    location,
    rules,
    input: ({ query, filters: { status = [], type = [] }, sort }) => ({
      tenantId,
      query: query || undefined,
      status: states.filter(one => status.includes(one)),
      subscriptionType: SubscriptionType.options.filter(one => type.includes(one)),
      sort: sort?.id as 'title' | undefined,
      dir: sort?.descending ? ('desc' as const) : ('asc' as const),
    }),
  })
  const selection = useListSelection(list.rows, rowId, JSON.stringify(list.state))
  const deletion = useDeleteSubscriptions(tenantId, selection.clear)
  const columns = useMemo(
    () => subscriptionColumns({ text, rowHref, baseUrl, day }),
    [text, rowHref, baseUrl, day],
  )
  const rowLabel = useCallback(
    (row: Subscription) => text('ui.subscriptions.select', { name: row.title }),
    [text],
  )
  const add = <AddLink href={addHref}>{text('ui.subscriptions.add')}</AddLink>
  return (
    <ResourceList
      title={text('ui.subscriptions.title')}
      text={text('ui.subscriptions.text')}
      actions={add}
      list={list}
      rowId={rowId}
      columns={columns}
      searchLabel={text('ui.subscriptions.search')}
      filters={[
        {
          id: 'status',
          name: text('ui.subscriptions.state'),
          options: states.map(value => ({ value, label: text(`ui.subscriptions.state.${value}`) })),
        },
        {
          id: 'type',
          name: text('ui.subscriptions.type'),
          options: SubscriptionType.options.map(value => ({
            value,
            label: text(`ui.subscriptions.type.${value}`),
          })),
        },
      ]}
      count={count => text('ui.subscriptions.count', { count })}
      bulk={{
        selection,
        rowLabel,
        actions: (
          <Button
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => deletion.ask(selection.chosen)}
          >
            {text('ui.subscriptions.deleteMany', { count: selection.chosen.length })}
          </Button>
        ),
      }}
      result={deletion.result}
      onResultClose={deletion.clearResult}
      empty={
        <EmptyState
          title={text('ui.subscriptions.emptyTitle')}
          text={text('ui.subscriptions.emptyText')}
          actions={add}
        />
      }
    >
      <DeleteRowsDialog
        deletion={deletion}
        title={count => text('ui.subscriptions.deleteTitle', { count })}
        text={text('ui.subscriptions.deleteText')}
        label={count => text('ui.subscriptions.deleteMany', { count })}
      />
    </ResourceList>
  )
}
