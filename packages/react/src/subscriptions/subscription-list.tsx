import {
  ALL_ROWS,
  PAGE_SIZE,
  type Subscription,
  SubscriptionType,
  subscriptions,
  toSourceSet,
} from '@kinora/core'
import { Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { DeleteRowsDialog, useDeleteRows } from '../kernel/delete-rows.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import { useKinora } from '../kernel/provider.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { type ListPageProps, useResourceList } from '../kernel/use-resource-list.ts'
import { Button } from '../ui/button.tsx'
import { AddLink } from '../ui/frame/page-header.tsx'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { StateBadge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { Thumbnail, TitleCell } from '../ui/table/title-cell.tsx'
import { useListSelection } from '../ui/table/use-selection.ts'
import { type SubscriptionTexts, useSubscriptionTexts } from './texts.ts'

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
  // SUBS-07: deletes one or several, and says of each that stayed why.
  const deletion = useDeleteRows(subscriptions.remove, {
    idOf: (row: Subscription) => row.subsPackageId,
    nameOf: row => row.title,
    input: ids => ({ tenantId, ids }),
    stayed: ({ failed }) => failed,
    said: {
      deleted: count => text('ui.subscriptions.deleted', { count }),
      failed: count => text('ui.subscriptions.deleteFailed', { count }),
    },
    onDone: selection.clear,
  })
  const columns = useMemo(
    () => subscriptionColumns({ text, rowHref, baseUrl, day }),
    [text, rowHref, baseUrl, day],
  )
  const rowLabel = useCallback((row: Subscription) => text('ui.selectNamed', { name: row.title }), [text])
  const add = <AddLink href={addHref}>{text('ui.subscriptions.add')}</AddLink>
  return (
    <ResourceList
      title={text('ui.nav.subscriptions')}
      text={text('ui.subscriptions.text')}
      actions={add}
      list={list}
      rowId={rowId}
      columns={columns}
      searchLabel={text('ui.subscriptions.search')}
      filters={[
        {
          id: 'status',
          name: text('ui.state'),
          options: states.map(value => ({ value, label: text(`ui.state.${value}`) })),
        },
        {
          id: 'type',
          name: text('field.subscriptionType'),
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

interface ColumnOptions {
  text: SubscriptionTexts['text']
  rowHref: ((id: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
  day: Dates['day']
}

/** B-17: what a package is called, what it holds, its price at Stripe, whether the site offers it. */
const subscriptionColumns = ({
  text,
  rowHref,
  baseUrl,
  day,
}: ColumnOptions): DataTableColumn<Subscription>[] => [
  {
    id: 'title',
    header: text('field.title'),
    width: 280,
    grow: 3,
    sortable: true,
    cell(row) {
      const address = baseUrl + row.imageLink
      return (
        <TitleCell
          href={rowHref?.(row.subsPackageId)}
          name={row.title}
          detail={row.description}
          media={<Thumbnail src={address} srcSet={toSourceSet(address)} width={64} />}
        />
      )
    },
  },
  {
    id: 'status',
    header: text('ui.state'),
    width: 112,
    card: 'plain',
    cell: row => <StateBadge state={row.status} word={state => text(`ui.state.${state}`)} />,
  },
  {
    id: 'subscriptionType',
    header: text('field.subscriptionType'),
    width: 120,
    cell: row => text(`ui.subscriptions.type.${row.subscriptionType}`),
  },
  {
    id: 'collections',
    header: text('field.collectionTags'),
    width: 112,
    align: 'end',
    cell: row => row.collectionTags.length,
  },
  {
    id: 'pricingTableId',
    header: text('ui.subscriptions.columnPrice'),
    width: 200,
    grow: 1,
    cell: row => <bdi className="kn-truncate">{row.pricingTableId}</bdi>,
  },
  {
    id: 'createdDate',
    header: text('field.creationDate'),
    width: 124,
    align: 'end',
    sortable: true,
    wideOnly: true,
    cell: row => day(row.createdDate),
  },
]
