import { type Subscription, SubscriptionType, subscriptions } from '@kinora/core'
import { useMemo } from 'react'
import { useDeleteRows } from '../kernel/delete-rows.tsx'
import type { ListRules } from '../kernel/list-state.ts'
import { type RowColumn, RowList, StoredPicture } from '../kernel/row-list.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { createdColumn, type Dates, useDates } from '../kernel/use-dates.ts'
import { type ListProps, pagesOnly, toSorted, useResourceList } from '../kernel/use-resource-list.ts'
import { StateBadge } from '../ui/status/badge.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { type SubscriptionTexts, useSubscriptionTexts } from './texts.ts'

const states: readonly Subscription['status'][] = ['Saved', 'Inactive', 'Active']
const rules: ListRules = {
  ...pagesOnly,
  filters: ['status', 'type'],
  values: { status: states, type: SubscriptionType.options },
  sorts: ['title', 'createdDate'],
  start: { ...pagesOnly.start, sort: { id: 'title', descending: false } },
}
const rowId = (row: Subscription) => row.subsPackageId
const rowName = (row: Subscription) => row.title

export type SubscriptionListProps = ListProps<
  Subscription,
  { status: Subscription['status']; type: Subscription['subscriptionType'] }
>

// NAV-19, SUBS-01
/** The subscription packages of the tenant. */
export const SubscriptionList = ofTenant<SubscriptionListProps>(props => {
  const { tenantId } = props
  const { text } = useSubscriptionTexts()
  const { day } = useDates()
  const list = useResourceList(subscriptions.list, {
    ...props,
    rules,
    input: state => ({
      status: states.filter(one => state.filters.status?.includes(one)),
      subscriptionType: SubscriptionType.options.filter(one => state.filters.type?.includes(one)),
      ...toSorted<'title'>(state),
    }),
  })
  const of = { noun: 'subscriptions', words: text } as const
  // SUBS-07: deletes one or several, and says of each that stayed why.
  const deletion = useDeleteRows(subscriptions.remove, {
    ...of,
    list,
    rowId,
    nameOf: rowName,
    input: ids => ({ tenantId, ids }),
  })
  const columns = useMemo(() => subscriptionColumns(text, day), [text, day])
  return (
    <RowList
      {...of}
      {...deletion.bulk}
      part="subscription-list"
      host={props}
      list={list}
      rowId={rowId}
      rowName={rowName}
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
    >
      {deletion.dialog}
    </RowList>
  )
})

/** B-17: what a package is called, what it holds, its price at Stripe, whether the site offers it. */
const subscriptionColumns = (
  text: SubscriptionTexts['text'],
  day: Dates['day'],
): RowColumn<Subscription>[] => [
  {
    id: 'title',
    width: 280,
    grow: 3,
    sortable: true,
    cell: row => (
      <TitleCell
        name={row.title}
        detail={row.description}
        media={<StoredPicture link={row.imageLink} width={64} />}
      />
    ),
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
  createdColumn(text, { day }),
]
