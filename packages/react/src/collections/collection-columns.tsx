import { type Collection, toSourceSet } from '@kinora/core'
import type { Dates } from '../kernel/use-dates.ts'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { RowHandle, type RowMoves } from '../ui/table/row-handle.tsx'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { HighlightRadio } from './highlight-radio.tsx'
import { PlaceInput } from './place-input.tsx'
import { CollectionState } from './state-badge.tsx'
import type { CollectionTexts } from './texts.ts'
import type { Highlight, Highlights } from './use-highlights.ts'

export interface CollectionColumnOptions {
  text: CollectionTexts['text']
  rowHref: ((tag: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
  day: Dates['day']
  highlights: Highlights
  /** Undefined while the list isn't in display order. */
  movesOf: ((tag: string) => RowMoves) | undefined
  /** The place of a row in the display order, from 1, of how many; `first` is that of the first row, where all rows in between are here. */
  placeOf: (row: Collection) => { place: number; count: number; first?: number }
}

/** COLL-01, COLL-05 to COLL-07: what it is called, whether members see it, what it holds, the two highlights. */
export function collectionColumns(options: CollectionColumnOptions): DataTableColumn<Collection>[] {
  const { text, rowHref, baseUrl, day, highlights, movesOf, placeOf } = options
  const radio = (which: Highlight, label: 'feature' | 'classOfDay') => (row: Collection) => (
    <HighlightRadio
      group={which}
      label={text(`ui.collections.${label}`, { name: row.name })}
      checked={highlights.isOn(row, which)}
      disabled={!row.active}
      onChoose={() => highlights.set(row, which, true)}
    />
  )
  return [
    {
      id: 'name',
      header: text('ui.collections.columnName'),
      width: 260,
      grow: 3,
      sortable: true,
      cell(row) {
        const picture = row.collectionItems[0]?.imageLink
        const address = picture ? baseUrl + picture : null
        return (
          <>
            {movesOf && (
              <RowHandle
                label={text('ui.collections.move', { name: row.name })}
                help={text('ui.collections.moveHelp')}
                moves={movesOf(row.collectionTag)}
              />
            )}
            <TitleCell
              href={rowHref?.(row.collectionTag)}
              name={row.name}
              detail={row.description}
              media={<Thumbnail src={address} srcSet={toSourceSet(address)} width={64} />}
            />
          </>
        )
      },
    },
    {
      id: 'displayOrder',
      header: text('ui.collections.columnPlace'),
      width: 84,
      align: 'end',
      sortable: true,
      cell(row) {
        const moves = movesOf?.(row.collectionTag)
        const { place, first, count } = placeOf(row)
        if (moves === undefined || first === undefined) return place
        return (
          <PlaceInput
            label={text('ui.collections.placeOf', { name: row.name })}
            place={place}
            count={count}
            onPlace={wanted => moves.step(wanted - first)}
          />
        )
      },
    },
    {
      id: 'state',
      header: text('ui.collections.state'),
      width: 112,
      cell: row => <CollectionState row={row} />,
    },
    {
      id: 'classes',
      header: text('ui.collections.columnClasses'),
      width: 120,
      align: 'end',
      cell: row => <Counts row={row} text={text} />,
    },
    {
      id: 'featured',
      header: text('ui.collections.columnFeatured'),
      width: 96,
      cell: radio('isFeaturedCollection', 'feature'),
    },
    {
      id: 'classOfDay',
      header: text('ui.collections.columnClassOfDay'),
      width: 128,
      cell: radio('isClassOfDayCollection', 'classOfDay'),
    },
    {
      id: 'createdDate',
      header: text('ui.collections.columnCreated'),
      width: 124,
      align: 'end',
      sortable: true,
      wideOnly: true,
      cell: row => day(row.createdDate),
    },
  ]
}

function Counts({ row, text }: { row: Collection; text: CollectionTexts['text'] }) {
  const { itemCount, upcomingCount } = row
  return (
    <span className="kn-cell-words">
      {/* An active one that ran empty shows members nothing. */}
      <span data-tone={row.active && itemCount === 0 ? 'negative' : undefined}>
        {itemCount === 0 ? text('ui.collections.noClasses') : itemCount}
      </span>
      {upcomingCount > 0 ? (
        <span className="kn-cell-soft">{text('ui.collections.upcoming', { count: upcomingCount })}</span>
      ) : null}
    </span>
  )
}
