import { type CollectionItem, toSourceSet } from '@kinora/core'
import type { Dates } from '../kernel/use-dates.ts'
import { toLength } from '../titles/length.ts'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { RowHandle, type RowMoves } from '../ui/table/row-handle.tsx'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import type { CollectionTexts } from './texts.ts'

export interface ClassColumnOptions {
  text: CollectionTexts['text']
  /** Prefix for addresses of pictures. */
  baseUrl: string
  dates: Dates
  movesOf: (tag: string) => RowMoves
}

/** A class of a collection: its cover and name, where it is from, its length, and from when it is shown (COLL-08). */
export function classColumns({
  text,
  baseUrl,
  dates,
  movesOf,
}: ClassColumnOptions): DataTableColumn<CollectionItem>[] {
  return [
    {
      id: 'class',
      header: text('ui.collections.columnClass'),
      width: 220,
      grow: 3,
      cell({ tag, title, imageLink, classLanguageCode, provider }) {
        const address = imageLink && baseUrl + imageLink
        return (
          <>
            <RowHandle
              label={text('ui.collections.move', { name: title })}
              help={text('ui.collections.moveHelp')}
              moves={movesOf(tag)}
            />
            <TitleCell
              name={title}
              lang={classLanguageCode ?? undefined}
              detail={provider}
              media={<Thumbnail src={address} srcSet={toSourceSet(address)} width={64} />}
            />
          </>
        )
      },
    },
    {
      id: 'channel',
      header: text('ui.collections.columnChannel'),
      width: 140,
      grow: 1,
      cell: ({ channelName }) => <span className="kn-truncate">{channelName || '—'}</span>,
    },
    {
      id: 'duration',
      header: text('ui.collections.columnDuration'),
      width: 84,
      align: 'end',
      cell: ({ durationSecond }) => toLength(durationSecond),
    },
    {
      id: 'published',
      header: text('ui.collections.columnPublished'),
      width: 132,
      align: 'end',
      cell: ({ isShown, publishedDate }) =>
        isShown
          ? dates.day(publishedDate) || '—'
          : text('ui.collections.shownFrom', { date: dates.moment(publishedDate ?? '') }),
    },
  ]
}
