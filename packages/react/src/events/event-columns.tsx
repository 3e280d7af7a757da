import { type ScheduledEvent, toSourceSet } from '@kinora/core'
import { CalendarClock } from 'lucide-react'
import type { Dates } from '../kernel/use-dates.ts'
import { Badge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { StateBadge } from './state-badge.tsx'
import type { EventWords } from './texts.ts'
import { whenOf } from './words.ts'

export interface EventColumnOptions {
  text: EventWords['text']
  dates: Dates
  rowHref: ((id: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
}

/** C-65: the platform works on the video of the event, which may take hours (VIDEO-15). */
export const isVideoWorking = ({ file }: ScheduledEvent): boolean => file?.processing != null

/** EVENT-23, EVENT-24: what it is, when it takes place, and its state. */
export function eventColumns(options: EventColumnOptions): DataTableColumn<ScheduledEvent>[] {
  const { text, dates, rowHref, baseUrl } = options
  return [
    {
      id: 'title',
      header: text('field.title'),
      width: 212,
      grow: 2,
      cell(row) {
        const address = row.cover && baseUrl + row.cover
        return (
          <TitleCell
            href={rowHref?.(row.event_Id)}
            name={row.title}
            detail={isVideoWorking(row) ? text('ui.events.videoInWork') : row.category}
            media={
              <Thumbnail
                src={address}
                srcSet={toSourceSet(address)}
                fallback={<CalendarClock size={16} aria-hidden="true" />}
              />
            }
          />
        )
      },
    },
    {
      id: 'type',
      header: text('field.type'),
      width: 148,
      cell: row => <Badge tone="info">{text(`ui.events.type${row.type}`)}</Badge>,
    },
    {
      id: 'when',
      header: text('ui.events.when'),
      width: 188,
      grow: 1,
      cell: row => whenOf(text, row, dates.moment),
    },
    {
      id: 'next',
      header: text('ui.events.next'),
      width: 160,
      align: 'end',
      sortable: true,
      cell: row => (row.next_occurrence_time === null ? '—' : dates.moment(row.next_occurrence_time)),
    },
    { id: 'state', header: text('ui.events.state'), width: 120, cell: row => <StateBadge event={row} /> },
    {
      id: 'created',
      header: text('ui.events.created'),
      width: 160,
      align: 'end',
      sortable: true,
      cell: row => dates.moment(row.created_date),
    },
  ]
}
