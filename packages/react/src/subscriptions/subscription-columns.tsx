import { type Subscription, toSourceSet } from '@kinora/core'
import type { Dates } from '../kernel/use-dates.ts'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { SubscriptionState } from './state-badge.tsx'
import type { SubscriptionTexts } from './texts.ts'

interface ColumnOptions {
  text: SubscriptionTexts['text']
  rowHref: ((id: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
  day: Dates['day']
}

/** B-17: what a package is called, what it holds, its price at Stripe, whether the site offers it. */
export const subscriptionColumns = ({
  text,
  rowHref,
  baseUrl,
  day,
}: ColumnOptions): DataTableColumn<Subscription>[] => [
  {
    id: 'title',
    header: text('ui.subscriptions.columnTitle'),
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
    header: text('ui.subscriptions.state'),
    width: 112,
    card: 'plain',
    cell: row => <SubscriptionState status={row.status} />,
  },
  {
    id: 'subscriptionType',
    header: text('ui.subscriptions.type'),
    width: 120,
    cell: row => text(`ui.subscriptions.type.${row.subscriptionType}`),
  },
  {
    id: 'collections',
    header: text('ui.subscriptions.columnCollections'),
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
    header: text('ui.subscriptions.columnCreated'),
    width: 124,
    align: 'end',
    sortable: true,
    wideOnly: true,
    cell: row => day(row.createdDate),
  },
]
