import { availabilityFlags, type ChannelRecord, isClubOnly, toSourceSet } from '@kinora/core'
import { Radio } from 'lucide-react'
import { Badge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import type { ChannelWords } from './texts.ts'

export interface ChannelColumnOptions {
  text: ChannelWords['text']
  rowHref: ((tag: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
}

/** CHAN-03: with the name of the provider and a Yes/No status. */
export function channelColumns({
  text,
  rowHref,
  baseUrl,
}: ChannelColumnOptions): DataTableColumn<ChannelRecord>[] {
  return [
    {
      id: 'name',
      header: text('field.name'),
      width: 260,
      grow: 2,
      cell(row) {
        const address = row.profileImageUrl && baseUrl + row.profileImageUrl
        return (
          <TitleCell
            href={rowHref?.(row.tag)}
            name={row.displayName || row.name}
            detail={row.tag}
            media={
              <Thumbnail
                src={address}
                srcSet={toSourceSet(address)}
                fallback={<Radio size={16} aria-hidden="true" />}
                width={40}
                style={{ aspectRatio: '1' }}
              />
            }
          />
        )
      },
    },
    {
      id: 'provider',
      header: text('field.providerId'),
      width: 180,
      grow: 1,
      cell: row => <bdi>{row.providerName}</bdi>,
    },
    {
      id: 'availability',
      header: text('field.Availability'),
      width: 220,
      grow: 1,
      cell: row => <AvailabilityBadges row={row} text={text} />,
    },
    {
      id: 'status',
      header: text('field.active'),
      width: 96,
      cell: ({ active }) => (
        <Badge tone={active ? 'positive' : 'negative'}>
          {text(active ? 'ui.channels.yes' : 'ui.channels.no')}
        </Badge>
      ),
    },
    {
      id: 'tenants',
      header: text('ui.channels.tenants'),
      width: 96,
      align: 'end',
      cell: row => row.tenants.length,
    },
  ]
}

function AvailabilityBadges({ row, text }: { row: ChannelRecord; text: ChannelWords['text'] }) {
  if (isClubOnly(row.Availability)) return <Badge tone="warning">{text('ui.channels.clubOnly')}</Badge>
  const places = availabilityFlags.filter(place => row.Availability[place])
  return places.map(place => text(`ui.channels.${place}`)).join(', ')
}
