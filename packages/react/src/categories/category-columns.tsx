import { type Category, toSourceSet } from '@kinora/core'
import { ImageIcon } from 'lucide-react'
import { Badge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { RowHandle, type RowMoves } from '../ui/table/row-handle.tsx'
import { Thumbnail } from '../ui/table/thumbnail.tsx'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { PromotedBadge } from './promoted-badge.tsx'
import type { CategoryTexts } from './texts.ts'

export interface CategoryColumnOptions {
  text: CategoryTexts['text']
  rowHref: ((id: string) => string) | undefined
  /** Prefix for addresses of pictures. */
  baseUrl: string
  /** Names the tenants that categories belong to. */
  showsTenants: boolean
  /** Some rows may be moved: the names of the others stand below theirs. */
  hasMoves: boolean
  /** Of a row that may be moved. */
  movesOf: (row: Category) => RowMoves | undefined
}

/** CAT-02: title, cover, thumbnail and promoted flag; with what it holds and whose it is. */
export function categoryColumns(options: CategoryColumnOptions): DataTableColumn<Category>[] {
  const { text, rowHref, baseUrl, showsTenants, hasMoves, movesOf } = options
  const picture = (link: string | null, look: { width: number; aspectRatio: string }) => {
    const address = link && baseUrl + link
    return (
      <Thumbnail
        src={address}
        srcSet={toSourceSet(address)}
        fallback={<ImageIcon size={16} aria-hidden="true" />}
        width={look.width}
        style={{ aspectRatio: look.aspectRatio }}
      />
    )
  }
  return [
    {
      id: 'title',
      header: text('ui.categories.columnTitle'),
      width: 220,
      grow: 2,
      cell(row) {
        const name = row.name.invariantText
        const moves = movesOf(row)
        return (
          <>
            {moves ? (
              <RowHandle
                label={text('ui.categories.move', { name })}
                help={text('ui.categories.moveHelp')}
                moves={moves}
              />
            ) : hasMoves ? (
              <span className="kn-row-handle-gap" />
            ) : null}
            <TitleCell href={rowHref?.(row.categoryId)} name={name} />
          </>
        )
      },
    },
    {
      id: 'cover',
      header: text('ui.categories.cover'),
      width: 140,
      cell: row => picture(row.bannerImageLink, { width: 112, aspectRatio: '1920 / 564' }),
    },
    {
      id: 'thumbnail',
      header: text('ui.categories.thumbnail'),
      width: 96,
      cell: row => picture(row.imageLink, { width: 40, aspectRatio: '1' }),
    },
    {
      id: 'promoted',
      header: text('ui.categories.promotion'),
      width: 148,
      cell: row => <PromotedBadge promoted={row.isPromoted} />,
    },
    {
      id: 'subCategories',
      header: text('ui.categories.subTitle'),
      width: 120,
      align: 'end',
      cell: row => row.subCategories.length,
    },
    {
      id: 'owner',
      header: text('ui.categories.owner'),
      width: 140,
      cell: ({ tenantId }) =>
        tenantId === null ? (
          <Badge>{text('ui.categories.platform')}</Badge>
        ) : (
          showsTenants && <span className="kn-truncate">{tenantId}</span>
        ),
    },
  ]
}
